// @ts-check
// Buttons that copy a text: `data-copy` has it. A refusal of the browser is ignored, because the text can be selected.

/** Installs the listener. */
export function start() {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-copy]") : null;
    if (!button) return;
    navigator.clipboard?.writeText(button.getAttribute("data-copy") ?? "").catch(() => {});
    button.setAttribute("data-copied", "");
    const said = button.querySelector("[aria-live]");
    if (said) said.textContent = "Copied";
    button.querySelector("use")?.setAttribute("href", "#i-check");
  });
}
