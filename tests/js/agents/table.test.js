// The table of agents: which rows are drawn, in which order, and how that is kept in the address.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isFiltered, viewFromUrl, viewToUrl, withColumn } from "../../../static/dashboard/agents/agents-address.js";
import { CHATS, COLUMNS, drawnColumns, sortAfterClick, USUAL_COLUMNS, widthsOf } from "../../../static/dashboard/agents/columns.js";
import { AGENT_KEYS, placeAfter, stepOf } from "../../../static/dashboard/agents/agent-keys.js";
import { Lineup } from "../../../static/dashboard/agents/order.js";
import { pieces, scrollTopFor, windowOf } from "../../../static/dashboard/agents/window.js";
import { aCall, anAgent, chanceFrom } from "../boards.js";

const usual = viewFromUrl("");

function linedUp(agents, search, calls = {}) {
  const lineup = new Lineup();
  lineup.update(agents, calls, viewFromUrl(search));
  return lineup;
}

const sorted = (agents, search, calls) => linedUp(agents, search, calls).ids;

test("of a long table the rows in sight are drawn, and some to spare", () => {
  assert.deepEqual(windowOf({ scrollTop: 3600, height: 720, rowHeight: 36, count: 2000 }), { first: 92, last: 128 });
  assert.deepEqual(windowOf({ scrollTop: 0, height: 720, rowHeight: 36, count: 2000 }), { first: 0, last: 28 });
  assert.deepEqual(windowOf({ scrollTop: 0, height: 720, rowHeight: 36, count: 5 }), { first: 0, last: 5 });
});

test("a table that got shorter than it is scrolled shows its end", () => {
  assert.deepEqual(windowOf({ scrollTop: 70_000, height: 720, rowHeight: 36, count: 100 }), { first: 72, last: 100 });
});

test("before anything is measured the first rows are drawn", () => {
  assert.deepEqual(windowOf({ scrollTop: 0, height: 0, rowHeight: 0, count: 2000 }), { first: 0, last: 40 });
});

test("the row with the focus is drawn wherever it is, and gaps stand for all others", () => {
  const look = { first: 50, last: 60 };

  assert.deepEqual(pieces(look, [-1], 100), [{ gap: 50 }, { from: 50, to: 60 }, { gap: 40 }]);
  assert.deepEqual(pieces(look, [3], 100), [{ gap: 3 }, { from: 3, to: 4 }, { gap: 46 }, { from: 50, to: 60 }, { gap: 40 }]);
  assert.deepEqual(pieces(look, [49, 99, 99], 100), [{ gap: 49 }, { from: 49, to: 50 }, { from: 50, to: 60 }, { gap: 39 }, { from: 99, to: 100 }]);
  assert.deepEqual(pieces({ first: 0, last: 0 }, [-1], 0), []);
});

test("pieces cover every row once, whatever is in sight", () => {
  const chance = chanceFrom(7);
  for (let run = 0; run < 500; run += 1) {
    const count = Math.floor(chance() * 60);
    const at = () => Math.floor(chance() * 70) - 5;
    const look = windowOf({ scrollTop: chance() * 3000, height: 300, rowHeight: 30, count });
    const rows = pieces(look, [at(), at()], count).flatMap(({ gap, from, to }) => (gap ? Array(gap).fill("gap") : Array(to - from).fill("row")));

    assert.equal(rows.length, count);
    assert.ok(rows.slice(look.first, look.last).every((one) => one === "row"));
  }
});

test("a row is scrolled to by as little as possible, clear of the head", () => {
  const look = { scrollTop: 1000, height: 500, rowHeight: 40, head: 30 };

  assert.equal(scrollTopFor(26, look), 1000);
  assert.equal(scrollTopFor(10, look), 400);
  assert.equal(scrollTopFor(40, look), 40 * 40 + 40 + 30 - 500);
});

test("keys walk by one, by a page, or to an end; from nowhere they go to the first in sight", () => {
  const table = { count: 100, firstInSight: 40 };

  assert.equal(placeAfter(-1, 1, table), 40);
  assert.equal(placeAfter(40, stepOf("ArrowDown", 12), table), 41);
  assert.equal(placeAfter(40, stepOf("PageUp", 12), table), 29);
  assert.equal(placeAfter(40, stepOf("End", 12), table), 99);
  assert.equal(placeAfter(0, stepOf("ArrowUp", 12), table), 0);
  assert.equal(stepOf("x", 12), undefined);
  assert.ok(AGENT_KEYS.some(({ key }) => key === "x"));
});

