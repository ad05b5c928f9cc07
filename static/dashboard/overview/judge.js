// Levels of the figures over time, and what has become red. No page, no clock.

import { figures } from "./figures.js";
import { levels, turnedRed } from "./levels.js";
import { queueRows } from "./queue-rows.js";
import { AGENT_GROUPS } from "../../parts/statuses.js";

const SAYS = {
  waiting: "Too many callers are waiting.",
  longestWait: "A caller has waited far too long.",
  serviceLevel: "The service level is very low.",
  abandonment: "Far too many callers hang up.",
  asa: "Callers are answered very slowly.",
  available: "Too few agents are available.",
  ringing: "Too many agents are ringing.",
  "on-call": "Too many agents are on a call.",
  "wrap-up": "Too many agents are in wrap-up.",
  paused: "Too many agents are paused.",
  pauses: "An agent is paused far beyond the limit.",
  offline: "Too many agents are offline.",
};
export const OF_CHATS = {
  ...SAYS,
  waiting: "Too many chats are waiting.",
  longestWait: "A chat has waited far too long.",
  serviceLevel: "The service level of chats is very low.",
  abandonment: "Far too many customers leave before a chat is answered.",
  asa: "Chats are answered very slowly.",
  firstResponse: "Far too many chats wait too long for a first response.",
  rating: "Ratings of chats are very low.",
  available: "Too few agents are free for chats.",
  "on-call": "Too many agents have no free slot for chats.",
};

export class Judge {
  levels = {};
  alarm = ""; // what became red last, as a sentence

  /**
   * `becameRed()` is called once for each update with a new red figure; `says` has the sentence of each, `groups`
   * the agent figures.
   */
  constructor(becameRed, says = SAYS, groups = AGENT_GROUPS) {
    Object.assign(this, { becameRed, says, groups });
  }

  /** Figures, levels, and the rows of queues by their keys, at the moment `now`. */
  look(state, agents, now) {
    const rows = queueRows(state, agents, now);
    const found = figures({ ...state, agents }, now, this.groups);
    const before = this.levels;
    this.levels = levels(before, found, rows);
    const red = turnedRed(before, this.levels);
    if (red.length > 0) {
      this.alarm = red.map((name) => this.says[name]).join(" ");
      this.becameRed();
    }
    return { figures: found, levels: this.levels, queueRows: Object.fromEntries(rows.map((row) => [row.key, row])) };
  }
}
