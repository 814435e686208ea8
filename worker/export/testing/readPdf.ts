import { inflateSync } from "node:zlib";

/*
 * Two PDF readers that are independent of the code that writes PDFs: pdf.js for the visible text, and a small one for what a PDF/UA
 * checker and a screen reader use.
 */

/**
 * Opens a PDF with pdf.js. It requires a canvas library, which workerd does not have, and its own worker; it gets empty classes and its
 * worker module instead.
 */
export async function openPdf(bytes: Uint8Array) {
  const { getBuiltinModule } = process;
  const fakeCanvas = { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} };
  process.getBuiltinModule = (() => ({ createRequire: () => () => fakeCanvas })) as typeof getBuiltinModule;
  try {
    const worker = await import("pdfjs-dist/legacy/build/pdf.worker.mjs");
    Object.assign(globalThis, { pdfjsWorker: worker });
    const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
    return await getDocument({ data: bytes.slice() }).promise;
  } finally {
    process.getBuiltinModule = getBuiltinModule;
  }
}

/** The text of a page as pdf.js finds it, line by line. */
export async function linesOf(
  document: Awaited<ReturnType<typeof openPdf>>,
  page: number,
): Promise<string[]> {
  const { items } = await (await document.getPage(page)).getTextContent();
  const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

interface PdfObject {
  dictionary: string;
  /** Decompressed. */
  data: Uint8Array | null;
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** The objects of a file by number, read through its cross-reference table. */
export function readObjects(bytes: Uint8Array): { objects: Map<number, PdfObject>; trailer: string } {
  const text = latin1(bytes);
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const objects = new Map<number, PdfObject>();
  const objectAt = (offset: number, id?: number): PdfObject => {
    const head = /^(\d+) 0 obj\n([\s\S]*?)(?:\nstream\n|\nendobj\n)/.exec(
      text.slice(offset, offset + 100_000),
    );
    if (!head || (id !== undefined && Number(head[1]) !== id))
      throw new Error(`no object ${id} at ${offset}`);
    const dictionary = head[2]!;
    if (!head[0].endsWith("stream\n")) return { dictionary, data: null };
    const dataStart = offset + head[0].length;
    const length = Number(/\/Length (\d+)/.exec(dictionary)![1]);
    if (text.slice(dataStart + length, dataStart + length + 11) !== "\nendstream\n")
      throw new Error(`${id}: wrong length`);
    const data = bytes.subarray(dataStart, dataStart + length);
    const isCompressed = dictionary.includes("/FlateDecode") && !dictionary.includes("/Predictor");
    return { dictionary, data: isCompressed ? inflateSync(data) : data };
  };
  const table = objectAt(start);
  const view = new DataView(Uint8Array.from(table.data!).buffer);
  const packedObjects = new Map<number, { stream: number; index: number }>();
  for (let id = 1; id * 8 < view.byteLength; id++) {
    const kind = view.getUint8(id * 8);
    const index = view.getUint8(id * 8 + 1) * 2 ** 32 + view.getUint32(id * 8 + 2);
    if (kind === 1) objects.set(id, objectAt(index, id));
    if (kind === 2) packedObjects.set(id, { stream: index, index: view.getUint16(id * 8 + 6) });
  }
  for (const [id, { stream, index }] of packedObjects) {
    const { dictionary, data } = objects.get(stream)!;
    const first = Number(/\/First (\d+)/.exec(dictionary)![1]);
    const content = latin1(data!);
    const numbers = content.slice(0, first).trim().split(" ").map(Number);
    if (numbers[index * 2] !== id) throw new Error(`object ${id} is at the wrong index`);
    const end = numbers[index * 2 + 3] ?? content.length - first;
    objects.set(id, {
      dictionary: content.slice(first + numbers[index * 2 + 1]!, first + end).trim(),
      data: null,
    });
  }
  return { objects, trailer: table.dictionary };
}

/** A structure element, as a screen reader reads it. */
export interface SpokenElement {
  type: string;
  attributes: string;
  /** Its own text and its children, in reading order. */
  content: (string | SpokenElement)[];
}

const utf16 = (digits: string): string =>
  Buffer.from(digits, "hex")
    .swap16()
    .toString("utf16le")
    .replace(/^\ufeff/, "");

export const textOf = ({ content }: SpokenElement): string =>
  content.map((child) => (typeof child === "string" ? child : textOf(child))).join("");

/** Every element, outermost first. */
export const elementsIn = (element: SpokenElement): SpokenElement[] => [
  element,
  ...element.content.flatMap((child) => (typeof child === "string" ? [] : elementsIn(child))),
];

export interface CheckedPdf {
  root: SpokenElement;
  /** Violations of PDF/UA, and anything that could not be read. */
  faults: string[];
  pages: number;
  /** Text that belongs to no element: headers, footers, repeated headings. */
  artifacts: string[];
  /** Links in reading order: the page of each and the page of its target, from 0; -1 for none. */
  links: { page: number; target: number }[];
}

/** Reads a tagged PDF, and checks that its structure contains all of its content. */
export function checkPdf(bytes: Uint8Array): CheckedPdf {
  const { objects, trailer } = readObjects(bytes);
  const faults: string[] = [];
  const artifacts: string[] = [];
  const links: CheckedPdf["links"] = [];
  const check = (isValid: boolean, fault: string) => {
    if (!isValid && !faults.includes(fault)) faults.push(fault);
  };
  const dictionaryOf = (id: number) => objects.get(id)?.dictionary ?? "";
  const referenceOf = (dictionary: string, key: string) =>
    Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1] ?? 0);
  const catalog = dictionaryOf(referenceOf(trailer, "Root"));
  for (const marker of ["/MarkInfo<</Marked true>>", "/Lang<", "/DisplayDocTitle true", "/AF["])
    check(catalog.includes(marker), `the catalog lacks ${marker}`);
  const metadata = Buffer.from(objects.get(referenceOf(catalog, "Metadata"))?.data ?? []).toString();
  check(/<pdfuaid:part>1</.test(metadata), "the metadata does not declare PDF/UA");
  check(/<dc:title>.*[^>]</.test(metadata), "the metadata has no title");

  const pages = [...dictionaryOf(referenceOf(catalog, "Pages")).matchAll(/(\d+) 0 R/g)].map(([, id]) =>
    Number(id),
  );
  const treeRoot = dictionaryOf(referenceOf(catalog, "StructTreeRoot"));
  const parents = new Map(
    [...dictionaryOf(referenceOf(treeRoot, "ParentTree")).matchAll(/(\d+) (\d+) 0 R/g)].map(
      ([, page, id]) => [
        Number(page),
        [...dictionaryOf(Number(id)).matchAll(/(\d+) 0 R/g)].map(([, element]) => Number(element)),
      ],
    ),
  );
  /** The element of each entry in the tree of parents that is an annotation. */
  const elementByKey = new Map(
    [...dictionaryOf(referenceOf(treeRoot, "ParentTree")).matchAll(/(\d+) (\d+) 0 R/g)].map(([, key, id]) => [
      Number(key),
      Number(id),
    ]),
  );
  const faces = new Map<string, Map<number, string>>();
  const markedText = new Map<string, string>();
  pages.forEach((page, index) => {
    const dictionary = dictionaryOf(page);
    check(dictionary.includes("/Tabs/S"), "a page has no tab order");
    check(referenceOf(dictionary, "StructParents") === 0, "StructParents is not a number");
    check(Number(/\/StructParents (\d+)/.exec(dictionary)?.[1]) === index, "a page has another's parents");
    const fonts = dictionaryOf(referenceOf(dictionary, "Font"));
    for (const [, name, id] of fonts.matchAll(/\/(F\d+) (\d+) 0 R/g))
      if (!faces.has(name!)) faces.set(name!, readFace(Number(id)));
    const bodies = /\/Contents\[([^\]]*)\]/.exec(dictionary)![1]!;
    const marks = new Set<number>();
    for (const [, body] of bodies.matchAll(/(\d+) 0 R/g))
      readContent(latin1(objects.get(Number(body))!.data!), index, marks);
    const existing = parents.get(index) ?? [];
    check(
      existing.length === marks.size,
      `page ${index + 1} has ${marks.size} marks and ${existing.length} parents`,
    );
  });

  function readFace(id: number): Map<number, string> {
    const font = dictionaryOf(id);
    const descendant = dictionaryOf(Number(/\/DescendantFonts\[(\d+) 0 R/.exec(font)?.[1]));
    const file = objects.get(
      referenceOf(dictionaryOf(referenceOf(descendant, "FontDescriptor")), "FontFile2"),
    );
    check(Boolean(file?.data), "a font is not embedded");
    const map = latin1(objects.get(referenceOf(font, "ToUnicode"))?.data ?? new Uint8Array());
    return new Map(
      [...map.matchAll(/<([0-9a-f]{4})><((?:[0-9a-f]{4}){1,2})>\n/g)]
        // The range of codes is written in the same way.
        .filter(([, , units]) => units !== "ffff")
        .map(([, code, units]) => [Number.parseInt(code!, 16), utf16(units!)]),
    );
  }

  /** Checks that all content is within marked content or an artifact, and that marked content is not nested. */
  function readContent(content: string, page: number, marks: Set<number>): void {
    const openScopes: ({ mark: number } | { artifact: true } | { actual: string })[] = [];
    let face = new Map<number, string>();
    let savedStates = 0;
    const operators =
      /\/(\w+)<<\/MCID (\d+)>>BDC|\/Span<<\/ActualText<([0-9a-f]*)>>>BDC|\/Artifact(?:<<[^>]*>>BDC| BMC)|EMC|\/(F\d+) \S+ Tf|<([0-9a-f]*)>Tj|\/I\d+ Do|\b(?:f|S|q|Q)\b/g;
    const addText = (text: string) => {
      const [outer] = openScopes;
      if (!outer) return check(false, `page ${page + 1} draws text outside any mark`);
      if ("artifact" in outer) artifacts.push(text);
      else if ("mark" in outer) {
        const key = `${page} ${outer.mark}`;
        markedText.set(key, (markedText.get(key) ?? "") + text);
      }
    };
    for (const [operator, tag, mark, actual, font, operand] of content.matchAll(operators)) {
      if (mark !== undefined) {
        check(openScopes.length === 0, "a mark is nested in another");
        check(!marks.has(Number(mark)), `mark ${mark} occurs twice`);
        marks.add(Number(mark));
        const element = dictionaryOf(parents.get(page)?.[Number(mark)] ?? 0);
        check(element.includes(`/S/${tag}/`), `a mark ${tag} belongs to ${element.slice(0, 40)}`);
        openScopes.push({ mark: Number(mark) });
      } else if (actual !== undefined) {
        openScopes.push({ actual });
        addText(utf16(actual));
      } else if (operator.startsWith("/Artifact")) {
        check(openScopes.length === 0, "an artifact is nested in a mark");
        openScopes.push({ artifact: true });
      } else if (operator === "EMC") check(openScopes.pop() !== undefined, "a mark ends twice");
      else if (font !== undefined) face = faces.get(font) ?? new Map();
      else if (operand !== undefined) {
        const codes = operand.match(/.{4}/g) ?? [];
        const text = codes.map((code) => face.get(Number.parseInt(code, 16)) ?? "");
        check(!text.includes(""), "a glyph has no character");
        if (openScopes.some((markedText) => "actual" in markedText)) continue;
        addText(text.join(""));
      } else if (operator === "q") savedStates++;
      else if (operator === "Q") savedStates--;
      else check(openScopes.length > 0, `page ${page + 1} draws ${operator} outside any mark`);
    }
    check(openScopes.length === 0 && savedStates === 0, "a page ends within a mark or a saved state");
  }

  const pageNumber = new Map(pages.map((id, index) => [id, index]));
  const readElement = (id: number): SpokenElement => {
    const dictionary = dictionaryOf(id);
    const type = /\/S\/(\w+)/.exec(dictionary)?.[1] ?? "?";
    const attributes = dictionary.replace(/\/K\[[\s\S]*\]>>$/, "");
    const pageOfElement = pageNumber.get(referenceOf(attributes, "Pg"));
    const kids = /\/K\[([\s\S]*)\]>>$/.exec(dictionary)?.[1] ?? "";
    const annotations = /<<\/Type\/OBJR\/Pg (\d+) 0 R\/Obj (\d+) 0 R>>/g;
    for (const [, page, annotationId] of kids.matchAll(annotations)) {
      const annotation = dictionaryOf(Number(annotationId));
      const key = Number(/\/StructParent (\d+)/.exec(annotation)?.[1]);
      check(elementByKey.get(key) === id, "an annotation belongs to another element");
      const target = pageNumber.get(Number(/\/Dest\[(\d+) 0 R/.exec(annotation)?.[1]));
      links.push({ page: pageNumber.get(Number(page)) ?? -1, target: target ?? -1 });
      check(/\/Contents<feff[0-9a-f]+>/.test(annotation), "an annotation has no description");
      const listed = /\/Annots\[([^\]]*)\]/.exec(dictionaryOf(Number(page)))?.[1] ?? "";
      check(` ${listed}`.includes(` ${annotationId} 0 R`), "a page does not list its annotation");
    }
    check(type !== "Link" || kids.includes("/Type/OBJR"), "a link has no annotation");
    const content = [
      ...kids
        .replaceAll(annotations, "")
        .matchAll(/<<\/Type\/MCR\/Pg (\d+) 0 R\/MCID (\d+)>>|(\d+) 0 R|(\d+)/g),
    ].map(([, page, otherPageMark, child, ownMark]) => {
      if (child !== undefined) {
        check(dictionaryOf(Number(child)).includes(`/P ${id} 0 R`), "a child names another parent");
        return readElement(Number(child));
      }
      const pageOfText = page === undefined ? pageOfElement : pageNumber.get(Number(page));
      const mark = Number(otherPageMark ?? ownMark);
      check(parents.get(pageOfText ?? -1)?.[mark] === id, "a mark belongs to another element");
      return markedText.get(`${pageOfText} ${mark}`) ?? "";
    });
    return { type, attributes, content };
  };
  const root = readElement(Number(/\/K\[(\d+) 0 R\]/.exec(treeRoot)?.[1]));
  for (const fault of structureFaults(root)) check(false, fault);
  return { root, faults, pages: pages.length, artifacts, links };
}

