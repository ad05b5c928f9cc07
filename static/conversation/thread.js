// Messages of one opened conversation: without gaps from the oldest loaded to the last one.

export class Thread {
  messages = [];
  last = 0; // all messages up to this number are known, as far as they are loaded
  wanted = 0; // the highest number heard of
  hasOlder = false;
  isLoaded = false;
  isReading = false;
  isReadingOlder = false;
  refusal = null; // the reply to a request that will not be answered
  isShut = false; // it is not open to this user, or no longer: nothing of it is asked for

  get first() {
    return this.messages[0]?.number ?? this.last + 1;
  }

  get isBehind() {
    return this.wanted > this.last;
  }

  /** Whether something has to be asked for. */
  get isLacking() {
    return !this.isShut && (!this.isLoaded || this.isBehind);
  }

  shut() {
    return Object.assign(this, { isShut: true, hasOlder: false });
  }

  /** Takes the next message; false if some before it are missing. A known one changes nothing. */
  take(message) {
    this.wanted = Math.max(this.wanted, message.number);
    if (!this.isLoaded) return false;
    if (message.number <= this.last) return true;
    if (message.number !== this.last + 1) return false;
    this.append([message]);
    return true;
  }

  /** Takes the messages that the server has after `last`; what has expired is missing among them. */
  append(messages) {
    for (const message of messages) {
      if (message.number <= this.last) continue;
      this.messages.push(message);
      this.last = message.number;
      if (message.kind === "recall") this.#recall(Number(message.body));
    }
  }

  /** Begins with the newest page. */
  begin(messages, isWhole) {
    this.messages = messages;
    this.last = messages.at(-1)?.number ?? 0;
    this.hasOlder = !isWhole && this.first > 1;
    this.isLoaded = true;
  }

  prepend(messages, isWhole) {
    this.messages = [...messages.filter(({ number }) => number < this.first), ...this.messages];
    this.hasOlder = !isWhole && this.first > 1;
  }

  find(number) {
    return this.messages.find((message) => message.number === number);
  }

  #recall(number) {
    const at = this.messages.findIndex((message) => message.number === number);
    if (at >= 0) this.messages[at] = { ...this.messages[at], recalled: true, body: "" };
  }
}
