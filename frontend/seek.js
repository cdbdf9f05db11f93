// @ts-check
// Searches that follow the typing: a field with `data-seeks` sends its GET form after a pause. The field keeps what is
// typed while results arrive.
import { seek } from "./forms.js";

/** Pause in typing after which the search runs, in milliseconds. */
const PAUSE = 150;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let planned;

/** Installs the listeners. */
export function start() {
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || !field.hasAttribute("data-seeks")) return;
    clearTimeout(planned);
    planned = setTimeout(() => {
      if (field.isConnected && field.form) seek(field.form);
    }, PAUSE);
  });
  // Enter searches at once.
  document.addEventListener("submit", (event) => {
    const form = event.target instanceof HTMLFormElement ? event.target : null;
    if (form?.querySelector("[data-seeks]")) clearTimeout(planned);
  });
}
