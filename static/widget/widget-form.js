// Form outside hours: the message, and of an anonymous customer the name and how to reach it. It begins the conversation.

import { h } from "./dom.js";
import { say } from "./strings.js";

const PERSON = { name: ["input", { autocomplete: "name", maxlength: 100 }], reach: ["input", { autocomplete: "email", maxlength: 200 }] };
const MESSAGE = { message: ["textarea", { rows: "4", maxlength: 3000 }] };

export function closedForm({ send, isNamed }) {
  const fields = isNamed ? MESSAGE : { ...PERSON, ...MESSAGE };
  const inputs = Object.entries(fields).map(([name, [tag, more]]) => [name, h(tag, { ...more, name, required: true, dir: "auto" })]);
  const submit = (event) => {
    event.preventDefault();
    const texts = inputs.map(([name, input]) => [name, input.value.trim()]);
    const [, message] = texts.pop();
    const person = texts.map(([name, text]) => `${say(name)}: ${text}\n`).join("");
    send(person ? `${person}\n${message}` : message);
  };
  const rows = inputs.map(([name, input]) => h("label", {}, say(name), input));
  return h("form", { class: "fields", onsubmit: submit }, rows, h("button", { type: "submit", class: "primary" }, say("leave")));
}
