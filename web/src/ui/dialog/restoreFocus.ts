/**
 * Returns the focus to where it was before something opened. Leaves it alone when the user has moved on meanwhile, while
 * something was being saved.
 */
export function restoreFocus(to: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) to?.focus();
}
