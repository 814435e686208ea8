import type { StoredObject } from "../exportPlanTypes.ts";
import type { Block, WordBlocks } from "./wordBlocks.ts";
import { createPlaceholders, type TemplateValues } from "./xmlTemplate.ts";

/** Text of the paragraphs between template blocks. */
export const blockSeparator = "\ue002";

/** A block of the document expanded from a template block, counted from 0; without values it is the template block itself. */
export interface TemplateInstance {
  templateIndex: number;
  values: TemplateValues | null;
}

interface BlockTemplate {
  draw(): Block[];
  /** Indexes of the texts that hold the relationships of its pictures, in drawing order. */
  embedIndexes: readonly number[];
}

/**
 * Builds the body of a document: the library draws one template block of each shape and every block that occurs once, and
 * `blocks` gives their order in the document.
 */
export class WordFlow {
  readonly blocks: TemplateInstance[] = [];
  /** Pictures in the order of their relationships, rIdPhoto1 and so on. */
  readonly pictures: { object: StoredObject }[] = [];
  readonly #templates = new Shapes<BlockTemplate>();

  /** Adds a block, expanded from the template of its shape, which is drawn on first use. */
  add(
    shape: unknown,
    values: TemplateValues,
    draw: (placeholders: TemplateValues) => Block[],
    embedIndexes: readonly number[] = [],
  ): void {
    const templateIndex = this.#templates.indexOf(shape, () => ({
      draw: () => draw(createPlaceholders(values)),
      embedIndexes,
    }));
    this.blocks.push({ templateIndex, values });
  }

  /** Adds blocks that occur once and are used as drawn, because texts of users may look like a placeholder. */
  addStatic(blocks: Block[]): void {
    if (blocks.length === 0) return;
    const templateIndex = this.#templates.add({ draw: () => blocks, embedIndexes: [] });
    this.blocks.push({ templateIndex, values: null });
  }

  /** The relationship to a stored photo. */
  embed(object: StoredObject): string {
    this.pictures.push({ object });
    return `rIdPhoto${this.pictures.length}`;
  }

  /** The placeholders in a template block for the relationships of its pictures. */
  embedPlaceholders(templateIndex: number): string[] {
    const { embedIndexes } = this.#templates.all[templateIndex]!;
    const { texts } = createPlaceholders({
      texts: Array(Math.max(0, ...embedIndexes.map((index) => index + 1))).fill(""),
      lengths: [],
    });
    return embedIndexes.map((index) => texts[index]!);
  }

  /** One block of each shape, separated by marker paragraphs. */
  templateBlocks(blocks: WordBlocks): Block[] {
    if (this.blocks.length === 0) return [];
    const separator = () => blocks.text(blockSeparator);
    return [separator(), ...this.#templates.all.flatMap(({ draw }) => [...draw(), separator()])];
  }
}

/** Shapes in order of first use. */
export class Shapes<T> {
  readonly all: T[] = [];
  readonly #indexes = new Map<string, number>();

  /** The index of a shape, from 0; a new one is added at the end. */
  indexOf(shape: unknown, create: () => T): number {
    const key = JSON.stringify(shape);
    const existingIndex = this.#indexes.get(key);
    if (existingIndex !== undefined) return existingIndex;
    const index = this.add(create());
    this.#indexes.set(key, index);
    return index;
  }

  add(item: T): number {
    return this.all.push(item) - 1;
  }
}
