import { afterEach, describe, expect, test, vi } from "vitest";
import { createContentDisposition } from "./contentDisposition.ts";
import { crc32 } from "./crc32.ts";
import { type ExportKind, exportFileFor, exportKinds } from "./export.ts";
import { fullPlan, hostileTexts, missingItems, unzipExport } from "./testing/documents.ts";
import { picture } from "./testing/layouts.ts";
import { packageFaults } from "./testing/package.ts";
import { MemorySource, makePhoto, makePlan } from "./testing/samplePlans.ts";

const documentKinds = exportKinds.filter((kind) => kind !== "ZIP");
const photoForms = ["rendition", "original"] as const;

afterEach(() => {
  vi.useRealTimers();
});

describe.each(exportKinds)("2§7 downloads: %s", (kind) => {
  test("an export file has the length and checksum of its bytes", async () => {
    const source = new MemorySource();
    const exportFile = await exportFileFor(fullPlan(source), { kind });
    const bytes = source.bytesOf(exportFile);
    expect(exportFile.length).toBe(bytes.length);
    expect(exportFile.crc32).toBe(crc32(bytes));
  });

  test("the same state gives the same bytes at any time and after any other export", async () => {
    const source = new MemorySource();
    const plan = fullPlan(source);
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-01T00:00:00Z") });
    const firstExport = await exportFileFor(plan, { kind });
    vi.setSystemTime(new Date("2031-01-31T23:59:58Z"));
    await exportFileFor(fullPlan(source, { language: "sv" }), { kind });
    const secondExport = await exportFileFor(structuredClone(plan), { kind });
    expect(secondExport.etag).toBe(firstExport.etag);
    expect(crc32(source.bytesOf(secondExport))).toBe(crc32(source.bytesOf(firstExport)));
  });

  test("concurrent exports do not disturb each other", async () => {
    const source = new MemorySource();
    const plan = fullPlan(source);
    const singleExport = await exportFileFor(plan, { kind });
    const concurrent = await Promise.all([exportFileFor(plan, { kind }), exportFileFor(plan, { kind })]);
    expect(concurrent.map(({ etag }) => etag)).toEqual([singleExport.etag, singleExport.etag]);
  });

  test("a different state has a different entity tag", async () => {
    const source = new MemorySource();
    const plan = fullPlan(source);
    const [firstPhoto, secondPhoto, ...otherPhotos] = plan.photos;
    const reorderedPhotos = [firstPhoto!, ...otherPhotos];
    const variants = [
      plan,
      { ...plan, language: "sv" as const },
      { ...plan, photos: reorderedPhotos },
      { ...plan, photos: [{ ...secondPhoto!, comment: "another" }, ...reorderedPhotos] },
      { ...plan, missing: [] },
      {
        ...plan,
        photos: [
          {
            ...secondPhoto!,
            original: { ...secondPhoto!.original, etag: "x" },
            rendition: { ...secondPhoto!.rendition, etag: "x" },
          },
          ...reorderedPhotos,
        ],
      },
    ];
    const tags: string[] = [];
    for (const variant of variants) tags.push((await exportFileFor(variant, { kind })).etag);
    expect(new Set(tags).size).toBe(variants.length);
  });

  test("a documentation without photos also produces a valid file", async () => {
    const source = new MemorySource();
    const { names } = unzipExport(source, await exportFileFor(makePlan({ expectedPhotos: 2 }), { kind }));
    expect(names.length).toBeGreaterThan(0);
  });
});

