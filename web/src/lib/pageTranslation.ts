/*
 * Browsers translate a page by replacing its text nodes with <font> elements (Chrome, Edge). React keeps the replaced nodes: it updates
 * them where nobody sees it, and fails when it removes them (github.com/facebook/react/issues/11538). Here, a replaced text that
 * changes goes back to its place, where the browser translates it again, and what is removed or inserted beside it is found.
 */

/** The element that took the place of a text node. */
const replacements = new WeakMap<Node, Element>();
/** The text nodes that an element has replaced, in order. */
const replaced = new WeakMap<Element, Text[]>();

/** Call once, before React renders. */
export function survivePageTranslation(): void {
  new MutationObserver(noteReplacements).observe(document.documentElement, {
    childList: true,
    subtree: true,
  });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    const replacement = replacementIn(this, child);
    if (!replacement) return removeChild.call(this, child) as T; // Cast: removeChild returns what it is given.
    restore(replacement);
    return removeChild.call(this, child) as T; // Cast: as above.
  };
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    const replacement = before && replacementIn(this, before);
    if (replacement) restore(replacement);
    return insertBefore.call(this, node, before) as T; // Cast: insertBefore returns what it is given.
  };
  const { get, set } = accessorOf(Text.prototype, "nodeValue") ?? {};
  if (!get || !set) return;
  Object.defineProperty(Text.prototype, "nodeValue", {
    configurable: true,
    get,
    set(this: Text, text: string | null) {
      const replacement = replacements.get(this);
      // The texts of an element may have been translated as one sentence: all of them go back.
      if (replacement?.parentNode && !this.parentNode)
        for (const sibling of [...replacement.parentNode.children]) restore(sibling);
      set.call(this, text);
    },
  });
}

function accessorOf(prototype: object | null, name: string): PropertyDescriptor | undefined {
  if (!prototype) return undefined;
  return (
    Object.getOwnPropertyDescriptor(prototype, name) ?? accessorOf(Object.getPrototypeOf(prototype), name)
  );
}

const replacementIn = (parent: Node, child: Node): Element | null => {
  const replacement = child.parentNode === null ? replacements.get(child) : undefined;
  return replacement?.parentNode === parent ? replacement : null;
};

function restore(replacement: Element): void {
  const texts = replaced.get(replacement);
  if (!texts) return;
  replaced.delete(replacement);
  for (const text of texts) replacements.delete(text);
  replacement.replaceWith(...texts);
}

/** Finds the texts that were taken out together with the insertion of an element at their place. */
function noteReplacements(records: readonly MutationRecord[]): void {
  const added = new Set<Node>();
  for (const record of records)
    for (const node of record.addedNodes) if (node.nodeName === "FONT") added.add(node);
  if (added.size === 0) return;
  for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records)
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.parentNode) continue;
      const replacement = [...addedNodes, previousSibling, nextSibling].find(
        (node): node is Element => node instanceof Element && added.has(node) && node.parentNode === target,
      );
      if (!replacement) continue;
      replacements.set(text, replacement);
      replaced.set(replacement, [...(replaced.get(replacement) ?? []), text]);
    }
}
