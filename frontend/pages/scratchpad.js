// @ts-check
// The editor of a scratchpad: it is as high as its text. Fields with `data-lines` name the smallest and largest number of
// lines.
document.addEventListener("input", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLTextAreaElement) || !field.dataset.lines) return;
  const [min = 1, max = 1] = field.dataset.lines.split(" ").map(Number);
  field.rows = Math.min(Math.max(field.value.split("\n").length + 1, min), max);
});
