// The form that says what a part shows.

const TYPING_MS = 250;

/** What the form asks for goes into the address, and from there, by `ask()`, to the server. */
export function followForm(form, ask) {
  let typing = 0;
  const follow = (delay) => {
    clearTimeout(typing);
    typing = setTimeout(() => {
      const fields = [...new FormData(form)].filter(([, value]) => value !== "");
      const search = new URLSearchParams(fields).toString();
      history.replaceState(null, "", location.pathname + (search ? `?${search}` : ""));
      ask();
    }, delay);
  };
  for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;
  form.addEventListener("input", () => follow(TYPING_MS));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    follow(0);
  });
}
