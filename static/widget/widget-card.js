// A card, made from its state and the schemas of its kind: what was offered, given and answered, and what can be done.

import { h } from "./dom.js";
import { has, momentOf, say } from "./strings.js";
import { withoutField } from "./widget-message.js";

const MOST_CHOICES = 10; // a scale of whole numbers up to here is shown as buttons
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

export function cardView(card, { kind, actions }) {
  const { state, values = {}, given = {}, result = {} } = card;
  const facts = [
    ...rows(kind.values, values, state === "offered" ? [] : ["slots"]),
    ...rows(kind.actions.find(({ name }) => name === card.action)?.values, given),
    ...rows(kind.result, result),
  ];
  const word = state === "offered" || !has(`card.${state}`) ? null : h("p", { class: `card-state ${state}` }, say(`card.${state}`));
  const isOpen = state === "offered" || state === "failed";
  const offers = isOpen ? kind.actions.filter(({ by }) => by.includes("customer")) : [];
  return h(
    "section",
    { class: "card", "aria-label": kind.title },
    h("h3", { dir: "auto" }, kind.title),
    facts.length > 0 && h("dl", {}, facts),
    word,
    offers.map((action) => actionForm(card, action, actions)),
  );
}

function rows(schema, values, without = []) {
  return Object.entries(schema?.properties ?? {})
    .filter(([name]) => values[name] !== undefined && values[name] !== "" && !without.includes(name))
    .map(([name, field]) => h("div", {}, h("dt", {}, field.title ?? name), h("dd", { dir: "auto" }, shown(values[name]))));
}

function shown(value) {
  if (Array.isArray(value)) return value.map(shown).join(", ");
  return MOMENT.test(value) ? momentOf(value) : String(value);
}

function actionForm(card, action, actions) {
  const { properties = {}, required = [] } = action.values;
  const fields = Object.entries(properties).map(([name, field]) => fieldOf(card, name, field, required.includes(name)));
  const refusal = h("p", { class: "failed-text", role: "alert", hidden: true });
  const button = h("button", { type: "submit", class: fields.length > 0 || action.asks_service ? "primary" : "" }, action.title);
  const submit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    const values = Object.fromEntries(fields.map(({ name, read }) => [name, read()]).filter(([, value]) => value !== ""));
    const reply = await actions.act(card.card, { step: card.step, action: action.name, values });
    button.disabled = false;
    refusal.hidden = reply.ok || reply.status === 409; // then the card has changed, and is shown as it is
    refusal.textContent = say("cardRefused", { reason: withoutField(reply.message) || say("unavailable") });
  };
  return h("form", { class: "fields", onsubmit: submit }, fields.map(({ element }) => element), refusal, button);
}

/** The field of a form, and how to read it. */
function fieldOf(card, name, field, isRequired) {
  const label = isRequired ? (field.title ?? name) : say("optional", { label: field.title ?? name });
  if (field.type === "integer" && field.maximum - field.minimum < MOST_CHOICES) return scale(card, name, field, label, isRequired);
  const choices = field.enum ?? card.values?.[field.optionsOf];
  const input = choices ? choice(choices, isRequired) : entry(field, isRequired);
  const isNumber = field.type === "integer" || field.type === "number";
  const read = () => (isNumber && input.value !== "" ? Number(input.value) : input.value);
  return { name, read, element: h("label", {}, label, input) };
}

function entry({ type, maxLength, minimum, maximum, multiline }, required) {
  if (multiline) return h("textarea", { rows: "2", maxlength: maxLength, required, dir: "auto" });
  if (type === "integer" || type === "number") return h("input", { type: "number", min: minimum, max: maximum, step: type === "integer" ? "1" : "any", required });
  return h("input", { maxlength: maxLength, required, dir: "auto" });
}

function choice(choices, required) {
  const options = choices.map((value) => h("option", { value }, shown(value)));
  return h("select", { required }, h("option", { value: "" }, say("choose")), options);
}

function scale(card, name, { minimum, maximum }, label, required) {
  const numbers = Array.from({ length: maximum - minimum + 1 }, (_, at) => minimum + at);
  const inputs = numbers.map((number) => h("input", { type: "radio", name: `${card.card}-${name}`, value: number, required }));
  const element = h("fieldset", { class: "scale" }, h("legend", {}, label), inputs.map((input, at) => h("label", {}, input, h("span", {}, String(numbers[at])))));
  return { name, element, read: () => Number(inputs.find(({ checked }) => checked)?.value ?? NaN) || "" };
}
