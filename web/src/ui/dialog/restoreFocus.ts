/**
 * Returns the focus to where it was before something opened. Does nothing if the user has moved the focus since, for instance
 * while something was being saved.
 */
export function restoreFocus(element: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) element?.focus();
}
