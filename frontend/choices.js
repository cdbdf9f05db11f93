// @ts-check
// What follows from the choices in a form: the label of its button, fields that become required, and the number of ticked
// boxes.
//
// - `data-by="FIELD" data-labels='{"VALUE": "LABEL"}'` on a button: its label for each value of the field; "" is none.
// - `data-required-for="FIELD=VALUE VALUE"` on a field: the values of the other field for which it is required.
// - `data-ticks-in="ID"`: shows the number of ticked boxes in the element with that id.

/**
 * Returns the chosen value of a field; empty if there is none.
 * @param {HTMLFormElement | null} form
 * @param {string} name
 */
function chosen(form, name) {
  const field = form?.elements.namedItem(name);
  return field && "value" in field ? String(field.value) : "";
}

/**
 * Sets a text only if it differs, so that screen readers announce changes only.
 * @param {Element} element
 * @param {string} text
 */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Applies all choices of the page. */
function apply() {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-by]"))) {
    const labels = JSON.parse(button.dataset.labels ?? "{}");
    setText(button, labels[chosen(button.form, button.dataset.by ?? "")] ?? labels[""]);
  }
  for (const field of /** @type {NodeListOf<HTMLTextAreaElement>} */ (document.querySelectorAll("[data-required-for]"))) {
    const [name = "", values = ""] = (field.dataset.requiredFor ?? "").split("=");
    const value = chosen(field.form, name);
    field.required = value !== "" && values.split(" ").includes(value);
  }
  for (const count of document.querySelectorAll("[data-ticks-in]")) {
    const list = document.getElementById(count.getAttribute("data-ticks-in") ?? "");
    setText(count, String(list?.querySelectorAll("input:checked").length ?? 0));
  }
}

/** Installs the listeners. */
export function start() {
  apply();
  document.addEventListener("change", apply);
  // The fields are reset after the event.
  document.addEventListener("reset", () => setTimeout(apply));
  document.addEventListener("loci:changed", apply);
}
