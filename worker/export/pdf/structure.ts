import type { ObjectWriter } from "./pdfObjects.ts";
import { reference } from "./syntax.ts";

export type ElementType =
  | "Document"
  | "Sect"
  | "Table"
  | "TR"
  | "TH"
  | "TD"
  | "Figure"
  | "P"
  | `H${1 | 2 | 3 | 4 | 5 | 6}`;

/** An element of the structure that is still being drawn. It is written when it closes, and then dropped. */
export interface Element {
  readonly id: number;
  readonly type: ElementType;
  readonly parent: Element | null;
  readonly attributes: string;
  /** References to its children and content, in reading order. */
  readonly kids: string[];
  readonly open: Set<Element>;
  /** The page of its first content; 0 before there is any. */
  page: number;
}

/** The structure tree, which screen readers read. */
export class Structure {
  readonly #writer: ObjectWriter;
  readonly #root: number;
  readonly document: Element;
  /** For each finished page, the object that maps its marks to elements. */
  readonly #pages: number[] = [];
  #marks: number[] = [];

  constructor(writer: ObjectWriter) {
    this.#writer = writer;
    this.#root = writer.reserve();
    this.document = this.#make("Document", null, "");
  }

  element(type: ElementType, parent: Element, attributes = ""): Element {
    const element = this.#make(type, parent, attributes);
    parent.kids.push(reference(element.id));
    parent.open.add(element);
    return element;
  }

  #make(type: ElementType, parent: Element | null, attributes: string): Element {
    return { id: this.#writer.reserve(), type, parent, attributes, kids: [], open: new Set(), page: 0 };
  }

  /** Adds content of an element on the open page; returns its mark's number. */
  mark(element: Element, page: number): number {
    const mark = this.#marks.push(element.id) - 1;
    element.page ||= page;
    element.kids.push(
      element.page === page ? String(mark) : `<</Type/MCR/Pg ${reference(page)}/MCID ${mark}>>`,
    );
    return mark;
  }

  /** Writes the open elements inside an element. */
  closeChildren(element: Element): void {
    for (const inner of element.open) this.close(inner);
  }

  /** Writes an element and the open ones inside it. */
  close(element: Element): void {
    this.closeChildren(element);
    element.parent?.open.delete(element);
    const parent = element.parent ? element.parent.id : this.#root;
    const page = element.page ? `/Pg ${reference(element.page)}` : "";
    this.#writer.object(
      `<</Type/StructElem/S/${element.type}/P ${reference(parent)}${page}${element.attributes}/K[${element.kids.join(" ")}]>>`,
      element.id,
    );
  }

  /** Ends the marks of the next page. */
  endPage(): void {
    this.#pages.push(this.#writer.object(`[${this.#marks.map(reference).join(" ")}]`));
    this.#marks = [];
  }

  /** Writes the tree, and returns the number of its root. */
  finish(): number {
    this.close(this.document);
    const pages = this.#pages.map((page, index) => `${index} ${reference(page)}`).join(" ");
    const parents = this.#writer.object(`<</Nums[${pages}]>>`);
    return this.#writer.object(
      `<</Type/StructTreeRoot/K[${reference(this.document.id)}]/ParentTree ${reference(parents)}` +
        `/ParentTreeNextKey ${this.#pages.length}>>`,
      this.#root,
    );
  }
}
