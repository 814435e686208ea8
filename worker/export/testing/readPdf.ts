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
    const from = offset + head[0].length;
    const length = Number(/\/Length (\d+)/.exec(dictionary)![1]);
    if (text.slice(from + length, from + length + 11) !== "\nendstream\n")
      throw new Error(`${id}: wrong length`);
    const data = bytes.subarray(from, from + length);
    const isCompressed = dictionary.includes("/FlateDecode") && !dictionary.includes("/Predictor");
    return { dictionary, data: isCompressed ? inflateSync(data) : data };
  };
  const table = objectAt(start);
  const view = new DataView(Uint8Array.from(table.data!).buffer);
  const packedIn = new Map<number, { stream: number; index: number }>();
  for (let id = 1; id * 8 < view.byteLength; id++) {
    const kind = view.getUint8(id * 8);
    const index = view.getUint8(id * 8 + 1) * 2 ** 32 + view.getUint32(id * 8 + 2);
    if (kind === 1) objects.set(id, objectAt(index, id));
    if (kind === 2) packedIn.set(id, { stream: index, index: view.getUint16(id * 8 + 6) });
  }
  for (const [id, { stream, index }] of packedIn) {
    const { dictionary, data } = objects.get(stream)!;
    const first = Number(/\/First (\d+)/.exec(dictionary)![1]);
    const content = latin1(data!);
    const numbers = content.slice(0, first).trim().split(" ").map(Number);
    if (numbers[index * 2] !== id) throw new Error(`object ${id} is not where it should be`);
    const end = numbers[index * 2 + 3] ?? content.length - first;
    objects.set(id, {
      dictionary: content.slice(first + numbers[index * 2 + 1]!, first + end).trim(),
      data: null,
    });
  }
  return { objects, trailer: table.dictionary };
}

/** A structure element, as a screen reader reads it. */
export interface Spoken {
  type: string;
  attributes: string;
  /** Its own text and its children, in reading order. */
  says: (string | Spoken)[];
}

const utf16 = (digits: string): string =>
  Buffer.from(digits, "hex")
    .swap16()
    .toString("utf16le")
    .replace(/^\ufeff/, "");

export const textOf = ({ says }: Spoken): string =>
  says.map((child) => (typeof child === "string" ? child : textOf(child))).join("");

/** Every element, outermost first. */
export const elementsIn = (element: Spoken): Spoken[] => [
  element,
  ...element.says.flatMap((child) => (typeof child === "string" ? [] : elementsIn(child))),
];

export interface CheckedPdf {
  root: Spoken;
  /** Violations of PDF/UA, and anything that could not be read. */
  faults: string[];
  pages: number;
  /** Text that belongs to no element: headers, footers, repeated headings. */
  artifacts: string[];
}

