import { describe, expect, it } from "vitest";
import { faceNames } from "./export/pdf/faces.ts";
import { TrueType } from "./export/pdf/truetype.ts";
import { fonts } from "./fonts.ts";

describe("the faces that PDFs embed", () => {
  it.each(faceNames)("3§4 %s is there, under its own name", async (name) => {
    const face = new TrueType(await fonts(name));
    expect(face.name).toBe(name);
    expect(face.glyphOf["Ł".charCodeAt(0)]).toBeGreaterThan(0);
  });

  it("3§4 are the same array in every call, as parsed faces are kept by it", async () => {
    expect(await fonts("Arimo-Regular")).toBe(await fonts("Arimo-Regular"));
  });
});