describe.each(documentKinds)("2§7 downloadExportDocument: %s", (kind) => {
  test.each(photoForms)(
    "every photo's %s is embedded byte for byte, and drawn as often as planned",
    async (photos) => {
      const source = new MemorySource();
      const plan = fullPlan(source);
      const { files, names, text } = unzipExport(source, await exportFileFor(plan, { kind, photos }));
      const checksums = new Map<string, number>();
      for (const name of names.filter((path) => path.includes("/media/")))
        checksums.set(name.split("/").at(-1)!, crc32(files[name]!));
      const drawn = names
        .filter((name) => /slides\/slide\d+\.xml$|document\.xml$|drawings\/drawing\d+\.xml$/.test(name))
        .flatMap((name) => {
          const relations = text(name.replace(/[^/]*$/, "_rels/$&.rels"));
          return [...text(name).matchAll(/r:embed="([^"]*)"/g)].map(([, id]) => {
            const [relation = ""] =
              relations.match(new RegExp(`<Relationship\\b[^>]*Id="${id}"[^>]*>`)) ?? [];
            return checksums.get(/Target="[^"]*?([^"/]*)"/.exec(relation)?.[1] ?? "");
          });
        });
      expect(drawn.sort()).toEqual(plan.photos.map((photo) => photo[photos].crc32).sort());
      expect(new Set(checksums.values())).toEqual(new Set(drawn));
    },
  );

  test("every part is well-formed and declared, and every relationship has its target", async () => {
    const source = new MemorySource();
    const { names, text } = unzipExport(source, await exportFileFor(fullPlan(source), { kind }));
    expect(names[0]).toBe("[Content_Types].xml");
    expect(packageFaults(names, text)).toEqual([]);
  });

  test("what is missing is listed with its reason and count", async () => {
    const source = new MemorySource();
    const english = unzipExport(source, await exportFileFor(fullPlan(source), { kind })).words(/\.xml$/);
    for (const { name } of missingItems) expect(english).toContain(name);
    expect(english).toContain("not uploaded");
    expect(english).toContain("somethingNew");
    expect(english).toContain("6 photos included, 8 expected, 2 missing. 1 file is missing.");
    expect(english).toContain(
      "1 more photo was reported when the documentation was completed, but never received.",
    );
    const swedish = unzipExport(source, await exportFileFor(fullPlan(source, { language: "sv" }), { kind }));
    const documentText = swedish.words(/\.xml$/);
    expect(documentText).toContain("har inte laddats upp");
    expect(documentText).toContain("6 foton ingår, 8 förväntade, 2 saknas. 1 fil saknas.");
    expect(swedish.text("docProps/core.xml")).toContain("<dc:language>sv-SE</dc:language>");
  });

  test("properties have the document's title, author and language, and only times that belong to the state", async () => {
    const source = new MemorySource();
    const { text } = unzipExport(source, await exportFileFor(fullPlan(source), { kind }));
    const properties = text("docProps/core.xml");
    expect(properties).toContain("<dc:title>Odenplan &amp; co</dc:title>");
    expect(properties).toContain("<dc:creator>anna</dc:creator>");
    expect(properties).toContain("<dc:language>en-GB</dc:language>");
    expect(properties).toContain(">2026-05-04T08:12:00Z</dcterms:created>");
    expect(properties).toContain(">2026-05-05T07:00:00Z</dcterms:modified>");
  });

  test("names, comments, times and positions appear as entered", async () => {
    const source = new MemorySource();
    const { words } = unzipExport(source, await exportFileFor(fullPlan(source), { kind }));
    const texts = words(/\.xml$/);
    for (const text of [
      hostileTexts.formula,
      hostileTexts.markup,
      hostileTexts.emoji,
      hostileTexts.arabic,
      hostileTexts.long.trim(),
    ]) {
      expect(texts).toContain(text);
    }
    expect(texts).toContain("null bell escape lone�");
    for (const text of ["Reviewer's comment", "Approved on site"]) expect(texts).toContain(text);
    expect(texts).toContain("Trench › Before");
  });

  test("every picture has an alternative text", async () => {
    const source = new MemorySource();
    const { names, text } = unzipExport(source, await exportFileFor(fullPlan(source), { kind }));
    const xml = names
      .filter((name) => /slides\/slide|document\.xml|drawings\/drawing/.test(name) && name.endsWith(".xml"))
      .map(text)
      .join("");
    const descriptions = [...xml.matchAll(/<(?:wp:docPr|p:cNvPr|xdr:cNvPr)\b[^>]* descr="([^"]+)"/g)].map(
      ([, alt]) => alt,
    );
    expect(descriptions.length).toBe(6);
    expect(descriptions[0]).toMatch(/^Photo 1: Before_01\. Trench › Before\. långt/);
  });

  test("originals are upright: EXIF orientation and the reviewer's rotation are applied to the frame", async () => {
    const source = new MemorySource();
    const framesOf = async (photos: "rendition" | "original") => {
      const { names, text } = unzipExport(source, await exportFileFor(fullPlan(source), { kind, photos }));
      return names
        .filter((name) => /slides\/slide|document\.xml|drawings\/drawing/.test(name) && name.endsWith(".xml"))
        .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))
        .map(text)
        .join("")
        .match(/<(pic:|p:|xdr:)spPr[^>]*>\s*<a:xfrm[^>]*>.*?<\/a:xfrm>/gs)!
        .filter((frame) => kind !== "PHOTO_POWERPOINT_PRESENTATION" || !frame.includes("8732520"))
        .map((frame) => ({
          rot: Number(/rot="(\d+)"/.exec(frame)?.[1] ?? 0) / 5_400_000,
          flip: /flipH="(1|true)"/.test(frame),
          shape: Number(/cx="(\d+)"/.exec(frame)![1]) / Number(/cy="(\d+)"/.exec(frame)![1]),
        }));
    };
    const pictures = async (photos: "rendition" | "original") =>
      (await framesOf(photos)).filter(({ shape }) => Math.abs(Math.log(shape)) < 0.3);
    // In reading order: Before (2), After (2, the second stored sideways), and two without a task.
    expect((await pictures("original")).map(({ rot, flip }) => [rot, flip])).toEqual([
      [0, false],
      [0, false],
      [1, false],
      [0, false],
      [0, true],
      [0, false],
    ]);
    for (const { rot, shape } of await pictures("original")) {
      // The frame has the aspect ratio of the stored pixels: 3:4 for photos stored sideways.
      if (rot === 1) expect(shape).toBeCloseTo(3 / 4, 3);
    }
    const renditions = await pictures("rendition");
    expect(renditions.map(({ rot }) => rot)).toEqual([0, 0, 0, 0, 1, 0]);
    for (const { shape } of renditions) expect(shape).toBeCloseTo(4 / 3, 3);
  });
});

