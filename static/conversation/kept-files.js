// Files that wait to be sent, kept in the browser's database until the server has them or a week has passed.

const DATABASE = "callcenter-outbox";
const STORE = "files";
const MOST_BYTES = 60_000_000; // of all files kept; a file beyond that is sent only while its page is open
const KEPT_MS = 7 * 24 * 3_600_000;
const PATIENCE_MS = 2_000; // some browsers leave the first opening unanswered

export class KeptFiles {
  #now;
  #opened = null;

  constructor({ now = Date.now } = {}) {
    this.#now = now;
  }

  /** The entries whose names begin with `prefix`; entries that are too old are removed, whatever their names. */
  async all(prefix) {
    const found = [];
    await this.#use((store) => {
      store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return;
        if (this.#now() - Date.parse(cursor.value.at) > KEPT_MS) cursor.delete();
        else if (cursor.key.startsWith(prefix)) found.push(cursor.value);
        cursor.continue();
      };
    });
    return found;
  }

  /** Keeps an entry, unless all files together would be too large. */
  put(name, { progress, ...entry }) {
    return this.#use((store) => {
      let bytes = entry.file.size;
      store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) {
          if (bytes <= MOST_BYTES) store.put(entry, name);
          return;
        }
        if (cursor.key !== name) bytes += cursor.value.file.size;
        cursor.continue();
      };
    });
  }

  remove(name) {
    return this.#use((store) => store.delete(name));
  }

  /** Never rejects: a private window or a full disk may forbid it, and a file that is not kept is still sent. */
  async #use(act) {
    try {
      const database = await (this.#opened ??= this.#open());
      const transaction = database.transaction(STORE, "readwrite");
      const done = new Promise((end) => (transaction.oncomplete = transaction.onabort = end));
      act(transaction.objectStore(STORE));
      await done;
    } catch {
      // as above
    }
  }

  #open() {
    return new Promise((opened, failed) => {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => opened(request.result);
      request.onerror = failed;
      setTimeout(failed, PATIENCE_MS);
    });
  }
}
