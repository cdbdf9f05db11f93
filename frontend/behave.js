// @ts-check
// Set-up of single elements: once for each element that matches, when the document is loaded and after every change of it.

/** @type {{ selector: string, setUp: (element: any) => void, done: WeakSet<Element> }[]} */
const behaviours = [];

/**
 * Runs `setUp` once for every element that matches `selector`, now and later.
 * @param {string} selector
 * @param {(element: any) => void} setUp
 */
export function behave(selector, setUp) {
  const behaviour = { selector, setUp, done: new WeakSet() };
  behaviours.push(behaviour);
  apply(behaviour);
}

document.addEventListener("loci:changed", () => behaviours.forEach(apply));

/** @param {typeof behaviours[number]} behaviour */
function apply({ selector, setUp, done }) {
  for (const element of document.querySelectorAll(selector)) {
    if (done.has(element)) continue;
    done.add(element);
    setUp(element);
  }
}
