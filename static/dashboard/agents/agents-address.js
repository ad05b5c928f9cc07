// View of the page of agents, kept in its address so that it can be shared: filter, order and columns. Pure.

import { columnNamed, COLUMNS, USUAL_COLUMNS, USUAL_SORT } from "./columns.js";
import { withSaid } from "../../parts/address.js";
import { filterFromUrl } from "../../parts/agent-filter.js";
import { channelFromUrl } from "../../parts/channels/channel-choice.js";

const LONGEST = 60;

/** {channel, text, status, language, team, sort: {column, down}, columns: [name]}; unknown values are ignored. */
export function viewFromUrl(search) {
  const parameters = new URLSearchParams(search);
  const said = parameters.get("columns");
  return {
    ...filterFromUrl(search),
    channel: channelFromUrl(search),
    language: (parameters.get("language") ?? "").slice(0, LONGEST),
    sort: sortFrom(parameters.get("sort") ?? ""),
    columns: said === null ? USUAL_COLUMNS : inOrder(said.split(",")),
  };
}

function sortFrom(text) {
  const down = text.startsWith("-");
  const column = down ? text.slice(1) : text;
  return columnNamed(column) ? { column, down } : USUAL_SORT;
}

function inOrder(names) {
  return COLUMNS.filter(({ name, always }) => !always && names.includes(name)).map(({ name }) => name);
}

/** The address's search part with this view in it; defaults are left out, everything else in it stays. */
export function viewToUrl(search, { channel, text, status, language, team, sort, columns }) {
  const usualSort = sort.column === USUAL_SORT.column && sort.down === USUAL_SORT.down;
  return withSaid(search, {
    channel: channel || null,
    q: text.trim() || null,
    status: status || null,
    language: language || null,
    team: team || null,
    sort: usualSort ? null : `${sort.down ? "-" : ""}${sort.column}`,
    columns: columns.join() === USUAL_COLUMNS.join() ? null : columns.join(),
  });
}

/** The view with one column shown or hidden. */
export function withColumn(view, name, shown) {
  const names = shown ? [...view.columns, name] : view.columns.filter((one) => one !== name);
  return { ...view, columns: inOrder(names) };
}

/** Does the view filter agents? */
export function isFiltered({ text, status, language, team }) {
  return Boolean(text.trim() || status || language || team);
}
