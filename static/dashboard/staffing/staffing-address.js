// State of the staffing page in its address: the form's values without defaults. Pure.

/** Defaults of missing fields; an emptied one must be in the address. */
const USUAL = { calls: "100", interval: "30", aht: "180", target: "80", within: "20" };
const OTHER_GOALS = ["max_asa", "max_abandoned", "max_occupancy"];

/** `fields`: [name, value] pairs of the form. Returns the search part, "" for defaults only. */
export function addressOf(fields) {
  const typed = fields.map(([name, value]) => [name, name === "intervals" ? tidy(value) : value.trim()]);
  // With another goal, an address without a target has none.
  const usual = typed.some(([name, value]) => value && OTHER_GOALS.includes(name)) ? { ...USUAL, target: "" } : USUAL;
  const said = typed.filter(([name, value]) => value !== (usual[name] ?? ""));
  const search = new URLSearchParams(said).toString();
  return search ? `?${search}` : "";
}

function tidy(list) {
  return list.replaceAll("\r\n", "\n").trimEnd();
}
