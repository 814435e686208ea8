/**
 * Characters to remove: control characters, most of which XML 1.0 does not allow, even escaped (the libraries let them through, and
 * Office then rejects the file); the private-use characters that mark placeholders in templates; and direction characters, which
 * reverse all following text if a name does not close them.
 */
const illegalCharacters =
  /(?![\t\n])\p{Cc}|[\ufffe\uffff\ue000-\ue002\ue010-\ue013\u202a-\u202e\u2066-\u2069]/gu;

/** Text for any XML part: without illegal characters and lone surrogates, line ends as "\n". */
export function removeIllegalCharacters(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, "\n").replace(illegalCharacters, "");
}

/** Text for any XML part, on one line, with white space collapsed. */
export function toSingleLine(text: string): string {
  return removeIllegalCharacters(text).replace(/\s+/gu, " ").trim();
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text escaped for element content and attributes. */
export function escapeXml(text: string): string {
  return removeIllegalCharacters(text).replace(/[&<>"']/g, (character) => entities[character]!);
}

/** At most `length` graphemes; the last one is an ellipsis if the text was cut. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const graphemes: string[] = [];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (graphemes.length === length) return `${graphemes.slice(0, -1).join("").trimEnd()}…`;
    graphemes.push(segment);
  }
  return text;
}
