// Tells the widget who is signed in to the shop; it asks again when an identity expires.

const { customer } = document.currentScript.dataset;
const identity = () => fetch("/chat-identity").then((answer) => answer.text());

if (customer) (window.Callcenter ||= []).push(["identify", identity]);
