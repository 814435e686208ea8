import { type LayoutPlaceholder, layoutPlaceholders, type Position } from "#domain/layout/types.ts";
import { oneLine, xmlSafe } from "#worker/export/documents/xml.ts";
import { photoTitle } from "#worker/export/embeddedPhoto.ts";
import type { PlannedDocumentation, PlannedPhoto } from "#worker/export/exportPlanTypes.ts";
import { replaced } from "#worker/export/replacement.ts";
import { type DrawnText, pageCount, pageNumber, type UnfilledPlaceholder } from "../renderTree.ts";
import type { IndexedPhoto, IndexedTask } from "./documentationIndex.ts";
import { taskAnswer, taskDescription, taskName } from "./layoutReplacement.ts";
import { heldIn, namedTask, type ResolveContext, type Scope } from "./resolveScope.ts";

/** Fills in the placeholders of texts (3§4, 3§9). */

/** The position of a text, as far as its content depends on it. */
export interface TextPosition {
  /** In a header or footer, where pages have numbers. */
  paged: boolean;
  /** Next to a pair of photos, a text describes the one on its side. */
  position: Position | null;
}

/** Left, right, or neither. */
export const sideOf = (position: Position | null): "LEFT" | "RIGHT" | null => {
  if (position?.endsWith("LEFT")) return "LEFT";
  return position?.endsWith("RIGHT") ? "RIGHT" : null;
};

type Value = (scope: Scope, world: ResolveContext, stands: TextPosition) => string | null | undefined;

const documentationOf = (scope: Scope, { report }: ResolveContext): PlannedDocumentation =>
  heldIn(scope)?.reported.documentation ?? report.plan.documentation;

const ofDocumentation =
  (read: (documentation: PlannedDocumentation, world: ResolveContext) => string | null | undefined): Value =>
  (scope, world) =>
    read(documentationOf(scope, world), world);

export function photoAt({ photo, pair }: Scope, { position }: TextPosition): IndexedPhoto | null {
  if (!pair) return photo;
  return sideOf(position) === "RIGHT" ? pair.after : pair.before;
}

const ofPhoto =
  (
    read: (photo: PlannedPhoto, held: IndexedPhoto, world: ResolveContext) => string | null | undefined,
  ): Value =>
  (scope, world, stands) => {
    const photo = photoAt(scope, stands);
    return photo && read(photo.photo, photo, world);
  };

/** The task in scope; all of them if it is matched over several documentations. */
const tasksAt = ({ task, group, matched }: Scope): readonly IndexedTask[] =>
  task ? [task] : (matched?.tasks ?? (group ? [group] : []));

const joinUnique = (texts: readonly string[]): string => [...new Set(texts.filter(Boolean))].join(", ");

const exported = ({ report, minute }: ResolveContext): string[] => minute(report.plan.asOf).split(" ");

const values: Readonly<Record<LayoutPlaceholder, Value>> = {
  DOCUMENTATION_NAME: ofDocumentation(({ name }) => oneLine(name)),
  DOCUMENTATION_STATUS: ofDocumentation(({ status }, { texts }) => texts.statuses[status] ?? status),
  TEMPLATE_NAME: (scope, world) => oneLine(scope.template ?? documentationOf(scope, world).templateName),
  CUSTOMER_NAME: ofDocumentation(({ customerName }) => oneLine(customerName)),
  CREATOR: ofDocumentation(({ creator }) => oneLine(creator)),
  DATE_CREATED: ofDocumentation(({ dateCreated }, { minute }) => minute(dateCreated)),
  DATE_UPLOADED: ofDocumentation(({ dateUploaded }, { minute }) => minute(dateUploaded)),
  EXPORT_DATE: (_, world) => exported(world)[0],
  EXPORT_TIME: (_, world) => exported(world)[1],
  GROUP_NAME: ({ group }) => group && taskName(group),
  TASK_NAME: (scope) => joinUnique(tasksAt(scope).slice(0, 1).map(taskName)),
  TASK_DESCRIPTION: (scope) => tasksAt(scope).map(taskDescription).find(Boolean),
  TASK_ANSWER: (scope, { texts }) =>
    scope.value ?? joinUnique(tasksAt(scope).map((indexed) => taskAnswer(indexed, texts))),
  PHOTO_NAME: ofPhoto(({ name }) => oneLine(name)),
  PHOTO_COMMENT: ofPhoto(({ comment }) => xmlSafe(comment ?? "").trim()),
  PHOTO_ALIAS: ofPhoto(({ alias }) => oneLine(alias ?? "")),
  PHOTO_ALIAS_OR_NAME: ofPhoto(photoTitle),
  PHOTO_TASK_NAME: ofPhoto((_, { task }) => task && taskName(task)),
  PHOTO_CREATOR: ofPhoto(({ creator }) => oneLine(creator)),
  PHOTO_DATE_TIME: ofPhoto(({ dateCreated, dateSource }, _, { minute, texts }) =>
    dateSource === "ARRIVAL" ? texts.unknownTime : minute(dateCreated),
  ),
  PHOTO_ID: ofPhoto(({ id }) => id),
  EXPECTED_ANSWER_LIST: ({ unexpected }) => unexpected && oneLine(unexpected.list),
  EXPECTED_ANSWER: ({ unexpected }) => unexpected && xmlSafe(unexpected.answer),
  EVENT_TYPE: ({ event }, { texts }) => event && (texts.events[event.type] ?? oneLine(event.type)),
  EVENT_STATUS: ({ event }, { texts }) =>
    event?.status && (texts.statuses[event.status] ?? oneLine(event.status)),
  EVENT_DATE: ({ event }, { minute }) => event && minute(event.eventDate),
  EVENT_CREATOR: ({ event }) => event && oneLine(event.creator),
  PAGE: (_, _world, { paged }) => (paged ? pageNumber : null),
  PAGES: (_, _world, { paged }) => (paged ? pageCount : null),
};

