import type { ObjectWriter } from "./pdfObjects.ts";
import { formatReference } from "./pdfSyntax.ts";

export type ElementType =
  | "Document"
  | "Sect"
  | "Table"
  | "TR"
  | "TH"
  | "TD"
  | "Figure"
  | "P"
  | "TOC"
  | "TOCI"
  | "Reference"
  | "Link"
  | `H${1 | 2 | 3 | 4 | 5 | 6}`;

/** An element of the structure that is still being drawn. It is written when it closes, and then dropped. */
export interface StructureElement {
  readonly id: number;
  readonly type: ElementType;
  readonly parent: StructureElement | null;
  readonly attributes: string;
  /** References to its children and content, in reading order. */
  readonly kids: string[];
  readonly open: Set<StructureElement>;
  /** The page of its first content; 0 before there is any. */
  page: number;
}

/** The structure tree, which screen readers read. */
export class StructureTree {
  readonly #writer: ObjectWriter;
  readonly #root: number;
  readonly document: StructureElement;
  /** For each finished page, the object that maps its marks to elements. */
  readonly #pages: number[] = [];
  #marks: number[] = [];
  /** The element of each annotation. */
  readonly #annotations: number[] = [];

  constructor(writer: ObjectWriter) {
    this.#writer = writer;
    this.#root = writer.reserve();
    this.document = this.#create("Document", null, "");
  }

  createElement(type: ElementType, parent: StructureElement, attributes = ""): StructureElement {
    const element = this.#create(type, parent, attributes);
    parent.kids.push(formatReference(element.id));
    parent.open.add(element);
    return element;
  }

  #create(type: ElementType, parent: StructureElement | null, attributes: string): StructureElement {
    return { id: this.#writer.reserve(), type, parent, attributes, kids: [], open: new Set(), page: 0 };
  }

  /** Adds content of an element on the open page; returns its mark's number. */
  mark(element: StructureElement, page: number): number {
    const mark = this.#marks.push(element.id) - 1;
    element.page ||= page;
    element.kids.push(
      element.page === page ? String(mark) : `<</Type/MCR/Pg ${formatReference(page)}/MCID ${mark}>>`,
    );
    return mark;
  }

  /** Adds an annotation to an element; returns its index among all. */
  annotate(element: StructureElement, annotation: number, page: number): number {
    element.page ||= page;
    element.kids.push(`<</Type/OBJR/Pg ${formatReference(page)}/Obj ${formatReference(annotation)}>>`);
    return this.#annotations.push(element.id) - 1;
  }

  /** Writes the open elements inside an element. */
  closeChildren(element: StructureElement): void {
    for (const inner of element.open) this.close(inner);
  }

  /** Writes an element and the open ones inside it. */
  close(element: StructureElement): void {
    this.closeChildren(element);
    element.parent?.open.delete(element);
    const parent = element.parent ? element.parent.id : this.#root;
    const page = element.page ? `/Pg ${formatReference(element.page)}` : "";
    this.#writer.writeObject(
      `<</Type/StructElem/S/${element.type}/P ${formatReference(parent)}${page}${element.attributes}/K[${element.kids.join(" ")}]>>`,
      element.id,
    );
  }

  /** Ends the marks of the next page. */
  endPage(): void {
    this.#pages.push(this.#writer.writeObject(`[${this.#marks.map(formatReference).join(" ")}]`));
    this.#marks = [];
  }

  /** Writes the tree, and returns the number of its root. */
  finish(): number {
    this.close(this.document);
    // The keys of annotations follow those of the pages.
    const entries = [...this.#pages, ...this.#annotations];
    const numbers = entries.map((entry, index) => `${index} ${formatReference(entry)}`).join(" ");
    const parentTree = this.#writer.writeObject(`<</Nums[${numbers}]>>`);
    return this.#writer.writeObject(
      `<</Type/StructTreeRoot/K[${formatReference(this.document.id)}]/ParentTree ${formatReference(parentTree)}` +
        `/ParentTreeNextKey ${entries.length}>>`,
      this.#root,
    );
  }
}
