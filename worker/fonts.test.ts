import { describe, expect, it } from "vitest";
import { signFaces, textFaces } from "./export/pdf/fontFaces.ts";
import { TrueTypeFace } from "./export/pdf/truetype.ts";
import { loadFont } from "./fonts.ts";

describe("the fonts that PDFs embed", () => {
  it.each(textFaces)("3§4 the file of %s has that font", async (name) => {
    const face = new TrueTypeFace(await loadFont(name));
    expect(face.name).toBe(name);
    expect(face.glyphOf["Ł".charCodeAt(0)]).toBeGreaterThan(0);
  });

  it.each(signFaces)("3§4 the file of %s has that font", async (name) => {
    expect(new TrueTypeFace(await loadFont(name)).name).toBe(name);
  });

  it("3§4 every call returns the same array, because parsed fonts are cached by it", async () => {
    expect(await loadFont("Arimo-Regular")).toBe(await loadFont("Arimo-Regular"));
  });
});