function structureFaults(root: SpokenElement): string[] {
  const faults: string[] = [];
  let level = 0;
  for (const { type, attributes, content } of elementsIn(root)) {
    const children = content.filter((child) => typeof child !== "string");
    const types = children.map((child) => child.type);
    if (type === "Figure" && !/\/Alt<feff[0-9a-f]+>/.test(attributes))
      faults.push("a figure has no alternative text");
    if (type === "Figure" && !/\/BBox\[/.test(attributes)) faults.push("a figure has no bounding box");
    if (type === "TH" && !attributes.includes("/Scope/")) faults.push("a table header has no scope");
    if (type === "TR" && types.some((child) => child !== "TD" && child !== "TH"))
      faults.push(`a row contains ${types}`);
    if (type === "Table") {
      if (types.some((child) => child !== "TR")) faults.push(`a table contains ${types}`);
      const columns = new Set(
        children.map(({ content: cells }) =>
          cells.reduce((sum, cell) => sum + (typeof cell === "string" ? 0 : spanOf(cell)), 0),
        ),
      );
      if (columns.size > 1) faults.push(`rows of ${[...columns].join(" and ")} columns`);
    }
    if (/^H\d$/.test(type)) {
      const headingLevel = Number(type[1]);
      if (headingLevel > level + 1) faults.push(`H${headingLevel} follows H${level}`);
      level = headingLevel;
    }
  }
  return faults;
}

const spanOf = ({ attributes }: SpokenElement): number =>
  Number(/\/ColSpan (\d+)/.exec(attributes)?.[1] ?? 1);
