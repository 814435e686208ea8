import { describe, expect, it } from "vitest";
import type { LayoutNode } from "#domain/layout/node.ts";
import { layoutTypes } from "#domain/layout/types.ts";
import { itemsOf, photosIn } from "#worker/export/testing/drawnContents.ts";
import { layoutOf, randomLayout } from "#worker/export/testing/layouts.ts";
import { everyName, fullReport } from "#worker/export/testing/reports.ts";
import { MemorySource } from "#worker/export/testing/samplePlans.ts";
import { photosPerRow } from "./photoColumns.ts";
import { resolveLayout } from "./resolve.ts";

const seeds = Array.from({ length: 450 }, (_, seed) => seed);

/**
 * The PHOTO nodes that draw all photos of any report: those in a single EACH over PHOTOS without filters, and in no other
 * condition or loop. PHOTOs in neighbouring columns share them out.
 */
const unconditionalPhotoNodes = (nodes: readonly LayoutNode[], isConditional: boolean): string[] =>
  nodes.flatMap((node) => {
    const { id, type, params, children } = node;
    if (type === "PHOTO") return isConditional ? [id] : [];
    if (["SLIDE", "PAGE", "SHEET", "TABLE", "ROW", "COLUMN"].includes(type))
      return unconditionalPhotoNodes(children, isConditional);
    const visitsAll =
      type === "EACH" &&
      params.IN === "PHOTOS" &&
      !params.IDS?.trim() &&
      !params.FILTERS &&
      photosPerRow(node) === 1;
    return visitsAll && !isConditional ? unconditionalPhotoNodes(children, true) : [];
  });

describe.each(layoutTypes)("3§4 random %s layouts that obey the grammar", (type) => {
  const report = fullReport(new MemorySource(), { photos: 23 });
  const insertedLayout = layoutOf(
    "WORD_TO_PDF",
    [
      ["TEXT", { TEXT: "inserted" }],
      ["EACH", { IN: "PHOTOS" }, [["PHOTO"]]],
    ],
    "inserted",
  );
  const reportWithInserted = { ...report, layouts: new Map([["inserted", insertedLayout]]) };
  const names = { ...everyName, layouts: type === "WORD_TO_PDF" ? ["inserted"] : [] };

  it("resolve without errors, with the same result each time they are iterated", () => {
    let count = 0;
    for (const seed of seeds) {
      const resolvedLayout = resolveLayout(randomLayout(seed, type, names), reportWithInserted);
      const firstItems = JSON.stringify([...itemsOf(resolvedLayout.drawn)]);
      expect(JSON.stringify([...itemsOf(resolvedLayout.drawn)]), `seed ${seed}`).toBe(firstItems);
      expect(resolvedLayout.listUnfilled().every(({ placeholder }) => placeholder.startsWith("{"))).toBe(
        true,
      );
      count += firstItems.length;
    }
    expect(count).toBeGreaterThan(100_000);
  });

  it("draw every photo if no EACH over PHOTOS is restricted", () => {
    const allPhotoIds = report.plan.photos.map(({ id }) => id).toSorted();
    let checkedNodes = 0;
    for (const seed of seeds) {
      const layout = randomLayout(seed, type, names);
      const photos = photosIn(resolveLayout(layout, reportWithInserted).drawn);
      for (const id of unconditionalPhotoNodes(layout.nodes, false)) {
        const photoIds = photos.filter(({ node }) => node === id).map(({ photo }) => photo.id);
        expect(photoIds.toSorted(), `seed ${seed}, node ${id}`).toEqual(allPhotoIds);
        checkedNodes++;
      }
    }
    expect(checkedNodes).toBeGreaterThan(0);
  });

  it("draw only existing photos", () => {
    const includedPhotos = new Set(report.plan.photos);
    let photos = 0;
    for (const seed of seeds)
      for (const { photo } of photosIn(
        resolveLayout(randomLayout(seed, type, names), reportWithInserted).drawn,
      )) {
        expect(includedPhotos.has(photo)).toBe(true);
        photos++;
      }
    expect(photos).toBeGreaterThan(100);
  });
});
