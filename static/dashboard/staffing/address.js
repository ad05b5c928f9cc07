// The staffing page's state in its address: what the form asks for, without what need not be said. Pure.

/** What an address that is silent about a field means; emptied, such a field has to say so. */
const USUAL = { calls: "100", interval: "30", aht: "180", target: "80", within: "20" };
const OTHER_GOALS = ["max_asa", "max_abandoned", "max_occupancy"];

/** `fields`: [name, value] pairs of the form. Returns the search part, "" where all is as usual. */
export function addressOf(fields) {
  const typed = fields.map(([name, value]) => [name, name === "intervals" ? tidy(value) : value.trim()]);
  // Beside another goal, an address that is silent about the target has none.
  const usual = typed.some(([name, value]) => value && OTHER_GOALS.includes(name)) ? { ...USUAL, target: "" } : USUAL;
  const said = typed.filter(([name, value]) => value !== (usual[name] ?? ""));
  const search = new URLSearchParams(said).toString();
  return search ? `?${search}` : "";
}

function tidy(list) {
  return list.replaceAll("\r\n", "\n").trimEnd();
}
