// Names the customer who has signed in to the shop; the widget asks again when an identity ends.

const { customer } = document.currentScript.dataset;
const identity = () => fetch("/chat-identity").then((answer) => answer.text());

if (customer) (window.Callcenter ||= []).push(["identify", identity]);
