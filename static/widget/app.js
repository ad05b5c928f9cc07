// Widget behind the loader's button: who the customer is, the conversation, the panel that shows it.

import { Api, chatPath } from "../conversation/api.js";
import { Conversations } from "../conversation/device.js";
import { linesOf } from "../conversation/lines.js";
import { DeviceSocket } from "../conversation/socket.js";
import { untilHeard } from "../parts/http.js";
import { newId } from "../parts/new-id.js";
import { oncePerFrame } from "../stream/ticking.js";
import css from "./widget.css";
import { CardKinds } from "./card-kinds.js";
import { adopt } from "./dom.js";
import { formerChat } from "./former-chat.js";
import { saved } from "./saving.js";
import { SceneInfo } from "./scene-info.js";
import { Session } from "./session.js";
import { translate } from "./strings.js";
import { WaitLine } from "./wait-line.js";
import { WidgetPanel } from "./widget-panel.js";

const RENEW_MS = 45 * 60_000;
const AGAIN_MS = 2_000;

export function start(given) {
  adopt(given.root, css);
  translate(given.strings);
  const widget = new Widget(given);
  return {
    open: () => widget.open(),
    close: () => widget.close(),
    toggle: () => (widget.isOpen ? widget.close() : widget.open()),
    identify: (identity) => widget.identify(identity),
    translate,
  };
}

class Widget {
  #given;
  #api;
  #session;
  #conversations = null;
  #panel;
  #wait;
  #kinds;
  #scene;
  #identifying = Promise.resolve(); // one after another
  #begun = new Set();
  #socket;
  #isSearching = false;
  #again = 0;
  #draw = oncePerFrame(() => this.#show(), setTimeout); // a hidden page has no frames, but shows what is unread
  isOpen = false;

