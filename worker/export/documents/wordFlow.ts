import type { StoredObject } from "../exportPlanTypes.ts";
import type { Block, WordBlocks } from "./wordBlocks.ts";
import { placeholdersFor, type TemplateValues } from "./xmlTemplate.ts";

/** Text of the paragraphs that the exemplars stand between. */
export const blockMark = "\ue002";

/** A piece of the document that is cut out along an exemplar, counted from 0; without a filling it is the exemplar itself. */
export interface TemplateInstance {
  exemplar: number;
  filling: TemplateValues | null;
}

interface BlockTemplate {
  draw(): Block[];
  /** Places in its texts of the relationships of its pictures, in the order they are drawn. */
  embeds: readonly number[];
}

/**
 * The body of a document under construction: the library draws one exemplar of each shape and every block that occurs once, and
 * `blocks` gives their order in the document.
 */
export class WordFlow {
  readonly blocks: TemplateInstance[] = [];
  /** Pictures in the order of their relationships, rIdPhoto1 and on. */
  readonly pictures: { object: StoredObject }[] = [];
  readonly #exemplars = new Shapes<BlockTemplate>();

  /** Cuts a block along the exemplar of its shape, which is drawn when it is first needed. */
  add(
    shape: unknown,
    filling: TemplateValues,
    draw: (holes: TemplateValues) => Block[],
    embeds: readonly number[] = [],
  ): void {
    const exemplar = this.#exemplars.place(shape, () => ({
      draw: () => draw(placeholdersFor(filling)),
      embeds,
    }));
    this.blocks.push({ exemplar, filling });
  }

  /** Blocks that occur once, used as they are drawn, because texts of users may look like a hole. */
  once(blocks: Block[]): void {
    if (blocks.length === 0) return;
    const exemplar = this.#exemplars.add({ draw: () => blocks, embeds: [] });
    this.blocks.push({ exemplar, filling: null });
  }

  /** The relationship by which the document shows a stored photo. */
  embed(object: StoredObject): string {
    this.pictures.push({ object });
    return `rIdPhoto${this.pictures.length}`;
  }

  /** The placeholder in an exemplar for the relationships of its pictures. */
  embedHoles(exemplar: number): string[] {
    const { embeds } = this.#exemplars.all[exemplar]!;
    const { texts } = placeholdersFor({
      texts: Array(Math.max(0, ...embeds.map((at) => at + 1))).fill(""),
      lengths: [],
    });
    return embeds.map((at) => texts[at]!);
  }

  /** Between cuts, one block of each shape. */
  exemplars(blocks: WordBlocks): Block[] {
    if (this.blocks.length === 0) return [];
    const cut = () => blocks.text(blockMark);
    return [cut(), ...this.#exemplars.all.flatMap(({ draw }) => [...draw(), cut()])];
  }
}

/** Shapes in the order in which they were first needed. */
export class Shapes<T> {
  readonly all: T[] = [];
  readonly #places = new Map<string, number>();

  /** The place of a shape, counted from 0; a new one is made and comes last. */
  place(shape: unknown, make: () => T): number {
    const key = JSON.stringify(shape);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const index = this.add(make());
    this.#places.set(key, index);
    return index;
  }

  add(made: T): number {
    return this.all.push(made) - 1;
  }
}
