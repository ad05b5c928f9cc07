// Cards: what is shown of one and asked in its forms, made from its state and the schemas of its kind. Pure.

const MOST_CHOICES = 10; // a scale of whole numbers up to here is shown as buttons
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/**
 * A card for a `reader`, "customer" or "staff": `{title, state, done, declined, reason, facts, forms}`. `done` is what was
 * done; nobody should take it for a success if it was `declined`. A fact is `{name, label, value, currency}`; a form `{action, title, isPrimary, fields}`, fields as in `fieldsOf`.
 */
export function cardShown(card, kind, reader) {
  const { state, reason = "" } = card;
  const isOpen = state === "offered" || state === "failed";
  const actions = isOpen ? kind.actions.filter(({ by }) => by.includes(reader)) : [];
  const forms = actions.map((action) => ({
    action: action.name,
    title: action.title,
    isPrimary: action.asks_service || Object.keys(action.values.properties).length > 0,
    fields: fieldsOf(action.values, card.values),
  }));
  const { done = "", declines = false } = doneBy(card, kind);
  return { title: kind.title, state, done, declined: declines, reason, facts: factsOf(card, kind, actions), forms };
}

/** The body of a request to act on a card. */
export function actOn(card, action, values) {
  return { step: card.step, action, values };
}

/**
 * The fields of a form: `{name, label, type, required, …}` with the type "line" or "lines" (`maxLength`), "number" (`least`,
 * `most`, `step`), "choice" (`options`), "scale" (`options`, and `ends`: words for the first and the last), or "list" (`maxItems`, `isMoments`).
 */
export function fieldsOf(schema, offered = {}) {
  const required = schema.required ?? [];
  return properties(schema).map(([name, field]) => ({
    name,
    label: field.title ?? name,
    required: required.includes(name),
    ...inputOf(field, offered),
  }));
}

/** The values of a form whose fields hold texts, a list one in each line; what is empty is left out. */
export function valuesOf(fields, texts) {
  const found = fields.map(({ name, type }) => [name, valueOf(type, String(texts[name] ?? ""))]);
  return Object.fromEntries(found.filter(([, value]) => value !== "" && value?.length !== 0));
}

/** A moment as it is in a card, such as 2027-03-01T14:30, in no time zone. */
export function isMoment(value) {
  return MOMENT.test(value);
}

/** A service that acts by itself does what it would have been asked for. */
function doneBy({ state, action }, { actions }) {
  const found = actions.find(({ name, asks_service }) => (action ? name === action : asks_service));
  return (state === "done" && found) || {};
}

function factsOf(card, kind, actions) {
  const values = { ...card.values, ...card.given, ...card.result };
  const schemas = [kind.values, kind.actions.find(({ name }) => name === card.action)?.values, kind.result];
  const known = new Map(schemas.flatMap((schema) => (schema ? properties(schema) : [])));
  const hidden = new Set([...known.values()].map(({ currencyIn }) => currencyIn));
  // What was to choose from is in the form, or has been chosen.
  for (const action of kind.actions) {
    if (actions.includes(action) || card.action) properties(action.values).forEach(([, { optionsOf }]) => hidden.add(optionsOf));
  }
  return [...known]
    .filter(([name]) => !hidden.has(name) && values[name] !== undefined && values[name] !== "")
    .map(([name, field]) => ({ name, label: field.title ?? name, value: field.ends ? `${values[name]} / ${field.maximum}` : values[name], currency: values[field.currencyIn] ?? "" }));
}

function inputOf(field, offered) {
  const { type, minimum: least, maximum: most, maxLength } = field;
  const options = field.enum ?? offered[field.optionsOf];
  if (options) return { type: "choice", options };
  if (type === "array") return { type: "list", maxItems: field.maxItems, isMoments: Boolean(field.items?.$ref?.endsWith("/moment")) };
  if (type === "integer" && most - least < MOST_CHOICES) return { type: "scale", options: Array.from({ length: most - least + 1 }, (_, at) => least + at), ends: field.ends ?? [] };
  if (type === "integer" || type === "number") return { type: "number", least, most, step: type === "integer" ? "1" : "any" };
  return { type: field.multiline ? "lines" : "line", maxLength };
}

function valueOf(type, text) {
  if (type === "list") return text.split("\n").map((line) => line.trim()).filter(Boolean);
  const isNumber = type === "number" || type === "scale";
  return isNumber && text !== "" ? Number(text) : text.trim();
}

/** The properties of a schema, with the definitions they refer to. */
function properties(schema) {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => [name, { ...schema.$defs?.[field.$ref?.split("/").at(-1)], ...field }]);
}
