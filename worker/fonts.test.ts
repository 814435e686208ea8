import { describe, expect, it } from "vitest";
import { signFaces, textFaces } from "./export/pdf/faces.ts";
import { TrueType } from "./export/pdf/truetype.ts";
import { fonts } from "./fonts.ts";

describe("the fonts that PDFs embed", () => {
  it.each(textFaces)("3§4 the file of %s has that font", async (name) => {
    const face = new TrueType(await fonts(name));
    expect(face.name).toBe(name);
    expect(face.glyphOf["Ł".charCodeAt(0)]).toBeGreaterThan(0);
  });

  it.each(signFaces)("3§4 the file of %s has that font", async (name) => {
    expect(new TrueType(await fonts(name)).name).toBe(name);
  });

  it("3§4 every call returns the same array, because parsed fonts are cached by it", async () => {
    expect(await fonts("Arimo-Regular")).toBe(await fonts("Arimo-Regular"));
  });
});
