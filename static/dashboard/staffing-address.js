// The staffing page's state in its address: what the form asks for, without what need not be said. Pure.

/** What an address that is silent about a field means; emptied, such a field has to say so. */
const USUAL = { calls: "100", interval: "30", aht: "180", target: "80", within: "20" };

/** `fields`: [name, value] pairs of the form. Returns the search part, "" where all is as usual. */
export function addressOf(fields) {
  const said = fields
    .map(([name, value]) => [name, name === "intervals" ? tidy(value) : value.trim()])
    .filter(([name, value]) => value !== (USUAL[name] ?? ""));
  const search = new URLSearchParams(said).toString();
  return search ? `?${search}` : "";
}

function tidy(list) {
  return list.replaceAll("\r\n", "\n").trimEnd();
}
