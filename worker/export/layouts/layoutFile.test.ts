import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { loadFont } from "#worker/fonts.ts";
import { layoutManifestJson } from "../documents/manifest.ts";
import { photosIn, textsIn } from "../testing/drawnContents.ts";
import { layoutOf, type Sketch } from "../testing/layouts.ts";
import { fullReport, makeReport } from "../testing/reports.ts";
import { MemorySource, makePhoto } from "../testing/samplePlans.ts";
import { createLayoutFile, createLayoutPreview } from "./layoutFile.ts";
import { splitIntoVolumes } from "./layoutVolumes.ts";
import { addMissingSection } from "./missingSection.ts";
import { resolveLayout } from "./resolve/resolve.ts";

const eachPhoto: Record<string, readonly Sketch[]> = {
  POWERPOINT: [["EACH", { IN: "PHOTOS" }, [["SLIDE", {}, [["COLUMN", {}, [["PHOTO"]]]]]]]],
  PDF: [["EACH", { IN: "PHOTOS" }, [["PAGE", {}, [["COLUMN", {}, [["PHOTO"]]]]]]]],
  EXCEL: [
    ["SHEET", { NAME: "All" }, [["EACH", { IN: "PHOTOS" }, [["ROW", {}, [["COLUMN", {}, [["PHOTO"]]]]]]]]],
  ],
  WORD: [["TABLE", {}, [["EACH", { IN: "PHOTOS" }, [["ROW", {}, [["COLUMN", {}, [["PHOTO"]]]]]]]]]],
  WORD_TO_PDF: [["EACH", { IN: "PHOTOS" }, [["PHOTO"], ["PAGE_BREAK"]]]],
};
const types = ["POWERPOINT", "PDF", "EXCEL", "WORD", "WORD_TO_PDF"] as const;

/** Photos with a size but no image data. */
const photosOf = (count: number, size: number) => {
  const photo = makePhoto(new MemorySource());
  return Array.from({ length: count }, (_, index) => ({
    ...photo,
    id: `photo-${index}`,
    rendition: { ...photo.rendition, key: `key-${index}`, size },
  }));
};

describe.each(types)("design§Exports volumes of %s layouts", (type) => {
  const layout = layoutOf(type, eachPhoto[type]!);

  it.each([
    ["1000 photos", 2300, 1, [1000, 1000, 300]],
    ["500 MB", 7, 200_000_000, [2, 2, 2, 1]],
  ])("end after %s, and together contain every photo once", (_, count, size, expected) => {
    const photos = photosOf(count, size);
    const volumes = splitIntoVolumes(resolveLayout(layout, makeReport({ photos })));
    expect(volumes.map(({ drawn }) => photosIn(drawn).length)).toEqual(expected);
    expect(volumes.map(({ photos }) => photos.length)).toEqual(expected);
    expect(volumes.flatMap(({ drawn }) => photosIn(drawn).map(({ photo }) => photo.id))).toEqual(
      photos.map(({ id }) => id),
    );
  });

  it("are only one if the report fits into one document", () => {
    expect(splitIntoVolumes(resolveLayout(layout, makeReport({ photos: photosOf(3, 1) })))).toHaveLength(1);
    expect(splitIntoVolumes(resolveLayout(layout, makeReport()))).toHaveLength(1);
  });

  it("2§8 list what is missing only if something is missing", () => {
    const missing = [
      { id: "m", kind: "PHOTO", name: "After_07", taskId: null, reason: "notUploaded" },
      { id: "w", kind: "FILE", name: "#1", taskId: null, reason: "forbidden" },
    ] as const;
    const report = makeReport({ plan: { missing: [...missing], expectedPhotos: 3, language: "sv" } });
    const text = textsIn(addMissingSection(resolveLayout(layout, report).drawn, report.plan)).join("\n");
    expect(text).toContain("After_07");
    expect(text).toContain("har inte laddats upp");
    expect(text).toContain("Ytterligare 2 foton anmäldes");
    expect(text).not.toContain("#1");
    const completeReport = fullReport(new MemorySource());
    expect(addMissingSection(resolveLayout(layout, completeReport).drawn, completeReport.plan)).toMatchObject(
      { type },
    );
    expect(
      textsIn(addMissingSection(resolveLayout(layout, completeReport).drawn, completeReport.plan)).join("\n"),
    ).not.toContain("Missing");
  });
});

