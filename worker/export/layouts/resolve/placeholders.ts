import { hasPosition } from "#domain/core/fields.ts";
import { recordOf } from "#domain/core/objects.ts";
import { fieldPlaceholders, placeholderField } from "#domain/documentation/documentationFields.ts";
import { type LayoutPlaceholder, layoutPlaceholders, type Position } from "#domain/layout/types.ts";
import { formatDirection } from "#domain/media/compassDirection.ts";
import { formatAnswer } from "#worker/export/documents/answerText.ts";
import { formatDegrees, positionText } from "#worker/export/documents/documentModel.ts";
import { formatRanges } from "#worker/export/documents/formSections.ts";
import {
  crewCommentText,
  photoCommentText,
  reviewCommentText,
} from "#worker/export/documents/photoComments.ts";
import { removeIllegalCharacters, toSingleLine } from "#worker/export/documents/xml.ts";
import { photoTitle } from "#worker/export/embeddedPhoto.ts";
import type { PlannedDocumentation, PlannedPhoto } from "#worker/export/exportPlanTypes.ts";
import { replaceCodes } from "#worker/export/replacement.ts";
import { type DrawnText, pageCountMark, pageNumberMark, type UnfilledPlaceholder } from "../renderTree.ts";
import type { Report } from "../report.ts";
import {
  type DocumentationIndex,
  descendants,
  type IndexedPhoto,
  type IndexedTask,
} from "./documentationIndex.ts";
import { formatTaskAnswer, taskDescription, taskName } from "./layoutReplacement.ts";
import { findTask, findTasks, type ResolveContext, type Scope, singleDocumentation } from "./resolveScope.ts";

/** Fills in the placeholders of texts (3§4, 3§9). */

/** The position of a text, as far as its content depends on it. */
export interface TextPosition {
  /** In a header, footer, slide or PDF page, where pages have numbers. */
  paged: boolean;
  /** A text next to a pair of photos describes the one on its side. */
  position: Position | null;
}

/** Left, right, or neither. */
export const sideOf = (position: Position | null): "LEFT" | "RIGHT" | null => {
  if (position?.endsWith("LEFT")) return "LEFT";
  return position?.endsWith("RIGHT") ? "RIGHT" : null;
};

type ValueReader = (
  scope: Scope,
  context: ResolveContext,
  position: TextPosition,
) => string | null | undefined;

const getDocumentation = (scope: Scope, { report }: ResolveContext): PlannedDocumentation =>
  singleDocumentation(scope)?.reported.documentation ?? report.plan.documentation;

const documentationValue =
  (
    read: (documentation: PlannedDocumentation, context: ResolveContext) => string | null | undefined,
  ): ValueReader =>
  (scope, context) =>
    read(getDocumentation(scope, context), context);

export function getPhoto({ photo, pair }: Scope, { position }: TextPosition): IndexedPhoto | null {
  if (!pair) return photo;
  return sideOf(position) === "RIGHT" ? pair.afterPhoto : pair.beforePhoto;
}

const photoValue =
  (
    read: (
      photo: PlannedPhoto,
      indexedPhoto: IndexedPhoto,
      context: ResolveContext,
    ) => string | null | undefined,
  ): ValueReader =>
  (scope, context, position) => {
    const photo = getPhoto(scope, position);
    return photo && read(photo.photo, photo, context);
  };

/** The task in scope; all of them if it is matched over several documentations. */
export const tasksInScope = ({ task, group, matched }: Scope): readonly IndexedTask[] =>
  task ? [task] : (matched?.tasks ?? (group ? [group] : []));

const joinUnique = (texts: readonly string[]): string => [...new Set(texts.filter(Boolean))].join(", ");

/** The answers of tasks. Those of several documentations are one per line, each after the name and day of its documentation. */
function formatAnswers(
  tasks: readonly IndexedTask[],
  scope: Scope,
  { texts, visitLabels }: ResolveContext,
): string {
  const answers = tasks.map((indexedTask) => formatTaskAnswer(indexedTask, texts));
  const spansDocumentations = scope.matched ? !scope.photo : singleDocumentation(scope) === null;
  if (visitLabels.size === 0 || !spansDocumentations) return joinUnique(answers);
  if (!answers.some(Boolean)) return "";
  return tasks
    .map(({ documentation }, index) => `${visitLabels.get(documentation)}: ${answers[index] || "–"}`)
    .join("\n");
}