const placeholderNames: ReadonlySet<string> = new Set(layoutPlaceholders);
const isPlaceholder = (word: string): word is LayoutPlaceholder => placeholderNames.has(word);

/** Whether a value is a number or date. */
type Holds = (scope: Scope) => DrawnText["format"];

const ofAnswers = (tasks: readonly IndexedTask[]): DrawnText["format"] => {
  const all = (...types: string[]) =>
    tasks.length > 0 && tasks.every(({ task }) => types.includes(task.type));
  if (all("INTEGER", "DECIMAL")) return "number";
  return all("DATE", "DATE_TIME") ? "date" : undefined;
};

const dates: readonly LayoutPlaceholder[] = [
  "DATE_CREATED",
  "DATE_UPLOADED",
  "EXPORT_DATE",
  "PHOTO_DATE_TIME",
  "EVENT_DATE",
];

const holdsOf = (word: LayoutPlaceholder): Holds => {
  if (word === "TASK_ANSWER") return (scope) => ofAnswers(tasksAt(scope));
  const holds = dates.includes(word) ? "date" : undefined;
  return () => holds;
};

/** Whether a text that is a single placeholder is a number or date. */
export function valueTypeOf(pieces: TextPieces, scope: Scope): DrawnText["format"] {
  const [piece] = pieces;
  return pieces.length === 1 && piece && "value" in piece ? piece.format(scope) : undefined;
}

/** A part of a text: plain text, or text in curly braces. */
type Piece =
  | { text: string }
  | { source: string; value: Value; format: Holds }
  /** May be the code of a replacement text. If not, an unknown placeholder draws nothing and other words stay as written. */
  | { source: string; code: string; missing: string | null };

export type TextPieces = readonly Piece[];

/** Splits a text at its curly braces. */
export function piecesOf(text: string): TextPieces {
  return text.split(/(\{[^{}]*\})/).flatMap((part, index): Piece[] => {
    if (index % 2 === 0) return part === "" ? [] : [{ text: xmlSafe(part) }];
    const inner = part.slice(1, -1);
    const colon = inner.indexOf(":");
    const word = colon < 0 ? inner : inner.slice(0, colon);
    if (colon >= 0 && word === "TASK_ANSWER") {
      const identifier = inner.slice(colon + 1);
      const format: Holds = (scope) => {
        const indexed = namedTask(scope, identifier);
        return indexed && ofAnswers([indexed]);
      };
      return [{ source: part, value: answerOf(identifier), format }];
    }
    if (colon < 0 && isPlaceholder(word))
      return [{ source: part, value: values[word], format: holdsOf(word) }];
    return [{ source: part, code: inner.trim(), missing: /^[A-Z_]+$/.test(word) ? null : xmlSafe(part) }];
  });
}

const answerOf =
  (identifier: string): Value =>
  (scope, { texts }) => {
    const indexed = namedTask(scope, identifier);
    return indexed && taskAnswer(indexed, texts);
  };

/** Tracks which placeholders of a layout were filled in at least once. */
export class PlaceholderUsage {
  readonly #filled = new Map<string, Map<string, boolean>>();

  note(node: string, placeholder: string, filled: boolean): void {
    const ofNode = this.#filled.get(node) ?? new Map<string, boolean>();
    this.#filled.set(node, ofNode);
    if (filled || !ofNode.has(placeholder)) ofNode.set(placeholder, filled);
  }

  /** Those never filled in, as far as the tree has been walked. */
  unfilled(): UnfilledPlaceholder[] {
    return [...this.#filled].flatMap(([node, ofNode]) =>
      [...ofNode].flatMap(([placeholder, filled]) => (filled ? [] : [{ node, placeholder }])),
    );
  }
}

const noCodes: ReadonlyMap<string, string> = new Map();

/** A text with its placeholders filled in; null if all of them are empty and nothing else remains. */
export function fillText(
  pieces: TextPieces,
  node: string,
  {
    scope,
    context,
    usage,
    position,
  }: { scope: Scope; context: ResolveContext; usage: PlaceholderUsage; position: TextPosition },
): string | null {
  const codes = heldIn(scope)?.reported.replacementTexts ?? noCodes;
  let text = "";
  let hasPlaceholder = false;
  for (const piece of pieces) {
    if ("text" in piece) {
      text += pieces.length === 1 ? xmlSafe(replaced(piece.text, codes)) : piece.text;
      continue;
    }
    if ("value" in piece) {
      hasPlaceholder = true;
      const value = piece.value(scope, context, position) ?? "";
      usage.note(node, piece.source, value !== "");
      text += value;
      continue;
    }
    const replacement = codes.get(piece.code);
    if (replacement !== undefined) text += xmlSafe(replacement);
    else if (piece.missing !== null) text += piece.missing;
    if (replacement === undefined && piece.missing === null) {
      hasPlaceholder = true;
      usage.note(node, piece.source, false);
    }
  }
  return hasPlaceholder && text.trim() === "" ? null : text;
}
