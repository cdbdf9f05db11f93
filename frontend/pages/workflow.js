// @ts-check
// A workflow: its keys, and the slider of its history.
import { visit } from "../page.js";

const FIELDS = "input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]";

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const isInField = document.activeElement?.matches(FIELDS) ?? false;
  if (isInField || document.documentElement.getAttribute("data-keys") === "off") return;
  if (event.key === "n") {
    const message = document.getElementById("nudge-message");
    if (!message) return;
    message.focus();
    event.preventDefault();
  } else if (event.key === "Escape" && !document.querySelector("dialog:popover-open")) {
    const close = document.querySelector("main a[data-closes]");
    if (!(close instanceof HTMLElement)) return;
    close.click();
    event.preventDefault();
  }
});

// The end of the slider is the current version.
document.addEventListener("change", (event) => {
  const slider = event.target;
  if (!(slider instanceof HTMLInputElement) || !slider.matches(".scrub input[type=range]") || !slider.form) return;
  const to = new URL(location.href);
  if (slider.value === slider.max) to.searchParams.delete("at");
  else to.searchParams.set("at", slider.value);
  void visit(to.href, { scroll: false });
});