const exportDateAndTime = ({ report, minute }: ResolveContext): string[] =>
  minute(report.plan.asOf).split(" ");

/** The URL of a documentation in the console. */
export const documentationUrl = ({ consoleUrl }: Report, { reported }: DocumentationIndex): string =>
  `${consoleUrl}/documentation/details/${reported.documentation.id}`;

/** Hexadecimal digits: enough to compare by eye. */
const shortDigestLength = 8;

const values: Readonly<Record<LayoutPlaceholder, ValueReader>> = {
  DOCUMENTATION_NAME: documentationValue(({ name }) => toSingleLine(name)),
  DOCUMENTATION_STATUS: documentationValue(({ status }, { texts }) => texts.statuses[status] ?? status),
  TEMPLATE_NAME: (scope, context) =>
    toSingleLine(scope.template ?? getDocumentation(scope, context).templateName),
  CUSTOMER_NAME: documentationValue(({ customerName }) => toSingleLine(customerName)),
  CREATOR: documentationValue(({ creator }) => toSingleLine(creator)),
  DATE_CREATED: documentationValue(({ dateCreated }, { minute }) => minute(dateCreated)),
  DATE_UPLOADED: documentationValue(({ dateUploaded }, { minute }) => minute(dateUploaded)),
  EXPORT_DATE: (_, context) => exportDateAndTime(context)[0],
  EXPORT_TIME: (_, context) => exportDateAndTime(context)[1],
  ...recordOf(fieldPlaceholders, (placeholder) =>
    documentationValue((documentation) => toSingleLine(documentation[placeholderField(placeholder)])),
  ),
  ALIAS: documentationValue(({ alias }) => toSingleLine(alias ?? "")),
  TAGS: documentationValue(({ tags }) => toSingleLine(tags.join(", "))),
  LINK: (scope, { report }) => {
    const documentation = singleDocumentation(scope);
    return documentation && documentationUrl(report, documentation);
  },
  POSITION: documentationValue(({ lat, lng }) => positionText(lat, lng)),
  LAT: documentationValue((position) => (hasPosition(position) ? formatDegrees(position.lat) : null)),
  LNG: documentationValue((position) => (hasPosition(position) ? formatDegrees(position.lng) : null)),
  GROUP_NAME: ({ group }) => group && taskName(group),
  TASK_NAME: (scope) => joinUnique(tasksInScope(scope).slice(0, 1).map(taskName)),
  TASK_DESCRIPTION: (scope) => tasksInScope(scope).map(taskDescription).find(Boolean),
  TASK_ANSWER: (scope, context) => scope.value ?? formatAnswers(tasksInScope(scope), scope, context),
  PHOTO_NAME: photoValue(({ name }) => toSingleLine(name)),
  PHOTO_COMMENT: photoValue((photo, _, { texts }) => photoCommentText(photo, texts)),
  PHOTO_CREW_COMMENT: photoValue(crewCommentText),
  PHOTO_REVIEW_COMMENT: photoValue(reviewCommentText),
  PHOTO_ALIAS: photoValue(({ alias }) => toSingleLine(alias ?? "")),
  PHOTO_ALIAS_OR_NAME: photoValue(photoTitle),
  PHOTO_TASK_NAME: photoValue((_, { task }) => task && taskName(task)),
  PHOTO_CREATOR: photoValue(({ creator }) => toSingleLine(creator)),
  PHOTO_DATE_TIME: photoValue(({ dateCreated, dateSource }, _, { minute, texts }) =>
    dateSource === "ARRIVAL" ? texts.unknownTime : minute(dateCreated),
  ),
  PHOTO_ID: photoValue(({ id }) => id),
  PHOTO_NUMBER: photoValue((_, photo, { photoNumberOf }) => photoNumberOf(photo)?.toString()),
  PHOTO_NUMBERS: (scope, { photoNumberOf }) =>
    formatRanges(
      tasksInScope(scope)
        .flatMap((task) => [task, ...descendants(task)])
        .flatMap(({ photos }) => photos)
        .flatMap((photo) => photoNumberOf(photo) ?? [])
        .toSorted((a, b) => a - b),
    ),
  PHOTO_POSITION: photoValue(({ lat, lng }) => positionText(lat, lng)),
  DIRECTION: photoValue(({ direction }, _, { report }) =>
    typeof direction === "number" ? formatDirection(direction, report.plan.language) : null,
  ),
  PHOTO_SHA256: photoValue(({ sha256 }) => sha256),
  PHOTO_SHA256_SHORT: photoValue(({ sha256 }) => sha256.slice(0, shortDigestLength)),
  EXPECTED_ANSWER_LIST: ({ unexpectedAnswer }) => unexpectedAnswer && toSingleLine(unexpectedAnswer.list),
  EXPECTED_ANSWER: ({ unexpectedAnswer, task }, { texts }) =>
    unexpectedAnswer &&
    removeIllegalCharacters(
      formatAnswer({ type: task?.task.type ?? "TEXT", answer: unexpectedAnswer.answer }, texts),
    ),
  EVENT_TYPE: ({ event }, { texts }) => event && (texts.events[event.type] ?? toSingleLine(event.type)),
  EVENT_STATUS: ({ event }, { texts }) =>
    event?.status && (texts.statuses[event.status] ?? toSingleLine(event.status)),
  EVENT_DATE: ({ event }, { minute }) => event && minute(event.eventDate),
  EVENT_CREATOR: ({ event }) => event && toSingleLine(event.creator),
  PAGE: (_, _context, { paged }) => (paged ? pageNumberMark : null),
  PAGES: (_, _context, { paged }) => (paged ? pageCountMark : null),
};

