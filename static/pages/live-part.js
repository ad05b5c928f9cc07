// One part of a page, replaced by the server's version after news in the board's stream.

import { html, render } from "lit-html";

import { Following } from "../stream/following.js";
import { localize, tick } from "./moments.js";
import { followForm } from "./part-form.js";
import { morphHeld, nodesOf, readPart } from "./part-reading.js";
import { Rereading } from "./rereading.js";
import { everySecond, oncePerFrame } from "../stream/ticking.js";
import { keysDialog } from "../parts/dialogs.js";
import { keysOf, listenToKeys, rowKeys, singleKeysOn, storeSingleKeys } from "../parts/keys.js";
import { banner, showFailed, statusBar } from "../parts/status-bar.js";

const BESIDE_MS = 5_000; // news about others may matter here, less urgently
const KEYS = keysOf("row");
const PHASES = { 401: "signed-out", 403: "forbidden" };

export class LivePart {
  written = ""; // the last part read, and its moment
  writtenAt = "";
  toPlace = false;
  heldBack = false; // some of it waits until the reader leaves the rows
  seen = "";
  trouble = "";
  singleKeys = singleKeysOn();
  readAt = performance.now();
  ask = oncePerFrame(() => this.draw());

  constructor(config, { part, bar, banner, form, dialogs }) {
    this.config = config;
    this.part = part;
    this.bar = bar; // in the masthead
    this.banner = banner;
    this.dialogs = dialogs;
    this.form = form;
    this.on = {
      pauseView: () => this.pauseOrResume(),
      clearFilter: () => {
        document.getElementById("filter").value = "";
        this.form.requestSubmit();
      },
      showKeys: () => document.getElementById("keys-dialog").showModal(),
      switchKeys: (event) => {
        this.singleKeys = event.target.checked;
        storeSingleKeys(this.singleKeys);
      },
    };
    this.following = new Following(config, () => this.heard());
    this.rereading = new Rereading(() => this.read(), config.every);
  }

  start() {
    if (this.form) followForm(this.form, () => this.asked());
    for (const left of ["pointerout", "focusout"]) {
      this.part.addEventListener(left, () => this.left());
    }
    everySecond(() => this.beat());
    if (this.config.watched.length === 0) return;
    listenToKeys(this.on, () => this.singleKeys, rowKeys(() => this.part));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.rereading.ask();
    });
    this.following.start();
    this.ask();
  }

  left() {
    if (!this.heldBack) return;
    this.toPlace = true;
    this.ask();
  }

  heard() {
    const seen = signature(this.following.board.state, this.config.watched);
    if (seen !== this.seen) this.rereading.ask();
    this.seen = seen;
    this.ask();
  }

  beat() {
    this.ask();
    if (this.config.watched.length === 0 || performance.now() - this.readAt < BESIDE_MS) return;
    // Without a stream there is no news: then the page polls, less often.
    const silent = this.following.news.silence() > BESIDE_MS;
    if (silent || this.config.polls || this.following.board.state !== this.readOf) this.rereading.ask();
  }

  /** Reads the part and keeps it; answers when to read again. */
  async read() {
    const idle = document.hidden || this.following.paused || this.following.phase === "signed-out";
    if (idle) return { trouble: false, again: false }; // the next beat after it asks again
    const of = this.following.board.state;
    const asked = location.search;
    const answer = await readPart(new URL(`state.json${asked}`, location.href.split("?")[0]));
    if (asked !== location.search) return { trouble: false, again: true }; // an answer to an older query
    this.part.removeAttribute("aria-busy");
    const phase = PHASES[answer.status];
    this.trouble = phase ? "" : (answer.error ?? "");
    if (phase) this.following.enter(phase);
    if (answer.html !== undefined) {
      this.written = answer.html;
      this.writtenAt = answer.at;
      this.toPlace = true;
      this.readAt = performance.now();
      this.readOf = of;
    }
    this.ask();
    return { trouble: this.trouble !== "", again: answer.again ?? false };
  }

  draw() {
    if (document.hidden) return;
    if (!this.following.paused) {
      const now = this.following.news.clock.now();
      if (this.toPlace) this.place(now);
      tick(this.part, now);
    }
    if (this.config.watched.length === 0) return;
    const model = this.model();
    this.part.toggleAttribute("data-dim", model.fresh.dim);
    render(statusBar(model, this.on), this.bar);
    render(keysDialog({ singleKeys: this.singleKeys, keys: KEYS }, this.on), this.dialogs);
    showFailed(model);
    const refused = ["signed-out", "forbidden"].includes(model.fresh.name);
    render(this.trouble && !refused ? troubled(this.trouble) : banner(model), this.banner);
  }

  place(now) {
    const fresh = nodesOf(this.written);
    this.toPlace = false;
    localize(fresh, now);
    tick(fresh, now);
    this.heldBack = morphHeld(this.part, fresh);
  }

  model() {
    const { board, news } = this.following;
    const sinceRead = performance.now() - this.readAt;
    const silence = this.trouble ? sinceRead : Math.min(sinceRead, news.silence());
    const at = [board.at ?? "", this.writtenAt].sort().at(-1) || null;
    return { ...this.following.model({ silence, at }), config: this.config };
  }

  pauseOrResume() {
    this.following.pauseOrResume();
    if (!this.following.paused) this.rereading.askNow();
  }

  /** The query has changed. */
  asked() {
    this.part.setAttribute("aria-busy", "true"); // the part shown is of an older query
    this.rereading.askNow();
  }
}

function troubled(text) {
  return html`<div class="banner-place" role="alert"><p class="banner tone-orange"><span>${text}</span></p></div>`;
}

/** A value that changes with the watched data: version ids of rows, identities of whole sections. */
function signature(state, watched) {
  if (state === null) return "";
  return watched
    .flatMap(([section, id]) => [section, `${section}.chat`].map((one) => seenOf(state[one], id)))
    .join(" ");
}

function seenOf(rows, id) {
  return id === undefined ? identity(rows) : (rows?.[id] ?? rows?.[`${id}~chat`])?.version;
}

const identities = new WeakMap();
let counted = 0;

function identity(object) {
  if (object === undefined) return 0;
  if (!identities.has(object)) identities.set(object, (counted += 1));
  return identities.get(object);
}
