// A card: what was offered, given and answered, and forms for what the customer can do.

import { actOn, cardShown, isMoment, valuesOf } from "../conversation/cards.js";
import { h } from "./dom.js";
import { has, moneyOf, say, slotOf } from "./strings.js";
import { withoutField } from "./widget-message.js";

export function cardView(card, { kind, actions }) {
  const { title, state, done, facts, forms } = cardShown(card, kind, "customer");
  const word = done || (state !== "offered" && has(`card.${state}`) ? say(`card.${state}`) : "");
  return h(
    "section",
    { class: "card", "aria-label": title },
    h("h3", { dir: "auto" }, title),
    facts.length > 0 && h("dl", {}, facts.map(factView)),
    word && h("p", { class: `card-state ${state}` }, word),
    forms.map((form) => formView(card, form, actions)),
  );
}

function factView({ label, value, currency }) {
  const text = currency ? moneyOf(value, currency) : [value].flat().map(shown).join(", ");
  return h("div", {}, h("dt", {}, label), h("dd", { dir: "auto" }, text));
}

const shown = (value) => (isMoment(value) ? slotOf(value) : String(value));

function formView(card, { action, title, isPrimary, fields }, actions) {
  const inputs = fields.map((field) => ({ name: field.name, ...inputOf(card, field) }));
  const refusal = h("p", { class: "failed-text", role: "alert", hidden: true });
  const button = h("button", { type: "submit", class: isPrimary ? "primary" : "" }, title);
  const submit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    const texts = Object.fromEntries(inputs.map(({ name, read }) => [name, read()]));
    const reply = await actions.act(card.card, actOn(card, action, valuesOf(fields, texts)));
    button.disabled = false;
    refusal.hidden = reply.ok || reply.status === 409; // then the card has changed, and is shown as it is
    const reason = withoutField(reply.message);
    refusal.textContent = reason ? say("cardRefused", { reason }) : say("card.failed");
  };
  return h("form", { class: "fields", onsubmit: submit }, inputs.map(({ element }) => element), refusal, button);
}

/** The element of a field, and how to read its text. */
function inputOf(card, field) {
  const label = field.required ? field.label : say("optional", { label: field.label });
  if (field.type === "scale") return scale(card, field, label);
  const input = field.type === "choice" ? choice(field) : entry(field);
  return { read: () => input.value, element: h("label", {}, label, input) };
}

function entry({ type, maxLength, least, most, step, required }) {
  if (type === "number") return h("input", { type, min: least, max: most, step, required });
  if (type === "line") return h("input", { maxlength: maxLength, required, dir: "auto" });
  return h("textarea", { rows: "2", maxlength: maxLength, required, dir: "auto" });
}

function choice({ options, required }) {
  const known = options.map((value) => h("option", { value }, shown(value)));
  return h("select", { required }, h("option", { value: "" }, say("choose")), known);
}

/** Its first and last number also have a word. */
function scale(card, { name, options, ends, required }, label) {
  const words = new Map(ends.map((word, at) => [at === 0 ? options[0] : options.at(-1), word]));
  const nameOf = (value) => (words.has(value) ? `${value}, ${words.get(value)}` : null);
  const inputs = options.map((value) => h("input", { type: "radio", name: `${card.card}-${name}`, value, required, "aria-label": nameOf(value) }));
  const choices = inputs.map((input, at) => h("label", {}, input, h("span", {}, String(options[at]))));
  const row = h("p", { class: "ends", "aria-hidden": "true" }, ends.map((word) => h("span", {}, word)));
  const element = h("fieldset", { class: "scale" }, h("legend", {}, label), h("div", {}, choices), ends.length > 0 && row);
  return { element, read: () => inputs.find(({ checked }) => checked)?.value ?? "" };
}
