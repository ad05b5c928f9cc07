// Fields of a card's form, and its facts in words.

import { html, nothing } from "lit-html";

import { isMoment } from "../../../../conversation/cards.js";
import { count, moment } from "../../../../parts/format.js";

/** `id`: of the form, so that labels name fields of this form. */
export function cardFields(fields, id) {
  return fields.map((field) => html`<label for="${id}-${field.name}">${field.label}${field.required ? "" : html` <small>optional</small>`}</label>${(INPUTS[field.type] ?? line)(field, `${id}-${field.name}`)}`);
}

const INPUTS = { line, lines, list, number, choice, scale: choice };

function line({ name, required, maxLength }, id) {
  return html`<input id=${id} name=${name} ?required=${required} maxlength=${maxLength ?? nothing} autocomplete="off" />`;
}

function lines({ name, required, maxLength }, id) {
  return html`<textarea id=${id} name=${name} rows="3" ?required=${required} maxlength=${maxLength ?? nothing}></textarea>`;
}

function number({ name, required, least, most, step }, id) {
  return html`<input id=${id} name=${name} type="number" ?required=${required} min=${least ?? nothing} max=${most ?? nothing} step=${step} />`;
}

function choice({ name, required, options }, id) {
  return html`<select id=${id} name=${name} ?required=${required}>
    <option value="">Choose</option>
    ${options.map((one) => html`<option value=${one}>${factWord({ value: one })}</option>`)}
  </select>`;
}

/** One in each line; moments are chosen and added. */
function list({ name, label, required, isMoments }, id) {
  return html`<textarea id=${id} name=${name} rows="3" ?required=${required} placeholder=${isMoments ? "2027-03-01T14:30, one per line" : "One per line"}></textarea>
    ${isMoments ? momentAdder(label, id) : nothing}`;
}

/** What is typed is whole only when it is added. */
function momentAdder(label, id) {
  const add = (input) => {
    const field = document.getElementById(id);
    if (input.value) field.value = [...field.value.split("\n").filter(Boolean), input.value].join("\n");
    input.value = "";
    input.focus();
  };
  const key = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add(event.target);
  };
  return html`<div class="card-moment">
    <input type="datetime-local" max="9999-12-31T23:59" aria-label="Add to ${label.toLowerCase()}" @keydown=${key} />
    <button type="button" @click=${({ target }) => add(target.previousElementSibling)}>Add</button>
  </div>`;
}

/** A fact in words: a moment in no time zone, an amount with its currency. */
export function factWord({ value, currency = "" }) {
  if (Array.isArray(value)) return value.map((one) => factWord({ value: one })).join(", ");
  if (isMoment(String(value))) return `${moment("day", Date.parse(`${value}Z`), "UTC")}, ${value.slice(11)}`;
  return typeof value === "number" ? `${count(value)} ${currency}`.trim() : String(value);
}
