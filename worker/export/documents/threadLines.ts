import { localMinute } from "../dates.ts";
import type { PlannedThread } from "../exportPlanTypes.ts";
import type { DocumentTexts } from "./documentTexts.ts";
import { toSingleLine } from "./xml.ts";

/** The threads of a documentation, in the text file for people. */
export const threadLines = (threads: readonly PlannedThread[], texts: DocumentTexts): string[] =>
  threads.flatMap(({ subject, resolved, comments }) => [
    `- ${toSingleLine(subject) || texts.documentation}${resolved ? ` (${texts.resolvedBy} ${toSingleLine(resolved.author)}, ${localMinute(resolved.date)})` : ""}`,
    ...comments.flatMap(({ creator, text, dateCreated, edited }) => [
      `    ${toSingleLine(creator)}, ${localMinute(dateCreated)}${edited ? ` (${texts.edited} ${localMinute(edited)})` : ""}`,
      ...text.split("\n").map((line) => `      ${line}`),
    ]),
  ]);
