import { act, render } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { survivePageTranslation } from "./pageTranslation.ts";

const prototypes = [Node.prototype, Text.prototype];
let originalDescriptors: Record<string, PropertyDescriptor>[] = [];

beforeEach(() => {
  originalDescriptors = prototypes.map((prototype) => Object.getOwnPropertyDescriptors(prototype));
  survivePageTranslation();
});
afterEach(() => {
  for (const [index, prototype] of prototypes.entries()) {
    Reflect.deleteProperty(prototype, "nodeValue");
    for (const name of ["removeChild", "insertBefore", "nodeValue"])
      if (originalDescriptors[index]?.[name])
        Object.defineProperty(prototype, name, originalDescriptors[index][name]);
  }
});

/** Replaces every text by an element, as Chrome does; `isMerged` puts a whole sentence into its first element. */
async function translate(root: HTMLElement, isMerged = false): Promise<void> {
  // Observers are notified in the order in which they were registered.
  const mutationPromise = new Promise((resolve) =>
    new MutationObserver(resolve).observe(root, { childList: true, subtree: true }),
  );
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const parent = text.parentElement!;
    if (isMerged && text !== parent.firstChild) {
      text.remove();
      continue;
    }
    const font = document.createElement("font");
    font.append(document.createElement("font"));
    font.firstElementChild!.textContent = `[${isMerged ? parent.textContent : text.data}]`;
    text.replaceWith(font);
  }
  if (texts.length > 0) await mutationPromise;
}

let show: (next: { count: number; note: string; rows: string[] }) => void;
function Page() {
  const [{ count, note, rows }, set] = useState({ count: 1, note: "", rows: ["a", "b"] });
  show = (next) => act(() => set(next));
  return (
    <main>
      <p data-testid="count">
        {count} of {47}
      </p>
      <b>{`${count} done`}</b>
      {note && <i>{note}</i>}
      text {rows.length > 2 ? "many" : ""} end
      <ul>
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
    </main>
  );
}
const plainTextOf = (root: HTMLElement) => (root.textContent ?? "").replaceAll(/[[\]]/g, "");

test.each([[false], [true]])(
  "O8 react#11538, svelte#15090 counts change in place on a translated page (merged sentences: %s)",
  async (isMerged) => {
    const { container } = render(<Page />);
    for (let n = 2; n < 6; n += 1) {
      await translate(container, isMerged);
      show({ count: n, note: "", rows: ["a", "b"] });
      const count = container.querySelector<HTMLElement>("[data-testid=count]")!;
      expect(plainTextOf(count)).toBe(`${n} of 47`);
      expect(plainTextOf(container.querySelector("b")!)).toBe(`${n} done`);
    }
  },
);

test("O8 elements are added, removed and moved on a translated page without an error", async () => {
  const { container, unmount } = render(<Page />);
  await translate(container);
  show({ count: 1, note: "late", rows: ["c", "b", "a"] });
  expect(plainTextOf(container)).toBe("1 of 471 donelatetext many endcba");
  await translate(container);
  show({ count: 2, note: "", rows: [] });
  expect(plainTextOf(container)).toBe("2 of 472 donetext  end");
  await translate(container);
  unmount();
  expect(container.textContent).toBe("");
});
