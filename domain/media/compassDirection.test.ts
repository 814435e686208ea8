import { describe, expect, it } from "vitest";
import { formatDirection } from "./compassDirection.ts";

describe("design§Photos the direction of a photo", () => {
  it.each([
    [0, "N 0°", "N 0°"],
    [22, "N 22°", "N 22°"],
    [23, "NE 23°", "NO 23°"],
    [90, "E 90°", "O 90°"],
    [134.6, "SE 135°", "SO 135°"],
    [180, "S 180°", "S 180°"],
    [225, "SW 225°", "SV 225°"],
    [270.4, "W 270°", "V 270°"],
    [315, "NW 315°", "NV 315°"],
    [338, "N 338°", "N 338°"],
    [359.7, "N 0°", "N 0°"],
  ])("%d degrees are %j in English and %j in Swedish", (degrees, en, sv) =>
    expect([formatDirection(degrees, "en"), formatDirection(degrees, "sv")]).toEqual([en, sv]),
  );
});
