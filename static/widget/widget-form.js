// Form outside hours: name, how to reach the customer, the message. Together they begin the conversation.

import { h } from "./dom.js";
import { say } from "./strings.js";

export function closedForm(send) {
  const fields = { name: ["input", { autocomplete: "name", maxlength: 100 }], reach: ["input", { autocomplete: "email", maxlength: 200 }], message: ["textarea", { rows: "4", maxlength: 3000 }] };
  const inputs = Object.entries(fields).map(([name, [tag, more]]) => [name, h(tag, { ...more, name, required: true, dir: "auto" })]);
  const submit = (event) => {
    event.preventDefault();
    const [name, reach, message] = inputs.map(([, input]) => input.value.trim());
    send(`${say("name")}: ${name}\n${say("reach")}: ${reach}\n\n${message}`);
  };
  const rows = inputs.map(([name, input]) => h("label", {}, say(name), input));
  return h("form", { class: "fields", onsubmit: submit }, rows, h("button", { type: "submit", class: "primary" }, say("leave")));
}
