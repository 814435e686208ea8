/** A licence code as the list of trials shows it: what follows the '#' is the trial's own and long (3§2). */
export function shortCode(code: string): string {
  const end = code.indexOf("#") + 1;
  return end === 0 || end === code.length ? code : `${code.slice(0, end)}…`;
}
