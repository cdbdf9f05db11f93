// @ts-check
// Dialogs of forms that came back refused. The server renders them open, which works without scripts; here they become
// popovers again, like the dialogs that a button opens.

/** Makes every open dialog a popover. */
function adopt() {
  for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[popover][open]"))) {
    dialog.removeAttribute("open");
    if (!dialog.matches(":popover-open")) dialog.showPopover();
  }
}

/** Installs the listeners. */
export function start() {
  adopt();
  document.addEventListener("loci:changed", adopt);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== "dialog") return;
    const dialog = form.closest("dialog:popover-open");
    if (dialog instanceof HTMLElement) dialog.hidePopover();
  });
}
