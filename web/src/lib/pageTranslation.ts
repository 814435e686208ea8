/*
 * Browsers translate a page by replacing its text nodes with <font> elements (Chrome, Edge). React keeps the replaced nodes: it updates
 * them invisibly, and fails when it removes them (github.com/facebook/react/issues/11538). Here, a replaced text that
 * changes is put back, so that the browser translates it again, and its neighbours can be removed or inserted.
 */

/** The element that took the place of a text node. */
const replacements = new WeakMap<Node, Element>();
/** The text nodes that an element has replaced, in order. */
const replacedTexts = new WeakMap<Element, Text[]>();

/** Call once, before React renders. */
export function survivePageTranslation(): void {
  new MutationObserver(noteReplacements).observe(document.documentElement, {
    childList: true,
    subtree: true,
  });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    const replacement = findReplacement(this, child);
    if (!replacement) return removeChild.call(this, child) as T; // Cast: removeChild returns what it is given.
    restore(replacement);
    return removeChild.call(this, child) as T; // Cast: as above.
  };
  Node.prototype.insertBefore = function <T extends Node>(node: T, referenceNode: Node | null): T {
    const replacement = referenceNode && findReplacement(this, referenceNode);
    if (replacement) restore(replacement);
    return insertBefore.call(this, node, referenceNode) as T; // Cast: insertBefore returns what it is given.
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

const findReplacement = (parent: Node, child: Node): Element | null => {
  const replacement = child.parentNode === null ? replacements.get(child) : undefined;
  return replacement?.parentNode === parent ? replacement : null;
};

function restore(replacement: Element): void {
  const texts = replacedTexts.get(replacement);
  if (!texts) return;
  replacedTexts.delete(replacement);
  for (const text of texts) replacements.delete(text);
  replacement.replaceWith(...texts);
}

/** Records the texts that were removed and replaced by an element in the same place. */
function noteReplacements(records: readonly MutationRecord[]): void {
  const addedFonts = new Set<Node>();
  for (const record of records)
    for (const node of record.addedNodes) if (node.nodeName === "FONT") addedFonts.add(node);
  if (addedFonts.size === 0) return;
  for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records)
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.parentNode) continue;
      const replacement = [...addedNodes, previousSibling, nextSibling].find(
        (node): node is Element =>
          node instanceof Element && addedFonts.has(node) && node.parentNode === target,
      );
      if (!replacement) continue;
      replacements.set(text, replacement);
      replacedTexts.set(replacement, [...(replacedTexts.get(replacement) ?? []), text]);
    }
}
