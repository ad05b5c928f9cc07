// Cards: facts and forms from the kinds of the product, by state and reader.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { actOn, cardShown, fieldsOf, isMoment, valuesOf } from "../../../static/conversation/cards.js";

const VISIT = kind("visit");
const PRICE = kind("price");
const SLOTS = ["2027-03-01T14:30", "2027-03-02T09:00"];
const offered = { card: "c1", state: "offered", step: 1, values: { subject: "Clio", place: "Lyon", slots: SLOTS } };
const booked = { ...offered, state: "pending", step: 2, action: "book", given: { slot: SLOTS[1], name: "Kim" } };

/** As `GET /card-kinds` has it. */
function kind(name) {
  const file = new URL(`../../../messaging/cards/kinds/${name}.1.json`, import.meta.url);
  const { title, values, actions, result, $defs } = JSON.parse(readFileSync(file));
  const shown = Object.entries(actions).map(([action, one]) => ({ name: action, asks_service: false, ...one, values: { ...one.values, $defs } }));
  return { kind: name, title, values: { ...values, $defs }, actions: shown, result: { ...result, $defs } };
}

const facts = (card, of = VISIT, reader = "customer") => cardShown(card, of, reader).facts.map(({ label, value }) => [label, value]);

test("an offer shows its facts, and its form what there is to choose", () => {
  const { title, forms } = cardShown(offered, VISIT, "customer");
  assert.equal(title, "Book a visit");
  assert.deepEqual(facts(offered), [["Visit for", "Clio"], ["Place", "Lyon"]]);
  assert.deepEqual(forms.map(({ action, isPrimary }) => [action, isPrimary]), [["book", true], ["decline", false]]);
  const [slot, name, phone] = forms[0].fields;
  assert.deepEqual(slot, { name: "slot", label: "Time", required: true, type: "choice", options: SLOTS });
  assert.deepEqual(name, { name: "name", label: "Name", required: true, type: "line", maxLength: 100 });
  assert.equal(phone.required, false);
});

test("what was chosen replaces the choice, and what the service says replaces both", () => {
  assert.deepEqual(facts(booked), [["Visit for", "Clio"], ["Place", "Lyon"], ["Time", SLOTS[1]], ["Name", "Kim"]]);
  const done = { ...booked, state: "done", result: { reference: "V-1", slot: SLOTS[0] } };
  assert.deepEqual(facts(done).slice(2), [["Time", SLOTS[0]], ["Name", "Kim"], ["Reference", "V-1"]]);
});

test("what is done says by which action, a decline too", () => {
  const done = (more, of = VISIT) => cardShown({ ...offered, state: "done", ...more }, of, "staff").done;
  assert.deepEqual([done({ action: "book" }), done({ action: "decline" }), done({}), done({}, PRICE)], ["Visit booked", "Declined", "Visit booked", ""]);
  assert.equal(cardShown(booked, VISIT, "staff").done, "");
  const declined = (action) => cardShown({ ...offered, state: "done", action }, VISIT, "staff").declined;
  assert.deepEqual([declined("book"), declined("decline")], [false, true]);
});

test("only what is open can be acted on, a failure again", () => {
  const states = ["offered", "pending", "done", "failed", "expired"];
  assert.deepEqual(states.filter((state) => cardShown({ ...booked, state }, VISIT, "staff").forms.length > 0), ["offered", "failed"]);
  assert.deepEqual(actOn(booked, "book", {}), { step: 2, action: "book", values: {} });
});

test("staff see what only customers may do without its form", () => {
  const price = { card: "c2", state: "offered", step: 1, values: { subject: "Clio", amount: 8900.5, currency: "EUR" } };
  assert.deepEqual(cardShown(price, PRICE, "staff").forms, []);
  assert.deepEqual(cardShown(price, PRICE, "customer").forms.map(({ action }) => action), ["confirm", "decline"]);
  const { facts: shown } = cardShown(price, PRICE, "staff");
  assert.deepEqual(shown[1], { name: "amount", label: "Price", value: 8900.5, currency: "EUR" });
  assert.equal(shown.length, 2);
});

test("a rating is a scale with a comment", () => {
  const [score, comment] = cardShown({ state: "offered", step: 1, values: {} }, kind("rating"), "customer").forms[0].fields;
  assert.deepEqual([score.type, score.options, score.ends], ["scale", [1, 2, 3, 4, 5], ["Poor", "Excellent"]]);
  assert.deepEqual([comment.type, comment.required], ["lines", false]);
  assert.deepEqual(valuesOf([score, comment], { score: "4", comment: "  " }), { score: 4 });
});

test("a form to offer takes lists by line and numbers as numbers", () => {
  const fields = fieldsOf(VISIT.values);
  assert.deepEqual(fields.at(-1), { name: "slots", label: "Times", required: true, type: "list", maxItems: 12, isMoments: true });
  assert.deepEqual(valuesOf(fields, { subject: " Clio ", place: "Lyon", slots: `${SLOTS.join("\n")}\n\n` }), offered.values);
  assert.deepEqual(valuesOf(fieldsOf(PRICE.values), { subject: "Clio", amount: "8900.5", currency: "EUR", terms: "" }), { subject: "Clio", amount: 8900.5, currency: "EUR" });
  assert.deepEqual(valuesOf(fields, {}), {});
});

test("moments are told from texts", () => {
  assert.deepEqual([SLOTS[0], "2027-03-01", "Clio", 5, undefined].map(isMoment), [true, false, false, false, false]);
});