describe("2§7 downloadExportDocument: volumes", () => {
  function manyPhotos(source: MemorySource, count: number) {
    return Array.from({ length: count }, (_, index) =>
      makePhoto(source, { id: `photo-${index}`, name: `Photo ${index + 1}` }),
    );
  }

  test("above 1000 photos a document is a zip of several, each of which is a complete document", async () => {
    const source = new MemorySource();
    const plan = makePlan({ photos: manyPhotos(source, 1001) });
    const exportFile = await exportFileFor(plan, { kind: "PHOTO_WORD_DOCUMENT" });
    expect(exportFile).toMatchObject({ fileName: "Odenplan 2.zip", contentType: "application/zip" });
    const bytes = source.bytesOf(exportFile);
    expect(crc32(bytes)).toBe(exportFile.crc32);
    const { files, names } = unzipExport(source, exportFile);
    expect(names).toEqual(["Odenplan 2-1-of-2.docx", "Odenplan 2-2-of-2.docx"]);
    const volume = files["Odenplan 2-2-of-2.docx"]!;
    const view = new DataView(volume.buffer, volume.byteOffset);
    expect(view.getUint32(0, true)).toBe(0x04034b50);
    const second = unzipExport(source, { ...exportFile, segments: [{ kind: "inline", bytes: volume }] });
    expect(second.names.filter((name) => name.includes("/media/")).length).toBe(1);
    expect(second.words(/document\.xml/)).toContain("Photos 1001–1001 of 1001");
    expect(second.words(/document\.xml/)).toContain("1001. Photo 1001");
    expect(second.words(/document\.xml/)).toContain("1001 photos included, 1001 expected, none missing.");
  });

  test("above 500 MB of photos a document is a zip too, counting the originals if they are requested", async () => {
    const source = new MemorySource();
    const photos = manyPhotos(source, 3).map((photo) => ({
      ...photo,
      original: { ...photo.original, size: 300_000_000 },
    }));
    const plan = makePlan({ photos, language: "sv" });
    const kind: ExportKind = "PHOTO_POWERPOINT_PRESENTATION";
    expect((await exportFileFor(plan, { kind })).fileName).toBe("Odenplan 2.pptx");
    const originals = await exportFileFor(plan, { kind, photos: "original" });
    expect(originals.fileName).toBe("Odenplan 2.zip");
    expect(originals.length).toBeGreaterThan(900_000_000);
    const volumeNames = originals.segments.flatMap((segment) =>
      segment.kind === "inline"
        ? [...new TextDecoder("latin1").decode(segment.bytes).matchAll(/-\d-av-\d/g)]
        : [],
    );
    expect(new Set(volumeNames.map(String))).toEqual(new Set(["-1-av-3", "-2-av-3", "-3-av-3"]));
  });

  test.each([
    ["PHOTO_WORD_DOCUMENT", "word/_rels/header1.xml.rels"],
    ["FORM_WORD_DOCUMENT", "word/_rels/header1.xml.rels"],
    ["PHOTO_POWERPOINT_PRESENTATION", "ppt/slides/_rels/slide1.xml.rels"],
    ["PHOTO_AXIANS_POWERPOINT_PRESENTATION", "ppt/slides/_rels/slide1.xml.rels"],
    ["RAMSITE_POWERPOINT", "ppt/slides/_rels/slide1.xml.rels"],
  ] as const)("%s shows the licence's logo, or none if it cannot be read", async (kind, relations) => {
    const source = new MemorySource();
    const plan = fullPlan(source);
    const logo = picture;
    const exportOf = async (logoData: string | null) =>
      unzipExport(source, await exportFileFor({ ...plan, logo: logoData }, { kind }));
    const { files, names, text } = await exportOf(logo);
    // Composing the export again, in another step or to resume, gives the same bytes.
    expect((await exportOf(logo)).files).toEqual(files);
    const pictures = names.filter((name) => name.endsWith(".png"));
    expect(pictures).toHaveLength(1);
    expect(Buffer.from(files[pictures[0]!]!).toString("base64")).toBe(logo);
    const relationTexts = names.filter((name) => name.startsWith(relations)).map(text);
    expect(relationTexts.join("")).toContain(pictures[0]!.split("/").at(-1));
    expect(text("[Content_Types].xml")).toContain('Extension="png"');
    // C2 pdfkit#926: cut short, with a byte changed, and as iPhone apps contain it.
    const bytes = Buffer.from(logo, "base64");
    const damagedLogo = Buffer.from(bytes);
    damagedLogo[45]! ^= 1;
    const appleLogo = Buffer.concat([
      bytes.subarray(0, 8),
      Buffer.from("\0\0\0\x04CgBI0 0 0000", "latin1"),
      bytes.subarray(8),
    ]);
    for (const unreadableLogo of [bytes.subarray(0, 30), damagedLogo, appleLogo]) {
      const documentWithoutLogo = await exportOf(unreadableLogo.toString("base64"));
      expect(documentWithoutLogo.names.filter((name) => name.endsWith(".png"))).toEqual([]);
      expect(documentWithoutLogo.words(/slides\/|document\.xml$/)).toContain(
        "The licence's logo is damaged and left out",
      );
    }
  });

  test("documents of one format have different names, so that a folder can contain all of them", async () => {
    const plan = makePlan({ language: "sv" });
    const names: string[] = [];
    for (const kind of exportKinds) names.push((await exportFileFor(plan, { kind })).fileName);
    expect(new Set(names).size).toBe(exportKinds.length);
    expect(names).toEqual(
      expect.arrayContaining(["Odenplan 2.docx", "Odenplan 2 - Formulär.docx", "Odenplan 2 - 3GIS PM.docx"]),
    );
  });

  test.each([
    [
      "a long name",
      `Ombyggnad av ställverket ${"i Älvkarleby ".repeat(18)}`,
      /^Ombyggnad av ställverket .*~[0-9a-z]{7} - Formulär\.xlsx$/,
    ],
    ["a name of dots", "...", /^Dokumentation - Formulär\.xlsx$/],
    ["a name of emoji", "🚧".repeat(60), /^🚧+~[0-9a-z]{7} - Formulär\.xlsx$/u],
    ["a device name", "con", /^_con - Formulär\.xlsx$/],
  ])("D13 the kind stays in the file name of %s", async (_, name, expected) => {
    const plan = makePlan({ language: "sv" });
    plan.documentation.name = name;
    const names: string[] = [];
    for (const kind of exportKinds) names.push((await exportFileFor(plan, { kind })).fileName);
    expect(new Set(names).size).toBe(exportKinds.length);
    expect(names.filter((fileName) => expected.test(fileName))).toHaveLength(1);
    for (const fileName of names) {
      expect(new TextEncoder().encode(fileName).length).toBeLessThanOrEqual(125);
      expect(decodeURIComponent(createContentDisposition(fileName).split("UTF-8''")[1]!)).toBe(fileName);
    }
  });

  test("file names are safe and keep letters of any script", async () => {
    const plan = makePlan();
    plan.documentation.name = "Återställning 3/4: söder?";
    const exportFile = await exportFileFor(plan, { kind: "PHOTO_EXCEL_WORKBOOK" });
    expect(exportFile.fileName).toBe("Återställning 3_4_ söder_.xlsx");
  });
});
