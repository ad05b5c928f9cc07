// Messages of earlier conversations, for a chat or call that is served: the newest page first, older ones on demand.

const PAGE = 50;

export class EarlierPages {
  #api;
  #changed;
  #known = new Map(); // `${served} ${other}` → {items, isWhole, isFailed}

  constructor({ api, changed }) {
    this.#api = api;
    this.#changed = changed;
  }

  /** As far as they are read; null before. `served`: the path of the chat or call. */
  of(served, other) {
    return this.#known.get(`${served} ${other}`) ?? null;
  }

  /** Reads the newest page, then older ones. */
  async read(served, other) {
    const name = `${served} ${other}`;
    const known = this.#known.get(name) ?? { items: [], isWhole: false };
    const before = known.items[0]?.number;
    const query = new URLSearchParams({ limit: PAGE, ...(before && { before }) });
    const reply = await this.#api.get(`${served}/earlier/${encodeURIComponent(other)}/messages?${query}`);
    if (!reply.ok) this.#known.set(name, { ...known, isFailed: true });
    else this.#known.set(name, { items: [...reply.body.items, ...known.items], isWhole: reply.body.items.length < PAGE });
    this.#changed();
  }
}
