import { describe, expect, it } from "vitest";
import { validateLayout } from "../layoutValidation.ts";
import { layoutTree } from "../node.ts";
import { layoutTypes } from "../types.ts";
import { findPlaceholderErrors } from "../unknownPlaceholders.ts";
import { sketchPages } from "./pageSketch.ts";
import { createStarterLayout, listStarterTypes, starters } from "./starters.ts";

const languages = ["en", "sv"] as const;
const layouts = starters.flatMap((starter) =>
  listStarterTypes(starter).flatMap((type) =>
    languages.map((language) => ({
      title: `${starter.id} ${type} ${language}`,
      layout: createStarterLayout(starter, type, language),
    })),
  ),
);

describe("3§2 starters of report layouts", () => {
  it.each(layouts)("3§5 are valid in every type and language: $title", ({ layout }) => {
    expect(validateLayout({ id: null, type: layout.type, nodes: layout.nodes })).toEqual({});
    expect(findPlaceholderErrors(layout.nodes, () => false)).toEqual({});
    expect(layout.nodes.length).toBeGreaterThan(0);
  });

  it("3§1 have different texts in both languages, and the same nodes", () => {
    for (const starter of starters)
      for (const type of listStarterTypes(starter)) {
        const [english, swedish] = languages.map((language) => createStarterLayout(starter, type, language));
        expect(english!.name).not.toBe(swedish!.name);
        const typesOf = (layout: typeof english) =>
          layoutTree.flatten(layout!.nodes).map(({ node }) => node.type);
        expect(typesOf(english)).toEqual(typesOf(swedish));
      }
  });

  it("3§2 have an id of their own, cover every type, and have new node ids each time", () => {
    expect(new Set(starters.map(({ id }) => id)).size).toBe(starters.length);
    expect(new Set(starters.flatMap(listStarterTypes))).toEqual(new Set(layoutTypes));
    const [firstId, secondId] = [1, 2].map(
      () => createStarterLayout(starters[0]!, "WORD", "en").nodes[0]!.id,
    );
    expect(firstId).not.toBe(secondId);
  });

  it.each(layouts)("3§2 have a picture whose boxes are on the page: $title", ({ layout }) => {
    const pages = sketchPages(layout, 2);
    expect(pages.length).toBeGreaterThan(0);
    for (const { width, height, boxes } of pages) {
      expect(boxes.length).toBeGreaterThan(0);
      for (const box of boxes) {
        expect(box.width).toBeGreaterThan(0);
        expect(box.height).toBeGreaterThan(0);
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width + 0.01);
        expect(box.y + box.height).toBeLessThanOrEqual(height + 0.01);
      }
    }
  });

  it("3§2 a picture changes with its nodes", () => {
    const layout = createStarterLayout(starters[0]!, "WORD", "en");
    const photoCount = (perPage: string) =>
      sketchPages(
        {
          ...layout,
          nodes: layoutTree.mapNodes(layout.nodes, (node) =>
            node.type === "PHOTO_GRID" ? { ...node, params: { ...node.params, PER_PAGE: perPage } } : node,
          ),
        },
        2,
      ).flatMap(({ boxes }) => boxes.filter(({ kind }) => kind === "photo")).length;
    expect([photoCount("6"), photoCount("2")]).toEqual([6, 2]);
  });
});