/** Reads a tagged PDF, and checks that its structure contains all of its content. */
export function checkPdf(bytes: Uint8Array): CheckedPdf {
  const { objects, trailer } = readObjects(bytes);
  const faults: string[] = [];
  const artifacts: string[] = [];
  const expect = (isValid: boolean, fault: string) => {
    if (!isValid && !faults.includes(fault)) faults.push(fault);
  };
  const dictionaryOf = (id: number) => objects.get(id)?.dictionary ?? "";
  const reference = (dictionary: string, key: string) =>
    Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1] ?? 0);
  const catalog = dictionaryOf(reference(trailer, "Root"));
  for (const marker of ["/MarkInfo<</Marked true>>", "/Lang<", "/DisplayDocTitle true", "/AF["])
    expect(catalog.includes(marker), `the catalog lacks ${marker}`);
  const metadata = Buffer.from(objects.get(reference(catalog, "Metadata"))?.data ?? []).toString();
  expect(/<pdfuaid:part>1</.test(metadata), "it does not say that it is PDF/UA");
  expect(/<dc:title>.*[^>]</.test(metadata), "its metadata has no title");

  const pages = [...dictionaryOf(reference(catalog, "Pages")).matchAll(/(\d+) 0 R/g)].map(([, id]) =>
    Number(id),
  );
  const treeRoot = dictionaryOf(reference(catalog, "StructTreeRoot"));
  const parents = new Map(
    [...dictionaryOf(reference(treeRoot, "ParentTree")).matchAll(/(\d+) (\d+) 0 R/g)].map(([, page, id]) => [
      Number(page),
      [...dictionaryOf(Number(id)).matchAll(/(\d+) 0 R/g)].map(([, element]) => Number(element)),
    ]),
  );
  const faces = new Map<string, Map<number, string>>();
  const marked = new Map<string, string>();
  pages.forEach((page, index) => {
    const dictionary = dictionaryOf(page);
    expect(dictionary.includes("/Tabs/S"), "a page has no order of tabs");
    expect(reference(dictionary, "StructParents") === 0, "StructParents is a number");
    expect(Number(/\/StructParents (\d+)/.exec(dictionary)?.[1]) === index, "a page has another's parents");
    const fonts = dictionaryOf(reference(dictionary, "Font"));
    for (const [, name, id] of fonts.matchAll(/\/(F\d+) (\d+) 0 R/g))
      if (!faces.has(name!)) faces.set(name!, readFace(Number(id)));
    const bodies = /\/Contents\[([^\]]*)\]/.exec(dictionary)![1]!;
    const marks = new Set<number>();
    for (const [, body] of bodies.matchAll(/(\d+) 0 R/g))
      readContent(latin1(objects.get(Number(body))!.data!), index, marks);
    const existing = parents.get(index) ?? [];
    expect(
      existing.length === marks.size,
      `page ${index + 1} has ${marks.size} marks and ${existing.length} parents`,
    );
  });

  function readFace(id: number): Map<number, string> {
    const font = dictionaryOf(id);
    const descendant = dictionaryOf(Number(/\/DescendantFonts\[(\d+) 0 R/.exec(font)?.[1]));
    const file = objects.get(reference(dictionaryOf(reference(descendant, "FontDescriptor")), "FontFile2"));
    expect(Boolean(file?.data), "a font is not embedded");
    const map = latin1(objects.get(reference(font, "ToUnicode"))?.data ?? new Uint8Array());
    return new Map(
      [...map.matchAll(/<([0-9a-f]{4})><((?:[0-9a-f]{4}){1,2})>\n/g)]
        // The range of codes is written in the same way.
        .filter(([, , units]) => units !== "ffff")
        .map(([, code, units]) => [Number.parseInt(code!, 16), utf16(units!)]),
    );
  }

  /** Checks that all content is within marked content or an artifact, and that marked content is not nested. */
  function readContent(content: string, page: number, marks: Set<number>): void {
    const open: ({ mark: number } | { artifact: true } | { actual: string })[] = [];
    let face = new Map<number, string>();
    let saved = 0;
    const operators =
      /\/(\w+)<<\/MCID (\d+)>>BDC|\/Span<<\/ActualText<([0-9a-f]*)>>>BDC|\/Artifact(?:<<[^>]*>>BDC| BMC)|EMC|\/(F\d+) \S+ Tf|<([0-9a-f]*)>Tj|\/I\d+ Do|\b(?:f|S|q|Q)\b/g;
    const say = (text: string) => {
      const [outer] = open;
      if (!outer) return expect(false, `page ${page + 1} draws what is in no mark`);
      if ("artifact" in outer) artifacts.push(text);
      else if ("mark" in outer) {
        const key = `${page} ${outer.mark}`;
        marked.set(key, (marked.get(key) ?? "") + text);
      }
    };
    for (const [operator, tag, mark, actual, font, operand] of content.matchAll(operators)) {
      if (mark !== undefined) {
        expect(open.length === 0, "a mark stands in another");
        expect(!marks.has(Number(mark)), `mark ${mark} is there twice`);
        marks.add(Number(mark));
        const element = dictionaryOf(parents.get(page)?.[Number(mark)] ?? 0);
        expect(element.includes(`/S/${tag}/`), `a mark ${tag} belongs to ${element.slice(0, 40)}`);
        open.push({ mark: Number(mark) });
      } else if (actual !== undefined) {
        open.push({ actual });
        say(utf16(actual));
      } else if (operator.startsWith("/Artifact")) {
        expect(open.length === 0, "an artifact stands in a mark");
        open.push({ artifact: true });
      } else if (operator === "EMC") expect(open.pop() !== undefined, "a mark ends twice");
      else if (font !== undefined) face = faces.get(font) ?? new Map();
      else if (operand !== undefined) {
        const codes = operand.match(/.{4}/g) ?? [];
        const text = codes.map((code) => face.get(Number.parseInt(code, 16)) ?? "");
        expect(!text.includes(""), "a glyph has no character");
        if (open.some((marked) => "actual" in marked)) continue;
        say(text.join(""));
      } else if (operator === "q") saved++;
      else if (operator === "Q") saved--;
      else expect(open.length > 0, `page ${page + 1} draws ${operator} in no mark`);
    }
    expect(open.length === 0 && saved === 0, "a page ends inside something");
  }

  const pageNumber = new Map(pages.map((id, index) => [id, index]));
  const kidsOf = (id: number): Spoken => {
    const dictionary = dictionaryOf(id);
    const type = /\/S\/(\w+)/.exec(dictionary)?.[1] ?? "?";
    const attributes = dictionary.replace(/\/K\[[\s\S]*\]>>$/, "");
    const pageOfElement = pageNumber.get(reference(attributes, "Pg"));
    const kids = /\/K\[([\s\S]*)\]>>$/.exec(dictionary)?.[1] ?? "";
    const says = [...kids.matchAll(/<<\/Type\/MCR\/Pg (\d+) 0 R\/MCID (\d+)>>|(\d+) 0 R|(\d+)/g)].map(
      ([, page, otherPageMark, child, ownMark]) => {
        if (child !== undefined) {
          expect(dictionaryOf(Number(child)).includes(`/P ${id} 0 R`), "a child names another parent");
          return kidsOf(Number(child));
        }
        const pageOfText = page === undefined ? pageOfElement : pageNumber.get(Number(page));
        const mark = Number(otherPageMark ?? ownMark);
        expect(parents.get(pageOfText ?? -1)?.[mark] === id, "a mark belongs to another element");
        return marked.get(`${pageOfText} ${mark}`) ?? "";
      },
    );
    return { type, attributes, says };
  };
  const root = kidsOf(Number(/\/K\[(\d+) 0 R\]/.exec(treeRoot)?.[1]));
  for (const fault of structureFaults(root)) expect(false, fault);
  return { root, faults, pages: pages.length, artifacts };
}

function structureFaults(root: Spoken): string[] {
  const faults: string[] = [];
  let level = 0;
  for (const { type, attributes, says } of elementsIn(root)) {
    const children = says.filter((child) => typeof child !== "string");
    const types = children.map((child) => child.type);
    if (type === "Figure" && !/\/Alt<feff[0-9a-f]+>/.test(attributes))
      faults.push("a figure has no alternative");
    if (type === "Figure" && !/\/BBox\[/.test(attributes)) faults.push("a figure has no place");
    if (type === "TH" && !attributes.includes("/Scope/")) faults.push("a heading of a table has no scope");
    if (type === "TR" && types.some((child) => child !== "TD" && child !== "TH"))
      faults.push(`a row holds ${types}`);
    if (type === "Table") {
      if (types.some((child) => child !== "TR")) faults.push(`a table holds ${types}`);
      const columns = new Set(
        children.map(({ says: cells }) =>
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

const spanOf = ({ attributes }: Spoken): number => Number(/\/ColSpan (\d+)/.exec(attributes)?.[1] ?? 1);
