// @ts-check
// Buttons that copy a text: `data-copy` has it; if that is empty, it is the visible `pre` of the same figure. A refusal of
// the browser is ignored, because the text can be selected.

/** Installs the listener. */
export function start() {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-copy]") : null;
    if (!button) return;
    const texts = [...(button.closest("figure")?.querySelectorAll("pre") ?? [])];
    const text = button.getAttribute("data-copy") || texts.find((pre) => pre.checkVisibility())?.textContent;
    navigator.clipboard?.writeText(text ?? "").catch(() => {});
    button.setAttribute("data-copied", "");
    const said = button.querySelector("[aria-live]");
    if (said) said.textContent = "Copied";
    button.querySelector("use")?.setAttribute("href", "#i-check");
  });
}