const placeholderNames: ReadonlySet<string> = new Set(layoutPlaceholders);
const isPlaceholder = (word: string): word is LayoutPlaceholder => placeholderNames.has(word);

/** Whether a value is a number or date. */
type FormatReader = (scope: Scope) => DrawnText["format"];

/** The format of the answers of tasks, if all have the same. */
export const answerFormat = (tasks: readonly IndexedTask[]): DrawnText["format"] => {
  const haveTypes = (...types: string[]) =>
    tasks.length > 0 && tasks.every(({ task }) => types.includes(task.type));
  if (haveTypes("INTEGER", "DECIMAL")) return "number";
  return haveTypes("DATE", "DATE_TIME") ? "date" : undefined;
};

const datePlaceholders: readonly LayoutPlaceholder[] = [
  "DATE_CREATED",
  "DATE_UPLOADED",
  "EXPORT_DATE",
  "PHOTO_DATE_TIME",
  "EVENT_DATE",
];

const numberPlaceholders: readonly LayoutPlaceholder[] = ["LAT", "LNG", "PHOTO_NUMBER"];

const formatReaderOf = (word: LayoutPlaceholder): FormatReader => {
  if (word === "TASK_ANSWER") return (scope) => answerFormat(tasksInScope(scope));
  if (numberPlaceholders.includes(word)) return () => "number";
  const format = datePlaceholders.includes(word) ? "date" : undefined;
  return () => format;
};

const noCodes: ReadonlyMap<string, string> = new Map();
const codesIn = (scope: Scope): ReadonlyMap<string, string> =>
  singleDocumentation(scope)?.reported.replacementTexts ?? noCodes;

/** Whether a text that is a single placeholder is a number or date. */
export function valueFormat(tokens: TextTokens, scope: Scope): DrawnText["format"] {
  const [token] = tokens;
  return tokens.length === 1 && token && "value" in token && !codesIn(scope).has(token.code)
    ? token.format(scope)
    : undefined;
}

/** The URL that a text with a link opens as a whole. */
export function linkIn(
  tokens: TextTokens,
  scope: Scope,
  context: ResolveContext,
): Pick<DrawnText, "link"> | null {
  const hasLink =
    tokens.some((token) => "value" in token && token.value === values.LINK) && !codesIn(scope).has("LINK");
  const link = hasLink && values.LINK(scope, context, { paged: false, position: null });
  return link ? { link } : null;
}

/** A part of a text: plain text, or text in curly braces. */
type TextToken =
  | { text: string }
  /** A placeholder, unless a template has a replacement code of that name: placeholders are added, codes keep their meaning. */
  | { source: string; code: string; value: ValueReader; format: FormatReader }
  /** May be the code of a replacement text. If not, an unknown placeholder draws nothing and other words stay as written. */
  | { source: string; code: string; missing: string | null };

export type TextTokens = readonly TextToken[];

