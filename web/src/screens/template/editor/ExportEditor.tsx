/** Where documentations are sent. */
export function ExportEditor() {
  return null;
}
