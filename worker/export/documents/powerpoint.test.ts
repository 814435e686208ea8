import { describe, expect, test } from "vitest";
import { exportFileFor } from "../export.ts";
import { fullPlan, unzipExport } from "../testing/documents.ts";
import { MemorySource, makePhoto, makePlan } from "../testing/samplePlans.ts";

const deckOf = async (source: MemorySource, plan = fullPlan(source)) =>
  unzipExport(source, await exportFileFor(plan, { kind: "PHOTO_POWERPOINT_PRESENTATION" }));

describe("2§7 downloadExportDocument: PowerPoint", () => {
  test("has a title, contents, one photo per slide in the order of the tasks, and what is missing", async () => {
    const { names, words } = await deckOf(new MemorySource());
    const slides = names.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
    expect(slides.length).toBe(1 + 6 + 1 + 1);
    const texts = slides.map((_, index) => words(new RegExp(`^ppt/slides/slide${index + 1}\\.xml$`)));
    expect(texts[0]).toContain("Odenplan & co");
    expect(texts[0]).toContain("PHOTO DOCUMENTATION");
    expect(texts[1]).toContain("Contents");
    expect(texts[1]).toMatch(/Trench › Before\s+2 photos\s+3–4/);
    expect(texts[1]).toMatch(/Other photos\s+2 photos\s+7–8/);
    expect(texts[2]).toContain("1 of 6");
    expect(texts[2]).toContain("2026-05-04 13:37");
    expect(texts[5]).toContain("the same photo again");
    expect(texts[7]).toContain("No position");
    expect(texts[8]).toContain("Missing (2)");
  });

  test("every slide is listed once, has a title and no empty notes page", async () => {
    const { names, text } = await deckOf(new MemorySource());
    const list = [...text("ppt/presentation.xml").matchAll(/<p:sldId id="(\d+)" r:id="([^"]*)"/g)];
    expect(list.map(([, id]) => Number(id))).toEqual(Array.from({ length: 9 }, (_, index) => 256 + index));
    const relations = text("ppt/_rels/presentation.xml.rels");
    for (const [, , id] of list) expect(relations.split(`Id="${id}"`).length).toBe(2);
    for (let slide = 1; slide <= 9; slide++) {
      expect(text(`ppt/slides/slide${slide}.xml`)).toMatch(/type="title"/);
      expect(text(`ppt/slides/slide${slide}.xml`)).not.toContain(' lang="en-US"');
    }
    expect(names.some((name) => name.includes("notesSlides"))).toBe(false);
    expect(text("docProps/app.xml")).toContain("<Slides>9</Slides>");
  });

  test("a slide shows its own number", async () => {
    const { names, text } = await deckOf(new MemorySource());
    const slides = names.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
    for (const name of slides.filter((slide) => text(slide).includes('type="slidenum"')))
      expect([name, /type="slidenum".*?<a:t>(\d*)</s.exec(text(name))?.[1]]).toEqual([
        name,
        /(\d+)\.xml/.exec(name)![1],
      ]);
  });

  test("facts and names that are too long for the title slide follow in full", async () => {
    const source = new MemorySource();
    const photo = makePhoto(source, { taskId: "after", name: `Photo ${"n".repeat(200)} end` });
    const plan = makePlan({ photos: [photo] });
    const tags = Array.from({ length: 60 }, (_, index) => `tag-${String(index).padStart(3, "0")}`);
    const name = `Odenplan ${"2".repeat(230)} last`;
    const { words } = await deckOf(source, {
      ...plan,
      documentation: { ...plan.documentation, name, tags },
      tasks: [
        {
          id: "after",
          name: `After ${"t".repeat(200)} end`,
          type: "PHOTO",
          answer: null,
          path: ["G".repeat(150)],
          position: 0,
        },
      ],
    });
    const slideText = words(/^ppt\/slides\/slide\d+\.xml$/);
    expect(tags.filter((tag) => !slideText.includes(tag))).toEqual([]);
    for (const text of [name, photo.name, `${"G".repeat(150)} › After ${"t".repeat(200)} end`])
      expect(slideText).toContain(text);
  });

  test("a long list of missing photos continues over as many slides as it needs", async () => {
    const missing = Array.from({ length: 60 }, (_, index) => ({
      id: `m${index}`,
      kind: "PHOTO" as const,
      name: `Missing photo ${index} ${"with a long name ".repeat(index % 5)}`,
      taskId: "after",
      reason: "notUploaded",
    }));
    const source = new MemorySource();
    const plan = makePlan({ photos: [makePhoto(source)], missing, expectedPhotos: 61 });
    const { names, text } = await deckOf(source, plan);
    const pages = names
      .filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
      .map(text)
      .filter((xml) => xml.includes("Missing (60)"));
    expect(pages.length).toBeGreaterThan(3);
    const missingTexts = pages.join("").match(/Missing: Missing photo \d+/g);
    expect(new Set(missingTexts).size).toBe(60);
  });

  test("right-to-left names are laid out right to left", async () => {
    const { text } = await deckOf(new MemorySource());
    expect(text("ppt/slides/slide5.xml")).toMatch(/<a:pPr[^>]*rtl="1"/);
    expect(text("ppt/slides/slide3.xml")).not.toMatch(/rtl="1"/);
  });
});