describe("design§Exports volumes", () => {
  it("never split a page, however many photos it has", () => {
    const layout = layoutOf("WORD", [
      [
        "TABLE",
        {},
        [
          [
            "EACH",
            { IN: "TASKS" },
            [["ROW", {}, [["COLUMN", {}, [["TEXT", { TEXT: "{TASK_NAME}" }], ["PHOTO"]]]]]],
          ],
        ],
      ],
    ]);
    const photos = photosOf(2400, 1).map((photo, index) => ({ ...photo, taskId: `t${index % 4}` }));
    const tasks = [0, 1, 2, 3].map((index) => ({ id: `t${index}`, type: "PHOTO" }) as const);
    const volumes = splitIntoVolumes(resolveLayout(layout, makeReport({ photos, tasks })));
    expect(volumes.map(({ drawn }) => textsIn(drawn))).toEqual([["t0"], ["t1"], ["t2"], ["t3"]]);
    expect(volumes.map(({ drawn }) => photosIn(drawn).length)).toEqual([600, 600, 600, 600]);
  });
});

describe.each(types)("design§Exports the file of a %s layout", (type) => {
  const layout = { ...layoutOf(type, eachPhoto[type]!), name: "Photos: all/every" };
  const source = new MemorySource();
  const report = fullReport(source, { photos: 7 });

  it("is named after documentation and layout, and has the extension of its type", async () => {
    const { fileName, contentType } = await createLayoutFile(layout, report, { fonts: loadFont });
    const [extension, kind] = {
      POWERPOINT: ["pptx", "presentationml"],
      WORD: ["docx", "wordprocessingml"],
      EXCEL: ["xlsx", "spreadsheetml"],
      PDF: ["pdf", "application/pdf"],
      WORD_TO_PDF: ["pdf", "application/pdf"],
    }[type];
    expect(fileName).toBe(`Odenplan 2 - Photos_ all_every.${extension}`);
    expect(contentType).toContain(kind);
  });

  it("has the same bytes for the same state, and different bytes for another state", async () => {
    const file = await createLayoutFile(layout, report, { fonts: loadFont });
    const secondFile = await createLayoutFile(structuredClone(layout), structuredClone(report), {
      fonts: loadFont,
    });
    expect(secondFile.etag).toBe(file.etag);
    expect(file.length).toBe(source.bytesOf(file).length);
    const [documentation] = report.documentations;
    const fewerPhotos = [{ ...documentation!, photos: documentation!.photos.slice(1) }];
    const otherFiles = [
      await createLayoutFile(layout, { ...report, documentations: fewerPhotos }, { fonts: loadFont }),
      await createLayoutFile({ ...layout, name: "Other" }, report, { fonts: loadFont }),
      await createLayoutFile(
        layout,
        { ...report, plan: { ...report.plan, asOf: "2026-06-01T00:00:00Z" } },
        { fonts: loadFont },
      ),
      await createLayoutFile(
        layout,
        { ...report, plan: { ...report.plan, expectedPhotos: 9 } },
        { fonts: loadFont },
      ),
    ];
    for (const otherFile of otherFiles) expect(otherFile.etag).not.toBe(file.etag);
  });

  it("contains every photo that it shows, uncropped", async () => {
    const file = await createLayoutFile(layout, report, { fonts: loadFont });
    const objectKeys = file.segments.flatMap((segment) =>
      segment.kind === "object" ? [segment.object.key] : [],
    );
    expect(objectKeys.toSorted()).toEqual(
      report.plan.photos.map(({ rendition }) => rendition.key).toSorted(),
    );
  });

  it("3§4 has a preview of its first pages, with thumbnails and the positions of its nodes", async () => {
    const preview = await createLayoutPreview(layout, report, { fonts: loadFont, pages: 2 });
    const objectKeys = preview.file.segments.flatMap((segment) =>
      segment.kind === "object" ? [segment.object.key] : [],
    );
    expect(objectKeys.length).toBeGreaterThan(0);
    expect(objectKeys.every((key) => key.endsWith("/thumbnail"))).toBe(true);
    expect(preview.pages).toBeLessThanOrEqual(2);
    expect(preview.parts.some(({ node, width, height }) => node !== "" && width > 0 && height > 0)).toBe(
      true,
    );
    expect(new TextDecoder("latin1").decode(source.bytesOf(preview.file)).startsWith("%PDF-")).toBe(true);
    expect(preview.file.contentType).toBe("application/pdf");
  });
});

