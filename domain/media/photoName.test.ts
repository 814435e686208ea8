import { describe, expect, it } from "vitest";
import { createPhotoNames, isNumberedName, renumberPhotoNames } from "./photoName.ts";

describe("photo names", () => {
  it("2§5 consist of the task's name and _01, _02 …, padded below 10", () => {
    expect(createPhotoNames("Mast", [], 2)).toEqual(["Mast_01", "Mast_02"]);
    expect(createPhotoNames("Mast", ["Mast_09"], 2)).toEqual(["Mast_10", "Mast_11"]);
    expect(createPhotoNames("Mast", ["Mast_99"])).toEqual(["Mast_100"]);
  });

  it("2§5 avoid existing names, including those in between, and consider only names of the task", () => {
    expect(createPhotoNames("Mast", ["Mast_01", "Mast_03"])).toEqual(["Mast_04"]);
    expect(createPhotoNames("Mast", ["Mast top_07", "Mast", "Mast_x", "Mast_1", "Mast_02.jpg"])).toEqual([
      "Mast_01",
    ]);
    // A name with characters special to regular expressions.
    expect(createPhotoNames("a.(b", ["axb_05", "a.(b_02"])).toEqual(["a.(b_03"]);
  });

  it("2§5 leave space for the number after a long task name", () => {
    const [name] = createPhotoNames("å".repeat(255), []);
    expect(name).toHaveLength(253);
    expect(createPhotoNames("å".repeat(255), [name!])[0]).toMatch(/_02$/);
  });

  it("2§5 can be of a task whose name ends in a number", () => {
    expect(createPhotoNames("Mast_01", ["Mast_01", "Mast_02"])).toEqual(["Mast_01_01"]);
    expect(
      ["Mast_01", "Mast_100", "Mast_one", "Mast_1", "Roof_01"].filter((name) => isNumberedName("Mast", name)),
    ).toEqual(["Mast_01", "Mast_100"]);
  });

  it("2§5 are renumbered after a removal", () => {
    expect(renumberPhotoNames("Mast", 3)).toEqual(["Mast_01", "Mast_02", "Mast_03"]);
  });
});
