import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { Env } from "#worker/env.ts";
import { type StoredFace, storedFaceKey, storedFaces } from "#worker/export/pdf/fontFaces.ts";
import { drawnText, makeExtras } from "#worker/export/testing/drawnNodes.ts";
import {
  checkPdf,
  elementsIn,
  linesOf,
  openPdf,
  readObjects,
  textOf,
} from "#worker/export/testing/readPdf.ts";
import { MemorySource } from "#worker/export/testing/samplePlans.ts";
import { loadFont } from "#worker/fonts.ts";
import type { RenderTree } from "../renderTree.ts";
import { renderPdf } from "./layoutPdf.ts";

const source = new MemorySource();
// Cast: the tests' environment is the Worker's.
const { STORAGE } = env as Env;

const files: Readonly<Record<StoredFace, () => Promise<{ default: ArrayBuffer }>>> = {
  "NotoSansJP-Regular": () => import("@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf"),
  "NotoSansKR-Regular": () => import("@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf"),
  "NotoSansSC-Regular": () => import("@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf"),
};

async function drawLines(lines: readonly string[]) {
  const tree: RenderTree = {
    type: "WORD_TO_PDF",
    title: "Report",
    locale: "en-GB",
    header: [],
    footer: [],
    blocks: lines.map((text) => drawnText(text)),
  };
  const bytes = source.bytesOf(await renderPdf(tree, makeExtras(), { fonts: loadFont }));
  const { root, faults } = checkPdf(bytes);
  const spoken = elementsIn(root)
    .filter(({ type }) => type === "P")
    .map(textOf);
  return { bytes, faults, spoken, drawn: await linesOf(await openPdf(bytes), 1) };
}

const chineseKoreanJapanese = ["検査済み、漏れなし。", "已检查，没有泄漏。", "점검 완료, 누수 없음."];

describe("3§4 a PDF with scripts that text faces lack", () => {
  it("has the codes of Chinese, Japanese and Korean characters while the bucket has no faces", async () => {
    for (const name of storedFaces) await STORAGE.delete(storedFaceKey(name));
    const { spoken, drawn, faults } = await drawLines(["日本"]);
    expect({ spoken, drawn, faults }).toEqual({ spoken: ["日本"], drawn: ["[U+65E5][U+672C]"], faults: [] });
  });

  describe("with the faces in the bucket", () => {
    beforeAll(async () => {
      for (const name of storedFaces) await STORAGE.put(storedFaceKey(name), (await files[name]()).default);
    });

    it("draws Chinese, Japanese and Korean, each with its own face", async () => {
      const { bytes, spoken, drawn, faults } = await drawLines(chineseKoreanJapanese);
      expect({ spoken, drawn, faults }).toEqual({
        spoken: chineseKoreanJapanese,
        drawn: chineseKoreanJapanese,
        faults: [],
      });
      const dictionaries = [...readObjects(bytes).objects.values()]
        .map(({ dictionary }) => dictionary)
        .join("\n");
      for (const name of storedFaces)
        expect(dictionaries).toMatch(new RegExp(`/FontName/[A-Z]{6}\\+${name}`));
      // Subsets of a few characters, not of ten megabytes.
      expect(bytes.length).toBeLessThan(100_000);
    });

    it("draws Thai, Hindi, Arabic and emoji beside Swedish, without codes", async () => {
      const lines = ["Vått ตรวจสอบแล้ว ที่นี่", "हिन्दी क्षत्रिय: जाँच हो गई", "تم الفحص", "Klart 👷 ✅ 日本語"];
      const { spoken, drawn, faults } = await drawLines(lines);
      expect(faults).toEqual([]);
      expect(spoken).toEqual(lines);
      expect(drawn.join("\n")).not.toContain("[U+");
      // pdf.js takes the distances of shaped glyphs for spaces.
      const withoutSpaces = (texts: readonly string[]) => texts.slice(0, 2).join("").replace(/\s/g, "");
      expect(withoutSpaces(drawn)).toBe(withoutSpaces(lines));
    });
  });
});
