// The queues that an agent's skills make, said while they are chosen.

/** Counts the checked skills of a form now and after each change; only on pages that have a place for it. */
export function countQueues(root) {
  const said = root.querySelector("[data-most-queues]");
  const form = said?.closest("form");
  if (!form) return;
  const checked = (name) => form.querySelectorAll(`input[name="${name}"]:checked`).length;
  const byTopic = form.querySelector('input[name="topics"]') !== null;
  const tell = () => {
    const { text, isTooMany } = queuesSaid(checked("languages"), byTopic ? checked("topics") : 1, Number(said.dataset.mostQueues));
    said.textContent = text;
    said.className = isTooMany ? "field-error long" : "field-note long";
  };
  form.addEventListener("change", tell);
  tell();
}

/** In words, and whether they are more than an agent can wait in. */
export function queuesSaid(languages, topics, most) {
  const queues = languages * topics;
  if (queues <= most) return { text: `These skills need ${queues} of at most ${most} queues.`, isTooMany: false };
  return { text: `These skills need ${queues} queues, at most ${most} are allowed: choose fewer.`, isTooMany: true };
}
