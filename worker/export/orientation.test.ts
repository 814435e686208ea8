import { expect, test } from "vitest";
import { combineTransforms, type FrameTransform, fitInto, getOrientedSize } from "./orientation.ts";

type Picture = string[];

/** Transforms a picture of letters the way DrawingML transforms a frame: mirrored first, then rotated clockwise. */
function displayPicture(picture: Picture, { flipH, quarterTurns }: FrameTransform): Picture {
  let displayedPicture = flipH ? picture.map((row) => [...row].reverse().join("")) : picture;
  for (let quarter = 0; quarter < quarterTurns; quarter++) {
    displayedPicture = [...displayedPicture[0]!].map((_, column) =>
      displayedPicture
        .map((row) => row[column])
        .reverse()
        .join(""),
    );
  }
  return displayedPicture;
}

const upright = ["ABC", "DEF"];

/** The upright picture as stored with each orientation; row 0 and column 0 are where EXIF 2.32 says. */
const storedPictures: Picture[] = [
  ["ABC", "DEF"],
  ["CBA", "FED"],
  ["FED", "CBA"],
  ["DEF", "ABC"],
  ["AD", "BE", "CF"],
  ["CF", "BE", "AD"],
  ["FC", "EB", "DA"],
  ["DA", "EB", "FC"],
];

test.each([1, 2, 3, 4, 5, 6, 7, 8])("2§7 documents: EXIF orientation %i is made upright", (orientation) => {
  expect(displayPicture(storedPictures[orientation - 1]!, combineTransforms(orientation, 0))).toEqual(
    upright,
  );
});

test("2§7 documents: the reviewer's rotation is added", () => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const displayedPicture = displayPicture(
      storedPictures[orientation - 1]!,
      combineTransforms(orientation, 1),
    );
    expect(displayedPicture).toEqual(["DA", "EB", "FC"]);
  }
});

test("2§7 documents: an invalid orientation counts as upright", () => {
  expect(combineTransforms(0, 0)).toEqual({ flipH: false, quarterTurns: 0 });
  expect(combineTransforms(9, -1)).toEqual({ flipH: false, quarterTurns: 3 });
});

test("2§7 documents: photos keep their aspect ratio", () => {
  expect(fitInto({ width: 4000, height: 3000 }, { width: 8, height: 8 })).toEqual({ width: 8, height: 6 });
  expect(fitInto({ width: 30, height: 40 }, { width: 8, height: 8 })).toEqual({ width: 6, height: 8 });
  expect(getOrientedSize({ width: 4, height: 3 }, { flipH: false, quarterTurns: 1 })).toEqual({
    width: 3,
    height: 4,
  });
});
