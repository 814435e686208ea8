import { evaluateCondition } from "../resolve/conditions.ts";
import type { IndexedPhoto } from "../resolve/documentationIndex.ts";
import type { LayoutNodeDrawer } from "../resolve/drawNode.ts";
import { fillText } from "../resolve/placeholders.ts";
import { findTask, listPhotos, type Scope } from "../resolve/resolveScope.ts";
import type { Instruction, PlacedPicture } from "./program.ts";

/** How a format writes texts, pictures and the appendix. */
export interface ProgramOutput {
  text(text: string, properties: string): string;
  picture(picture: PlacedPicture, photo: IndexedPhoto): string;
  nextDrawingNumber(): number;
  appendix(): Iterable<string>;
  /** Whether XML ends with a paragraph, as containers must; otherwise `filler` is added. */
  isParagraphLast(xml: string): boolean;
  filler: string;
  /** Keeps two adjacent tables from becoming one. */
  tableSeparator: string;
}

/** Runs a program: yields its XML in chunks, filled in for a scope. */
export class ProgramFiller {
  readonly #drawer: LayoutNodeDrawer;
  readonly #output: ProgramOutput;
  /** The end of the XML written last. */
  #tail = "";

  constructor(drawer: LayoutNodeDrawer, output: ProgramOutput) {
    this.#drawer = drawer;
    this.#output = output;
  }

  *fill(program: readonly Instruction[], scope: Scope): Generator<string> {
    for (const instruction of program) {
      if (typeof instruction === "string") {
        yield* this.#write(instruction);
        continue;
      }
      switch (instruction.kind) {
        case "text": {
          const { node, tokens, properties } = instruction;
          const { context, usage } = this.#drawer;
          const position = { paged: true, position: null };
          const text = fillText(tokens, node.id, { scope, context, usage, position });
          if (text !== null) yield* this.#write(this.#output.text(text, properties));
          break;
        }
        case "each": {
          let isEmpty = true;
          for (const itemScope of this.#drawer.iterationOf(instruction.node)(scope)) {
            isEmpty = false;
            yield* this.fill(instruction.body, itemScope);
          }
          if (isEmpty) yield* this.fill(instruction.otherwise, scope);
          break;
        }
        case "if": {
          const outcome = evaluateCondition(instruction.node, scope, this.#drawer);
          this.#drawer.usage.recordCondition(instruction.node.id, outcome !== null);
          if (outcome !== null)
            yield* this.fill(
              outcome === instruction.isNegated ? instruction.otherwise : instruction.body,
              scope,
            );
          break;
        }
        case "picture": {
          for (const photo of findPhotos(instruction.picture, scope))
            yield* this.#write(this.#output.picture(instruction.picture, photo));
          break;
        }
        case "drawingNumber":
          yield* this.#write(String(this.#output.nextDrawingNumber()));
          break;
        case "container":
          yield* this.#fillContainer(instruction, scope);
          break;
        case "appendix":
          yield* this.#output.appendix();
      }
    }
  }

  *#write(xml: string): Generator<string> {
    if (xml.startsWith("<w:tbl>") && this.#tail.endsWith("</w:tbl>")) yield this.#output.tableSeparator;
    this.#tail = xml.length > 400 ? xml.slice(-400) : (this.#tail + xml).slice(-400);
    yield xml;
  }

  *#fillContainer(
    { rule, start, body, end }: Extract<Instruction, { kind: "container" }>,
    scope: Scope,
  ): Generator<string> {
    if (rule === "endsWithParagraph") {
      yield* this.#write(start);
      yield* this.fill(body, scope);
      if (!this.#output.isParagraphLast(this.#tail)) yield* this.#write(this.#output.filler);
      yield* this.#write(end);
      return;
    }
    let hasRows = false;
    const previousTail = this.#tail;
    for (const xml of this.fill(body, scope)) {
      if (!hasRows && xml.trim() !== "") {
        hasRows = true;
        const rowTail = this.#tail;
        this.#tail = previousTail;
        yield* this.#write(start);
        this.#tail = rowTail;
      }
      if (hasRows) yield xml;
    }
    if (hasRows) yield* this.#write(end);
  }
}

/** The photos that replace a picture: those that a PHOTO node in the same scope would draw. */
export function findPhotos({ task, isFloating }: PlacedPicture, scope: Scope): Iterable<IndexedPhoto> {
  if (task !== null) return limitFloating(findTask(scope, task)?.photos ?? [], isFloating);
  const { pair, photo, subject } = scope;
  if (pair) return [pair.beforePhoto, pair.afterPhoto].filter((side) => side !== null);
  if (photo) return [photo];
  return subject.kind === "documentations" ? [] : limitFloating([...listPhotos(scope)], isFloating);
}

/** Several floating pictures would cover each other. */
const limitFloating = (photos: readonly IndexedPhoto[], isFloating: boolean) =>
  isFloating ? photos.slice(0, 1) : photos;