test("those who are equal in a column stand by name and then by id, whatever stood there before", () => {
  const agents = {
    d: anAgent({ name: "Ben", missed: 2 }),
    c: anAgent({ name: "Ana", missed: 2 }),
    b: anAgent({ name: "Ana", missed: 2 }),
    a: anAgent({ name: "Zoe", missed: 5 }),
    e: anAgent({ name: "Aaron" }),
  };

  assert.deepEqual(sorted(agents, "?sort=-missed"), ["a", "b", "c", "d", "e"]);
  assert.deepEqual(sorted(Object.fromEntries(Object.entries(agents).reverse()), "?sort=-missed"), ["a", "b", "c", "d", "e"]);
  assert.deepEqual(sorted(agents, "?sort=missed"), ["b", "c", "d", "a", "e"], "who has nothing comes last either way");
});

test("times sort by how long they are, due times with the stuck first, statuses by an agent's day", () => {
  const agents = {
    long: anAgent({ name: "A", status: "offline", since: "2026-11-21T08:00:00.000+00:00" }),
    short: anAgent({ name: "B", status: "wrapUp", since: "2026-11-21T12:00:00.000+00:00", until: "2026-11-21T12:00:30.000+00:00" }),
    stuck: anAgent({ name: "C", status: "offered", since: "2026-11-21T11:00:00.000+00:00", until: "2026-11-21T11:00:20.000+00:00" }),
  };

  assert.deepEqual(sorted(agents, "?sort=-time"), ["long", "stuck", "short"]);
  assert.deepEqual(sorted(agents, "?sort=until"), ["stuck", "short", "long"]);
  assert.deepEqual(sorted(agents, "?sort=status"), ["stuck", "short", "long"]);
});

test("every column sorts, also where a row lacks what others have", () => {
  const agents = { a: anAgent({ call: "c1", status: "offered", choice: "paused", reason: "Lunch" }), b: anAgent(), c: anAgent({ call: "gone" }) };
  for (const { name } of COLUMNS) {
    assert.equal(sorted(agents, `?sort=${name}`, { c1: aCall() }).length, 3, name);
  }
  assert.deepEqual(sorted(agents, "?sort=call", { c1: aCall() }), ["a", "c", "b"]);
});

test("text, status and language must all fit", () => {
  const agents = {
    ana: anAgent({ languages: ["English", "Spanish"] }),
    bea: anAgent({ name: "Bea", status: "paused", reason: "Lunch", languages: ["Spanish"] }),
  };

  assert.deepEqual(sorted(agents, "?language=Spanish"), ["ana", "bea"]);
  assert.deepEqual(sorted(agents, "?language=English"), ["ana"]);
  assert.deepEqual(sorted(agents, "?language=Spanish&status=paused&q=lun"), ["bea"]);
  assert.deepEqual(sorted(agents, "?language=Klingon"), []);
});

test("the groups of statuses are counted over all agents, and languages named once", () => {
  const agents = {
    a: anAgent({ status: "available" }),
    b: anAgent({ status: "queued", languages: ["English", "Spanish"] }),
    c: anAgent({ status: "teleported" }),
  };
  const { total, groups, languages } = linedUp(agents, "?status=paused").census;

  assert.equal(total, 3);
  assert.equal(groups.available, 2);
  assert.deepEqual(languages, ["English", "Spanish"]);
});

test("rows placed change by change stand as if all had been sorted at once", () => {
  const chance = chanceFrom(11);
  const any = (choices) => choices[Math.floor(chance() * choices.length)];
  for (const search of ["", "?sort=-missed", "?status=paused&sort=reason", "?q=b&sort=status", "?team=sales"]) {
    const view = viewFromUrl(search);
    const lineup = new Lineup();
    let agents = {};
    for (let step = 0; step < 200; step += 1) {
      agents = { ...agents };
      for (let change = any([0, 1, 2, 150]); change > 0; change -= 1) {
        const id = `id${Math.floor(chance() * 200)}`;
        if (chance() < 0.2) delete agents[id];
        else agents[id] = anAgent({ name: any(["Ana", "Ben", "Bo"]), status: any(["queued", "paused"]), reason: any(["", "Lunch"]), missed: any([0, 1, 2]), languages: [any(["English", "French"])], team: any(["sales", "north"]) });
      }
      lineup.update(agents, {}, view);
    }
    const fresh = linedUp(agents, search);

    assert.deepEqual(lineup.ids, fresh.ids);
    assert.deepEqual(lineup.census, fresh.census);
  }
});

