import { describe, expect, it } from "vitest";
import { isPhotoNameOf, nextPhotoName, photoName, renumberedNames } from "./photoNames";

describe("names of photos", () => {
  it("2§5 count from _01, zero-padded below 10", () => {
    expect([1, 9, 10, 100].map((number) => photoName("Mast", number))).toEqual([
      "Mast_01",
      "Mast_09",
      "Mast_10",
      "Mast_100",
    ]);
    expect(renumberedNames("Mast", 2)).toEqual(["Mast_01", "Mast_02"]);
  });

  it.each([
    [[], "Mast_01"],
    [["Mast_01", "Mast_02"], "Mast_03"],
    [["Mast_01", "Mast_03"], "Mast_04"],
    [["Mast_09", "Mast_99"], "Mast_100"],
    [["Mast", "Mast_x", "Mast_1", "Mast top_07", "mast_05"], "Mast_01"],
  ])("2§5 avoid the names there are: after %j comes %s", (existing, next) =>
    expect(nextPhotoName("Mast", existing)).toBe(next),
  );

  it("2§5 a task's name may end as a number does", () => {
    expect(nextPhotoName("Mast_01", ["Mast_01", "Mast_02"])).toBe("Mast_01_01");
    expect(isPhotoNameOf("Mast", "Mast_01")).toBe(true);
    expect(isPhotoNameOf("Mast", "Mast_one")).toBe(false);
    expect(isPhotoNameOf("Mast", "Roof_01")).toBe(false);
  });
});
