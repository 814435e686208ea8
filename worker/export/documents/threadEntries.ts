import { formatLocalMinute } from "../dates.ts";
import type { PlannedThread } from "../exportPlanTypes.ts";
import type { DocumentTexts } from "./documentTexts.ts";
import { removeIllegalCharacters, toSingleLine } from "./xml.ts";

/** A thread in a document. All texts are safe for XML; only those of comments may have line breaks. */
export interface ThreadEntry {
  /** The name of the photo or task, or a word for the documentation; with who resolved the thread, and when. */
  heading: string;
  comments: { author: string; time: string; text: string }[];
}

/** The threads of an export that includes them. */
export const threadEntries = (
  threads: readonly PlannedThread[] | undefined,
  texts: DocumentTexts,
): ThreadEntry[] =>
  (threads ?? []).map(({ subject, resolved, comments }) => ({
    heading: `${toSingleLine(subject) || texts.documentation}${resolved ? ` (${texts.resolvedBy} ${toSingleLine(resolved.author)}, ${formatLocalMinute(resolved.date)})` : ""}`,
    comments: comments.map(({ creator, text, dateCreated, edited }) => ({
      author: toSingleLine(creator),
      time: `${formatLocalMinute(dateCreated)}${edited ? ` (${texts.edited} ${formatLocalMinute(edited)})` : ""}`,
      text: removeIllegalCharacters(text),
    })),
  }));

/** The threads in the text file for people. */
export const createThreadLines = (threads: readonly ThreadEntry[]): string[] =>
  threads.flatMap(({ heading, comments }) => [
    `- ${heading}`,
    ...comments.flatMap(({ author, time, text }) => [
      `    ${author}, ${time}`,
      ...text.split("\n").map((line) => `      ${line}`),
    ]),
  ]);