test("another view, and for the order by caller other calls, are lined up from the start", () => {
  const agents = { a: anAgent({ name: "A", call: "c1" }), b: anAgent({ name: "Bodo", call: "c2" }) };
  const view = viewFromUrl("?sort=call");
  const lineup = new Lineup();
  lineup.update(agents, { c1: aCall({ caller: "Zoe" }), c2: aCall({ caller: "Abe" }) }, view);
  assert.deepEqual(lineup.ids, ["b", "a"]);

  lineup.update(agents, { c1: aCall({ caller: "Ada" }), c2: aCall({ caller: "Bob" }) }, view);
  assert.deepEqual(lineup.ids, ["a", "b"]);
  lineup.update(agents, {}, viewFromUrl("?q=bodo"));
  assert.deepEqual(lineup.ids, ["b"]);
});

test("the view lives in the address: what is usual is not said, what is not known is not believed", () => {
  const view = { channel: "chat", text: "ana", status: "paused", language: "Spanish", team: "sales", sort: { column: "time", down: true }, columns: ["status", "by"] };
  const search = "?channel=chat&q=ana&status=paused&language=Spanish&team=sales&sort=-time&columns=status,by";

  assert.equal(viewToUrl("?debug=1&columns=name", view), "?debug=1&channel=chat&q=ana&status=paused&language=Spanish&team=sales&sort=-time&columns=status,by");
  assert.deepEqual(viewFromUrl(search), view);
  assert.equal(viewToUrl("", usual), "");
  assert.deepEqual(viewFromUrl("?sort=-nonsense&columns=nonsense,status,name&status=x&channel=fax"), { ...usual, columns: ["status"] });
  assert.deepEqual(viewFromUrl("?columns=").columns, []);
  assert.equal(viewToUrl("", { ...usual, columns: [] }), "?columns=");
});

test("columns keep their order however they are chosen, and the name is always there", () => {
  const view = withColumn(withColumn({ ...usual, columns: ["reason"] }, "by", true), "status", true);

  assert.deepEqual(view.columns, ["status", "reason", "by"]);
  assert.deepEqual(withColumn(view, "reason", false).columns, ["status", "by"]);
  assert.deepEqual(drawnColumns([]).map(({ name }) => name), ["name"]);
  assert.ok(USUAL_COLUMNS.every((name) => COLUMNS.some((column) => column.name === name)));
});

test("a click on a head sorts from its interesting end, the next the other way round", () => {
  const first = sortAfterClick(usual.sort, "time");

  assert.deepEqual(first, { column: "time", down: true });
  assert.deepEqual(sortAfterClick(first, "time"), { column: "time", down: false });
  assert.deepEqual(sortAfterClick(first, "name"), { column: "name", down: false });
});

test("a view that leaves somebody out is filtered; an order alone is not", () => {
  assert.equal(isFiltered(viewFromUrl("?sort=-time&columns=status")), false);
  assert.equal(isFiltered(viewFromUrl("?language=Spanish")), true);
});

test("the usual columns fit a small laptop without scrolling sideways, and get more room where there is some", () => {
  const who = { canSelect: true, canChoose: true };
  const columns = drawnColumns(USUAL_COLUMNS);

  assert.ok(widthsOf(columns, { ...who, room: 1366 }).least <= 1366 - 50);
  for (const room of [1280, 1366, 1600]) {
    const { all, least } = widthsOf([...columns, CHATS], { ...who, room });
    assert.ok(least <= room - 50);
    assert.ok(room - 50 - all.reduce((sum, width) => sum + width) < 2, "names take what is left over");
  }
  assert.ok(widthsOf(columns, { ...who, room: 1920 }).least > widthsOf(columns, { ...who, room: 1366 }).least);
  assert.equal(widthsOf(columns, { ...who, room: 1366 }).all.length, columns.length + 2);
});
