// @ts-check
// Focus after a form that disappears with its row: it moves to the same button of the next row, of the previous one, or to
// the heading of the section, never to the top of the page.

/**
 * Returns where the focus may go once the form's row is gone.
 * @param {HTMLFormElement} form
 */
export function neighbours(form) {
  const row = form.closest("li, tr");
  return {
    same: `form[action="${CSS.escape(form.getAttribute("action") ?? "")}"] button:not(:disabled)`,
    rows: [row?.nextElementSibling ?? null, row?.previousElementSibling ?? null],
    heading: form.closest("section")?.querySelector("h2, h3") ?? null,
  };
}

/**
 * Moves the focus, unless the reader moved it already.
 * @param {ReturnType<typeof neighbours>} around
 */
export function focusNext({ same, rows, heading }) {
  const active = document.activeElement;
  if (active && active !== document.body && !active.matches(same)) return;
  for (const row of rows) {
    const button = row?.isConnected ? row.querySelector(same) : null;
    if (button instanceof HTMLElement) {
      button.focus();
      return;
    }
  }
  if (heading instanceof HTMLElement && heading.isConnected) {
    heading.tabIndex = -1;
    heading.focus();
  }
}
