/**
 * Control characters, most of which XML 1.0 does not allow at all, escaped or not: the libraries let them
 * through, and Office then refuses the file. The private-use marks that documents are put together by. And marks that set a
 * direction: one that a name does not end turns round all that follows it, dates and other people's names too.
 */
const illegal = /(?![\t\n])\p{Cc}|[\ufffe\uffff\ue000-\ue002\ue010\ue011\u202a-\u202e\u2066-\u2069]/gu;

/** Text that any XML part can hold: illegal characters and lone surrogates out, line ends as "\n". */
export function xmlSafe(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, "\n").replace(illegal, "");
}

/** xmlSafe on one line, runs of white space joined. */
export function oneLine(text: string): string {
  return xmlSafe(text).replace(/\s+/gu, " ").trim();
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text as it stands between tags or in an attribute. */
export function xmlEscape(text: string): string {
  return xmlSafe(text).replace(/[&<>"']/g, (mark) => entities[mark]!);
}

/** At most `length` characters as a reader counts them, the last one an ellipsis if something was cut. */
export function ellipsis(text: string, length: number): string {
  if (text.length <= length) return text;
  const shown: string[] = [];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (shown.length === length) return `${shown.slice(0, -1).join("").trimEnd()}…`;
    shown.push(segment);
  }
  return text;
}
