import { unzipSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { unzipExport } from "#worker/export/testing/documents.ts";
import { textsIn } from "#worker/export/testing/drawnContents.ts";
import { createWordFile, layoutOfFile, libreOfficeWordFile } from "#worker/export/testing/officeFiles.ts";
import { packageFaults } from "#worker/export/testing/package.ts";
import { elementsOf, xmlText, xmlTree } from "#worker/export/testing/readXml.ts";
import { fullReport, makeReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import { loadFont } from "#worker/fonts.ts";
import { createLayoutFile } from "../layoutFile.ts";
import type { Report } from "../report.ts";
import { resolveLayout } from "../resolve/resolve.ts";
import { inspectOfficeFile, withOutline } from "./officeLayout.ts";

/** Fills in a file and reads it with an independent reader. */
async function fill(data: string, report: Report, source: MemorySource) {
  const file = await createLayoutFile(layoutOfFile(data), report, { fonts: loadFont });
  const { names, text } = unzipExport(source, file);
  expect(packageFaults(names, text)).toEqual([]);
  const root = xmlTree(text("word/document.xml"));
  return {
    names,
    text,
    root,
    paragraphs: elementsOf(root, "w:p").map(xmlText),
    bytes: source.bytesOf(file),
  };
}

const faultsOf = (data: string) =>
  inspectOfficeFile(layoutOfFile(data))!.tags.flatMap(({ text, error }) =>
    error ? [`${text} ${error}`] : [],
  );

const twoTasks = [
  { id: "a", type: "TEXT", name: "Depth", answer: "1 < 2\nsecond line" },
  { id: "b", type: "TEXT", name: "Ground", key: "ground", answer: null },
] as const;

describe("3§4 an uploaded Word file is filled in", () => {
  test("texts keep the format of their runs, and tags that Word has split are joined", async () => {
    const data = await createWordFile(({ Paragraph, TextRun }) => [
      new Paragraph({
        children: [
          new TextRun({ text: "By {CREA", bold: true }),
          new TextRun({ text: "TOR", italics: true }),
          new TextRun("} now {some words}"),
        ],
      }),
    ]);
    const { paragraphs, root, text } = await fill(data, makeReport(), new MemorySource());
    expect(paragraphs).toEqual(["By anna now {some words}"]);
    const run = elementsOf(root, "w:r").find((element) => xmlText(element) === "anna")!;
    expect(elementsOf(run, "w:b")).toHaveLength(1);
    expect(text("word/header1.xml")).toContain("Odenplan 2");
    expect(text("word/footer1.xml")).toMatch(/w:instr="PAGE".*w:instr="NUMPAGES"/s);
  });

  test("loops repeat pieces of a line, paragraphs and rows; conditions leave out their part", async () => {
    const row = ({ Paragraph, TableCell, TableRow }: typeof import("docx"), ...texts: string[]) =>
      new TableRow({ children: texts.map((cell) => new TableCell({ children: [new Paragraph(cell)] })) });
    const data = await createWordFile((docx) => [
      new docx.Paragraph("{#each tasks}{TASK_NAME}; {/each}end"),
      new docx.Paragraph("{#each tasks}"),
      new docx.Paragraph("{#if TASK_ANSWER}"),
      new docx.Paragraph("{TASK_NAME}: {TASK_ANSWER}"),
      new docx.Paragraph("{else}"),
      new docx.Paragraph("{TASK_NAME} is open"),
      new docx.Paragraph("{/if}{/each}"),
      new docx.Table({
        rows: [
          row(docx, "Task", "Answer"),
          row(docx, "{#each tasks ANSWERED}{TASK_NAME}", "{TASK_ANSWER}{/each}"),
        ],
      }),
      new docx.Table({ rows: [row(docx, "{#each tasks HAS_PHOTOS}{TASK_NAME}", "{/each}")] }),
      new docx.Paragraph("{#if not TASK_ANSWER:ground}No ground{/if}{#if photos}Photos{else}No photos{/if}"),
    ]);
    expect(faultsOf(data)).toEqual([]);
    const { paragraphs, root } = await fill(data, makeReport({ tasks: twoTasks }), new MemorySource());
    expect(paragraphs).toEqual([
      "Depth; Ground; end",
      "Depth: 1 < 2second line",
      "Ground is open",
      "Task",
      "Answer",
      "Depth",
      "1 < 2second line",
      "No groundNo photos",
    ]);
    // A table without rows is left out, because Word would not open it.
    expect(elementsOf(root, "w:tbl").map((table) => elementsOf(table, "w:tr").length)).toEqual([2]);
    expect(elementsOf(root, "w:br")).toHaveLength(2);
  });

  test("docxtemplater#226 sablon#4 OpenXmlPowerTools#184 M2Doc#158 cells whose contents are left out keep a paragraph", async () => {
    const data = await createWordFile(({ Paragraph, Table, TableCell, TableRow }) => {
      const cell = (...children: (InstanceType<typeof Paragraph> | InstanceType<typeof Table>)[]) =>
        new TableCell({ children });
      const paragraphs = (...texts: string[]) => texts.map((text) => new Paragraph(text));
      const innerTable = new Table({
        rows: [
          new TableRow({ children: [cell(new Paragraph("{#each tasks HAS_PHOTOS}{TASK_NAME}{/each}"))] }),
        ],
      });
      const cells = [
        cell(...paragraphs("{#if photos}x{/if}")),
        cell(...paragraphs("{#if photos}", "gone", "{/if}")),
        cell(...paragraphs("{#each tasks HAS_PHOTOS}", "{TASK_NAME}", "{/each}")),
        cell(innerTable),
      ];
      return [new Table({ rows: [new TableRow({ children: cells })] }), new Paragraph("end")];
    });
    expect(faultsOf(data)).toEqual([]);
    const { root } = await fill(data, makeReport(), new MemorySource());
    const cells = elementsOf(root, "w:tc");
    expect(cells).toHaveLength(5);
    for (const { children } of cells) expect(children.at(-1)).toMatchObject({ name: "w:p" });
  });

  test("ruby-docx#185 docx-templates#449 tags that share runs with their neighbours leave no braces", async () => {
    const data = await createWordFile(({ Paragraph, TextRun }) => [
      new Paragraph({
        children: ["{", "CREATOR", "} in {", "DOCUMENTATION_NAME", "}, {CREA", "TOR", "}{CREATOR}"].map(
          (text) => new TextRun(text),
        ),
      }),
    ]);
    const { paragraphs } = await fill(data, makeReport(), new MemorySource());
    expect(paragraphs).toEqual(["anna in Odenplan 2, annaanna"]);
  });

  test("the part after {else} is written if a loop visits nothing, in a line, paragraphs and rows", async () => {
    const data = await createWordFile((docx, photo) => {
      const { Paragraph, Table, TableCell, TableRow } = docx;
      const row = (text: string) =>
        new TableRow({ children: [new TableCell({ children: [new Paragraph(text)] })] });
      return [
        new Paragraph(
          "{#each photos}{PHOTO_NAME}{else}No photos{/each}, {#each tasks}{TASK_NAME} {else}none{/each}",
        ),
        new Paragraph("{#each tasks HAS_PHOTOS}"),
        photo("photo"),
        new Paragraph("{else}"),
        new Paragraph("Nothing in {DOCUMENTATION_NAME}"),
        new Paragraph("{/each}"),
        new Table({
          rows: ["{#each tasks HAS_PHOTOS}", "{TASK_NAME}", "{else}", "No rows", "{/each}"].map(row),
        }),
      ];
    });
    expect(faultsOf(data)).toEqual([]);
    const report = makeReport({ tasks: twoTasks });
    const expectedTexts = ["No photos, Depth Ground ", "Nothing in Odenplan 2", "No rows"];
    expect((await fill(data, report, new MemorySource())).paragraphs).toEqual(expectedTexts);
    const { drawn } = resolveLayout(withOutline(layoutOfFile(data)), report);
    for (const text of expectedTexts) expect(textsIn(drawn).join("")).toContain(text);
  });

  test("a photo after {else} is in no loop", async () => {
    const data = await createWordFile(({ Paragraph }, photo) => [
      new Paragraph("{#each tasks}"),
      new Paragraph("{else}"),
      photo("photo"),
      new Paragraph("{/each}"),
    ]);
    expect(faultsOf(data)).toEqual([expect.stringContaining("photoOutsideLoop")]);
  });

  test("photos replace pictures by their alternative text, upright and within their size", async () => {
    const source = new MemorySource();
    const photos = [6, 1].map((orientation, index) =>
      makePhoto(source, { id: `p${index}`, name: `Mast ${index}`, taskId: "a", orientation }),
    );
    const data = await createWordFile(({ Paragraph }, photo) => [
      new Paragraph("{#each photos}"),
      photo("photo"),
      new Paragraph("{PHOTO_NAME}"),
      new Paragraph("{/each}"),
      photo("{photo:Depth}"),
      photo("Our logo"),
    ]);
    const { paragraphs, root, names, text, bytes } = await fill(
      data,
      makeReport({ tasks: twoTasks, photos }),
      source,
    );
    expect(paragraphs.filter(Boolean)).toEqual(["Mast 0", "Mast 1"]);
    const drawings = elementsOf(root, "wp:docPr").map(({ attributes }) => attributes);
    expect(drawings.map(({ descr }) => descr!.split(".")[0])).toEqual([
      "Photo 1: Mast 0",
      "Photo 2: Mast 1",
      "Photo 1: Mast 0",
      "Photo 2: Mast 1",
      "Our logo",
    ]);
    expect(new Set(drawings.map(({ id }) => id)).size).toBe(5);
    for (const { attributes } of elementsOf(root, "wp:extent")) {
      expect(Number(attributes.cx)).toBeLessThanOrEqual(200 * 9525);
      expect(Number(attributes.cy)).toBeLessThanOrEqual(150 * 9525);
    }
    expect(names.filter((name) => name.startsWith("word/media/photos/"))).toHaveLength(2);
    expect(text("word/_rels/document.xml.rels").match(/media\/photos/g)).toHaveLength(2);
    // The same state gives the same bytes.
    expect((await fill(data, makeReport({ tasks: twoTasks, photos }), source)).bytes).toEqual(bytes);
  });

  test("2§8 missing photos are listed after the text, before the page setup of the file", async () => {
    const report = makeReport({
      plan: {
        missing: [{ id: "m", kind: "PHOTO", name: "After_07", taskId: null, reason: "notUploaded" }],
        expectedPhotos: 1,
      },
    });
    const { root, paragraphs } = await fill(libreOfficeWordFile, report, new MemorySource());
    expect(paragraphs.join("\n")).toContain("After_07");
    const body = elementsOf(root, "w:body")[0]!.children.filter((child) => typeof child !== "string");
    expect(body.at(-1)!.name).toBe("w:sectPr");
  });

  test("2§8 its heading has the file's style of that level, by whatever id, and only the level without one", async () => {
    const report = makeReport({
      plan: {
        missing: [{ id: "m", kind: "PHOTO", name: "After_07", taskId: null, reason: "notUploaded" }],
        expectedPhotos: 1,
      },
    });
    const withStyles = (change: (styles: string) => string) => {
      const parts = unzipSync(new Uint8Array(Buffer.from(libreOfficeWordFile, "base64")));
      const styles = change(new TextDecoder().decode(parts["word/styles.xml"]));
      return Buffer.from(zipSync({ ...parts, "word/styles.xml": Buffer.from(styles) })).toString("base64");
    };
    const style =
      '<w:style w:type="paragraph" w:styleId="Rubrik1"><w:name w:val="heading 1"/></w:style></w:styles>';
    const removeHeadingStyle = (styles: string) =>
      styles.replace(/<w:style (?:(?!<\/w:style>).)*w:val="heading 1".*?<\/w:style>/is, "");
    for (const [data, expected] of [
      [
        withStyles((styles) => removeHeadingStyle(styles).replace("</w:styles>", style)),
        ["Rubrik1", undefined],
      ],
      [withStyles(removeHeadingStyle), [undefined, "0"]],
    ] as const) {
      const { root } = await fill(data, report, new MemorySource());
      const heading = elementsOf(root, "w:p").find((paragraph) => xmlText(paragraph) === "Missing")!;
      const value = (name: string) => elementsOf(heading, name)[0]?.attributes["w:val"];
      expect([value("w:pStyle"), value("w:outlineLvl")]).toEqual(expected);
    }
  });

  test("made by LibreOffice repeats its table rows; a filled file that is filled again gets a new manifest", async () => {
    const source = new MemorySource();
    expect(faultsOf(libreOfficeWordFile)).toEqual([]);
    const { paragraphs, bytes } = await fill(libreOfficeWordFile, fullReport(source), source);
    expect(paragraphs[0]).toBe("Protokoll Odenplan 2");
    expect(paragraphs).toContain("Foton finns");
    // A filled file as a layout: its manifest is replaced, not added to.
    const refilled = await fill(Buffer.from(bytes).toString("base64"), makeReport(), source);
    expect(refilled.names.filter((name) => /^customXml\/item\d/.test(name))).toHaveLength(1);
  });

  test("the preview's nodes have the same texts, loops and photos", async () => {
    const source = new MemorySource();
    const data = await createWordFile(({ Paragraph }, photo) => [
      new Paragraph("{#each photos}"),
      photo("photo"),
      new Paragraph("{PHOTO_NAME}{#if PHOTO_COMMENT}: {PHOTO_COMMENT}{/if}"),
      new Paragraph("{/each}"),
    ]);
    const report = fullReport(source);
    const { drawn } = resolveLayout(withOutline(layoutOfFile(data)), report);
    const texts = textsIn(drawn).join("\n");
    for (const { name } of report.documentations[0]!.photos) expect(texts).toContain(name.split("\n")[0]);
    expect(texts).toContain("Report of Odenplan 2");
  });

  test("the preview shows the stored results of Word's fields, and page numbers as placeholders", async () => {
    const text = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
    const part = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const field = (instruction: string, result: string) =>
      `${part("begin")}<w:r><w:instrText>${instruction}</w:instrText></w:r>${part("separate")}${result}${part("end")}`;
    const fields = [
      field(" HYPERLINK &quot;https://example.com&quot; ", text("Our terms")),
      text(" "),
      field(" IF 1 = 1 ", text("in ") + field(" REF a ", text("section 2"))),
      '<w:fldSimple w:instr="FILENAME"><w:r><w:t> of {DOCUMENTATION_NAME}</w:t></w:r></w:fldSimple>',
      field(" PA</w:instrText><w:instrText>GE ", text("17")),
      `${part("begin")}<w:r><w:instrText> = 2 * </w:instrText></w:r>${field(" PAGE ", text("18"))}${part("separate")}${text(" end")}${part("end")}`,
    ].join("");
    const parts = unzipSync(
      new Uint8Array(
        Buffer.from(await createWordFile(({ Paragraph }) => [new Paragraph("Fields")]), "base64"),
      ),
    );
    const document = new TextDecoder()
      .decode(parts["word/document.xml"])
      .replace("<w:body>", `<w:body><w:p>${fields}</w:p>`);
    const data = Buffer.from(zipSync({ ...parts, "word/document.xml": Buffer.from(document) })).toString(
      "base64",
    );
    expect(faultsOf(data)).toEqual([]);
    const { nodes } = withOutline(layoutOfFile(data));
    expect(nodes.flatMap(({ type, params }) => (type === "TEXT" ? [params.TEXT] : []))).toEqual([
      "Our terms in section 2 of {DOCUMENTATION_NAME}{PAGE} end",
      "Fields",
    ]);
  });
});

describe("3§4 errors in an uploaded Word file name their location", () => {
  test("tags that do not fit together", async () => {
    const data = await createWordFile((docx) => [
      new docx.Paragraph("{#each photos} too"),
      new docx.Paragraph("{/each}"),
      new docx.Paragraph("{#each fotos}{/if}"),
      new docx.Paragraph("{UNKNOWN}"),
      new docx.Paragraph("{#each tasks}"),
      new docx.Table({
        rows: [
          new docx.TableRow({
            children: [new docx.TableCell({ children: [new docx.Paragraph("{/each}")] })],
          }),
        ],
      }),
      new docx.Paragraph("{#if photos}"),
      new docx.Paragraph("{#each photos"),
    ]);
    expect(faultsOf(data)).toEqual([
      "{#each photos} notAlone",
      "{#each fotos} unknownLoop",
      "{/if} unopened",
      "{/each} misplaced",
      "{#if photos} unclosed",
      "{#each photos unclosed",
    ]);
    const [tag] = inspectOfficeFile(layoutOfFile(data))!.tags;
    expect(tag!.location).toEqual({
      part: "BODY",
      sheet: null,
      paragraph: 1,
      cell: null,
      context: "{#each photos} too",
    });
    expect(inspectOfficeFile(layoutOfFile(data), () => false)!.tags.map(({ error }) => error)).toContain(
      "unknownPlaceholder",
    );
  });

  test("a photo outside every loop", async () => {
    expect(faultsOf(await createWordFile((_, photo) => [photo("photo"), photo("photo:mast")]))).toEqual([
      "photo photoOutsideLoop",
    ]);
  });
});

describe("design§Exports a hostile Word file is refused or made harmless", () => {
  /** A plain file with some parts changed. */
  async function change(changeParts: (parts: Record<string, Uint8Array>) => void): Promise<string> {
    const parts = unzipSync(Buffer.from(libreOfficeWordFile, "base64"));
    changeParts(parts);
    return Buffer.from(zipSync(parts)).toString("base64");
  }
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const edit = (name: string, from: RegExp | string, to: string) =>
    change((parts) => {
      const text = new TextDecoder().decode(parts[name]);
      expect(text).toMatch(from);
      parts[name] = bytesOf(text.replace(from, to));
    });
  const refusalOf = (data: string) => inspectOfficeFile(layoutOfFile(data))!.refusal?.code ?? null;

  const hostileFiles: [name: string, code: string, create: () => Promise<string>][] = [
    [
      "macros",
      "activeContent",
      () =>
        change((parts) => {
          parts["word/vbaProject.bin"] = bytesOf("x");
        }),
    ],
    [
      "an embedded object",
      "activeContent",
      () =>
        change((parts) => {
          parts["word/embeddings/o.xlsx"] = bytesOf("x");
        }),
    ],
    [
      "a program",
      "activeContent",
      () =>
        change((parts) => {
          parts["word/media/a.exe"] = bytesOf("x");
        }),
    ],
    [
      "a macro type",
      "activeContent",
      () =>
        edit("[Content_Types].xml", "wordprocessingml.document.main", "ms-word.document.macroEnabled.main"),
    ],
    [
      "a relationship to an object",
      "activeContent",
      () =>
        edit(
          "word/_rels/document.xml.rels",
          "</Relationships>",
          '<Relationship Id="x" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/oleObject" Target="a.xml"/></Relationships>',
        ),
    ],
    [
      "a document type",
      "notOfficeFile",
      () => edit("word/document.xml", "<w:document", '<!DOCTYPE d [<!ENTITY a "b">]><w:document'),
    ],
    ["an entity", "notOfficeFile", () => edit("word/document.xml", "Protokoll", "&a;")],
    [
      "elements nested too deep",
      "notOfficeFile",
      () =>
        edit("word/document.xml", "<w:body>", `<w:body>${"<w:sdt>".repeat(200)}${"</w:sdt>".repeat(200)}`),
    ],
    [
      "too many elements",
      "notOfficeFile",
      () =>
        edit(
          "word/document.xml",
          "<w:body>",
          `<w:body>${Array.from({ length: 130_000 }, (_, index) => `<w:p w:rsidR="${(index * 7919) % 1_000_003}"/>`).join("")}`,
        ),
    ],
    ["XML that is not closed", "notOfficeFile", () => edit("word/document.xml", "</w:body>", "")],
    [
      "a path out of the package",
      "notOfficeFile",
      () =>
        change((parts) => {
          parts["../evil.xml"] = bytesOf("<a/>");
        }),
    ],
    [
      "names that differ in case only",
      "notOfficeFile",
      () =>
        change((parts) => {
          parts["word/Document.xml"] = bytesOf("<a/>");
        }),
    ],
    [
      "a bomb",
      "tooLarge",
      () =>
        change((parts) => {
          parts["word/media/bomb.png"] = new Uint8Array(20_000_000);
        }),
    ],
    [
      "too many parts",
      "tooLarge",
      async () =>
        change((parts) => {
          for (let index = 0; index < 700; index++) parts[`word/media/${index}.png`] = bytesOf("x");
        }),
    ],
    ["no zip", "notOfficeFile", async () => "AAAA"],
    ["a cut zip", "notOfficeFile", async () => libreOfficeWordFile.slice(0, 4000)],
    [
      "a password",
      "passwordProtected",
      async () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]).toString("base64"),
    ],
  ];
  test.each(hostileFiles)("with %s: %s", async (_, code, create) => {
    expect(refusalOf(await create())).toBe(code);
  });

  test("a damaged part is refused", async () => {
    const bytes = Buffer.from(libreOfficeWordFile, "base64");
    bytes[200]! ^= 0xff;
    expect(refusalOf(bytes.toString("base64"))).toBe("notOfficeFile");
  });

  test("external relationships are removed, except links", async () => {
    const relationship = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/>`;
    const data = await edit(
      "word/_rels/document.xml.rels",
      "</Relationships>",
      `${relationship("x1", "image", "https://tracker.example/p.png")}${relationship("x2", "attachedTemplate", "file:///c/t.dotm")}${relationship("x3", "hyperlink", "https://example.com/")}${relationship("x4", "hyperlink", "javascript:alert(1)")}</Relationships>`,
    );
    const file = await createLayoutFile(layoutOfFile(data), makeReport(), { fonts: loadFont });
    const { text } = unzipExport(new MemorySource(), file);
    const relations = text("word/_rels/document.xml.rels");
    expect(relations).toContain("https://example.com/");
    expect(relations).not.toMatch(/tracker|dotm|javascript/);
  });
});