describe("design§Exports files of layouts", () => {
  it("with more photos than a document may have are a zip of several, each with its part of the manifest", async () => {
    const source = new MemorySource();
    const photos = Array.from({ length: 1001 }, () => makePhoto(source));
    const layout = layoutOf("WORD", eachPhoto.WORD!);
    const file = await createLayoutFile(layout, makeReport({ photos, plan: { language: "sv" } }), {
      fonts: loadFont,
    });
    expect(file.fileName).toBe("Odenplan 2 - Layout.zip");
    const volumes = unzipSync(source.bytesOf(file));
    expect(Object.keys(volumes)).toEqual([
      "Odenplan 2 - Layout-1-av-2.docx",
      "Odenplan 2 - Layout-2-av-2.docx",
    ]);
    const names = Object.values(volumes).map((volume) => {
      const manifest = new TextDecoder().decode(unzipSync(volume)["customXml/item1.xml"]);
      return /includedPhotos&quot;: (\d+)/.exec(manifest)?.[1];
    });
    expect(names).toEqual(["1000", "1"]);
  });

  it("list in their manifest the photos they show, the photos they omit, and what is missing", () => {
    const photos = photosOf(3, 10);
    const missing = [
      { id: "m", kind: "PHOTO", name: "After_07", taskId: null, reason: "notUploaded" },
    ] as const;
    const { plan } = makeReport({ photos, plan: { missing: [...missing], expectedPhotos: 4 } });
    const manifest = JSON.parse(
      layoutManifestJson(plan, {
        layout: { id: "1", name: "Layout", type: "WORD" },
        part: { number: 1, count: 1 },
        photos: [{ photo: photos[0]!, variant: "rendition" }],
        omittedPhotos: photos.slice(1),
      }),
    );
    expect(manifest).toMatchObject({
      format: "siteproof-manifest",
      asOf: plan.asOf,
      layout: { id: "1", name: "Layout", type: "WORD" },
      part: { number: 1, count: 1 },
      expectedPhotos: 4,
      includedPhotos: 1,
      missing,
      items: [{ kind: "PHOTO", id: "photo-0", variant: "rendition", size: 10, sha256: photos[0]!.sha256 }],
      omittedPhotos: [{ id: "photo-1" }, { id: "photo-2" }],
    });
  });

  it("a Word layout can be exported as PDF", async () => {
    const source = new MemorySource();
    const file = await createLayoutFile(layoutOf("WORD", eachPhoto.WORD!), fullReport(source), {
      fonts: loadFont,
      asPdf: true,
    });
    expect(file).toMatchObject({ fileName: "Odenplan 2 - Layout.pdf", contentType: "application/pdf" });
    expect(latin1(source.bytesOf(file)).startsWith("%PDF-")).toBe(true);
  });

  it("previews list placeholders that had no value", async () => {
    const layout = layoutOf("PDF", [
      ["PAGE", {}, [["COLUMN", {}, [["TEXT", { TEXT: "{PHOTO_NAME} {CREATOR}" }]]]]],
    ]);
    const { unfilled } = await createLayoutPreview(layout, makeReport(), { fonts: loadFont });
    expect(unfilled).toEqual([{ node: "0.0.0", placeholder: "{PHOTO_NAME}" }]);
  });
});

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);