/** Splits a text at its curly braces. */
export function parseTextTokens(text: string): TextTokens {
  return text.split(/(\{[^{}]*\})/).flatMap((part, index): TextToken[] => {
    if (index % 2 === 0) return part === "" ? [] : [{ text: removeIllegalCharacters(part) }];
    const content = part.slice(1, -1);
    const colon = content.indexOf(":");
    const word = colon < 0 ? content : content.slice(0, colon);
    if (colon >= 0 && word === "TASK_ANSWER") {
      const identifier = content.slice(colon + 1);
      const format: FormatReader = (scope) => {
        const indexedTask = findTask(scope, identifier);
        return indexedTask && answerFormat([indexedTask]);
      };
      return [{ source: part, code: content, value: answerReader(identifier), format }];
    }
    if (colon < 0 && isPlaceholder(word))
      return [{ source: part, code: word, value: values[word], format: formatReaderOf(word) }];
    return [
      {
        source: part,
        code: content.trim(),
        missing: /^[A-Z_]+$/.test(word) ? null : removeIllegalCharacters(part),
      },
    ];
  });
}

const answerReader =
  (identifier: string): ValueReader =>
  (scope, context) =>
    formatAnswers(findTasks(scope, identifier), scope, context);

/** Tracks which placeholders of a layout were filled in, and which of its conditions were decided, at least once. */
export class LayoutUsage {
  readonly #filledByNode = new Map<string, Map<string, boolean>>();
  readonly #decidedByNode = new Map<string, boolean>();

  recordPlaceholder(node: string, placeholder: string, isFilled: boolean): void {
    const nodeUsage = this.#filledByNode.get(node) ?? new Map<string, boolean>();
    this.#filledByNode.set(node, nodeUsage);
    if (isFilled || !nodeUsage.has(placeholder)) nodeUsage.set(placeholder, isFilled);
  }

  recordCondition(node: string, isDecided: boolean): void {
    this.#decidedByNode.set(node, isDecided || (this.#decidedByNode.get(node) ?? false));
  }

  /** IDs of the IF nodes that were never decided, as far as the tree has been walked. */
  listUndecided(): string[] {
    return [...this.#decidedByNode].flatMap(([node, isDecided]) => (isDecided ? [] : [node]));
  }

  /** Placeholders never filled in, as far as the tree has been walked. */
  listUnfilled(): UnfilledPlaceholder[] {
    return [...this.#filledByNode].flatMap(([node, nodeUsage]) =>
      [...nodeUsage].flatMap(([placeholder, isFilled]) => (isFilled ? [] : [{ node, placeholder }])),
    );
  }
}

/**
 * A text with its placeholders filled in. Lines of which nothing but empty placeholders remains are left out; null if that leaves
 * nothing.
 */
export function fillText(
  tokens: TextTokens,
  node: string,
  {
    scope,
    context,
    usage,
    position,
  }: { scope: Scope; context: ResolveContext; usage: LayoutUsage; position: TextPosition },
): string | null {
  const codes = codesIn(scope);
  const lines: string[] = [];
  let line = { text: "", hasPlaceholder: false };
  const endLine = (): void => {
    if (!line.hasPlaceholder || line.text.trim() !== "") lines.push(line.text);
    line = { text: "", hasPlaceholder: false };
  };
  for (const token of tokens) {
    if ("text" in token) {
      const text =
        tokens.length === 1 ? removeIllegalCharacters(replaceCodes(token.text, codes)) : token.text;
      const [firstLine = "", ...followingLines] = text.split("\n");
      line.text += firstLine;
      for (const followingLine of followingLines) {
        endLine();
        line.text = followingLine;
      }
      continue;
    }
    const replacement = codes.get(token.code);
    if (replacement !== undefined) {
      usage.recordPlaceholder(node, token.source, true);
      line.text += removeIllegalCharacters(replacement);
    } else if ("value" in token) {
      line.hasPlaceholder = true;
      const value = token.value(scope, context, position) ?? "";
      usage.recordPlaceholder(node, token.source, value !== "");
      line.text += value;
    } else if (token.missing !== null) line.text += token.missing;
    else {
      line.hasPlaceholder = true;
      usage.recordPlaceholder(node, token.source, false);
    }
  }
  endLine();
  const filledText = lines.join("\n");
  const hasPlaceholder = tokens.some((token) => !("text" in token) && !codes.has(token.code));
  return hasPlaceholder && filledText.trim() === "" ? null : filledText;
}
