/**
 * Gives the focus back to where somebody came from, when what they were in has closed. Whoever has gone elsewhere meanwhile, while
 * something was being saved, is left there.
 */
export function returnFocus(to: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) to?.focus();
}