  constructor(given) {
    this.#given = given;
    const base = `${given.site}/api/v1`;
    this.#session = new Session({ ...given, api: new Api({ base }) });
    this.#api = new Api({
      base,
      headers: async () => ({ Authorization: `Bearer ${await this.#session.token()}` }),
      signedOut: () => this.#session.expire(),
    });
    this.#kinds = new CardKinds({ api: this.#api, changed: () => this.#draw() });
    this.#wait = new WaitLine({ api: this.#api, changed: () => this.#draw() });
    this.#scene = new SceneInfo({ api: this.#api, scene: given.scene, changed: () => this.#draw() });
    this.#panel = new WidgetPanel({ ...given, actions: this.#actions() });
    this.#connect();
    setInterval(() => this.#renew(), RENEW_MS);
    document.addEventListener("visibilitychange", () => this.#draw());
  }

  open() {
    if (this.isOpen) return;
    this.isOpen = true;
    this.#panel.open();
    this.#draw();
  }

  close() {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#panel.close();
    this.#draw();
  }

  /** A JWT of the host page's backend, a function that answers one, or null after a sign-out. */
  identify(identity) {
    this.#identifying = this.#identifying.catch(() => {}).then(() => this.#identify(identity));
    return this.#identifying;
  }

  async #identify(identity) {
    const before = this.#conversations;
    const { party, isNamed } = this.#session;
    await this.#session.identify(identity);
    try {
      await this.#session.token();
    } catch {
      // shown by `#notice`; without a connection the socket asks again
    }
    if (this.#session.party === party && this.#session.isNamed === isNamed) return;
    // The anonymous customer goes on as the named one; after a named one nothing is left to the next.
    if (isNamed) before.outbox.clear();
    this.#connect(isNamed ? null : before);
  }

  #connect(previous = null) {
    this.#conversations?.stop();
    const socket = new DeviceSocket({
      url: `${this.#given.site.replace(/^http/, "ws")}/ws/messages/`,
      token: () => this.#session.token(),
    });
    this.#begun.clear();
    this.#isSearching = false;
    this.#conversations = new Conversations({
      api: this.#api,
      socket,
      storage: this.#given.storage,
      changed: () => this.#draw(),
      outbox: { prefix: this.#prefix(), before: ({ chat }) => this.#begin(chat) },
    });
    this.#socket = socket;
    if (previous) this.#conversations.outbox.takeOver(previous.outbox);
    this.#conversations.start();
  }

  /** The same before and after an anonymous customer is known to the server. */
  #prefix() {
    const { isNamed, party } = this.#session;
    return `callcenter:outbox:${this.#given.scene}:${isNamed ? party : "anonymous"}:`;
  }

  /** The conversation begins with its first message; a repeat changes nothing. */
  async #begin(chat) {
    if (this.#begun.has(chat) || this.#conversations.rows.byChat.has(chat)) return null;
    const reply = await this.#api.post("/chats", { chat });
    // One that is there may have begun under another name; whether this customer may write, its message shows.
    if (!reply.ok && reply.status !== 409) return reply;
    this.#begun.add(chat);
    return null;
  }

  async #renew() {
    this.#session.expire();
    await this.#socket.renew().catch(() => {});
  }

  /** A named customer at another device: the newest conversation of this scene. */
  async #findChat() {
    this.#isSearching = true;
    const conversations = this.#conversations;
    const found = await formerChat({ api: this.#api, scene: this.#given.scene, rows: conversations.rows.inOrder });
    if (conversations !== this.#conversations) return; // of another customer
    if (found) this.#session.chat ||= found;
    else if (found === null) setTimeout(() => this.#searchAgain(), AGAIN_MS);
    this.#draw();
  }

  #searchAgain() {
    this.#isSearching = false;
    this.#draw();
  }

  #actions() {
    return {
      close: () => this.close(),
      send: (text) => this.#send((chat) => this.#conversations.send(chat, text)),
      attach: (file) => this.#send((chat) => this.#conversations.sendFile(chat, file)),
      typing: () => this.#session.chat && this.#conversations.typing(this.#session.chat),
      older: () => this.#conversations.older(this.#session.chat),
      retry: (id) => this.#conversations.outbox.retry(id),
      discard: (id) => this.#conversations.outbox.discard(id),
      file: (number) => this.#api.file(`${this.#path()}/messages/${number}/file`),
      act: (card, body) => this.#act(card, body),
      end: () => this.#end(),
      transcript: async () => saved(await this.#api.file(`${this.#path()}/transcript`), "conversation.txt"),
    };
  }

  #path() {
    return chatPath(this.#session.chat);
  }

  #send(act) {
    this.#session.chat ||= newId();
    act(this.#session.chat);
  }

  async #act(card, body) {
    const reply = await this.#api.post(`/cards/${encodeURIComponent(card)}/act`, body);
    this.#conversations.refresh(this.#session.chat);
    return reply;
  }

  /** A message that comes in between is seen first. */
  async #end() {
    const { chat } = this.#session;
    const seen = this.#conversations.numberOf(chat);
    const reply = await untilHeard(() => this.#api.post(`${chatPath(chat)}/close`, { seen }));
    if (!reply.ok) this.#conversations.refresh(chat);
  }

  #show() {
    const { chat } = this.#session;
    const conversations = this.#conversations;
    if (conversations.phase === "signed-out") this.#signInAgain();
    if (this.isOpen) this.#scene.look();
    if (!chat && conversations.rows.byChat.size > 0 && !this.#isSearching) this.#findChat();
    const hasBegun = this.#begun.has(chat) || conversations.rows.byChat.has(chat);
    if (hasBegun && conversations.phase === "live") conversations.follow(chat);
    const thread = conversations.threads.get(chat);
    const isSeen = this.isOpen && !document.hidden;
    if (isSeen && thread?.isLoaded) conversations.read(chat);
    this.#given.showUnread(conversations.rows.byChat.get(chat)?.unread ?? 0);
    this.#wait.follow(isSeen && chat ? { chat, thread } : null);
    if (this.isOpen) this.#panel.show(this.#model(chat, thread));
  }

  #model(chat, thread) {
    const conversations = this.#conversations;
    const messages = thread?.messages ?? [];
    const waiting = conversations.outbox.waiting(chat);
    return {
      chat,
      lines: linesOf(messages, { waiting, isMine: (sender) => sender !== "service" }),
      hasOlder: thread?.hasOlder ?? false,
      isReading: thread?.isReadingOlder ?? false,
      isTalking: messages.at(-1)?.state.open ?? waiting.length > 0,
      seen: conversations.seenBy(chat).get("service") ?? 0,
      isTyping: conversations.typists(chat).length > 0,
      wait: this.#wait.place,
      scene: this.#scene.known,
      isNamed: this.#session.isNamed,
      kinds: this.#kinds,
      phase: conversations.phase,
      refusal: this.#session.refusal?.message ?? null,
    };
  }

  /** The token is no longer good; the host page may have to say who is there. */
  #signInAgain() {
    if (this.#again) return;
    this.#session.expire();
    const conversations = this.#conversations;
    this.#again = setTimeout(() => {
      this.#again = 0;
      if (conversations === this.#conversations) conversations.start();
    }, AGAIN_MS);
  }
}
