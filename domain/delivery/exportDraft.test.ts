import { describe, expect, test } from "vitest";
import {
  type ExportDraft,
  hasErrors,
  mergeFiles,
  questionsOf,
  roundDurationUp,
  uniqueByName,
  validateExportDraft,
} from "./exportDraft.ts";

const ftp = { name: "FTP", userParams: [{ id: "1", name: "Order", required: false }] };
const mail = {
  name: "Mail",
  userParams: [
    { id: "2", name: "Greeting", required: false },
    { id: "3", name: "Order", required: true },
  ],
};
const validDraft: ExportDraft = {
  destinations: [ftp],
  params: {},
  photos: { selectedCount: 3, total: 3 },
  files: { selectedCount: 1, total: 1 },
  external: [],
};
const errorsOf = (changes: Partial<ExportDraft>) => validateExportDraft({ ...validDraft, ...changes });

describe("2§5 filling in an export", () => {
  test("asks a question shared by several destinations once, and requires it if one of them does", () => {
    expect(questionsOf([ftp, mail])).toEqual([
      { name: "Order", required: true, destinationNames: ["FTP", "Mail"] },
      { name: "Greeting", required: false, destinationNames: ["Mail"] },
    ]);
  });

  test("needs at least one destination, and answers to all their required questions", () => {
    expect(hasErrors(errorsOf({}))).toBe(false);
    expect(errorsOf({ destinations: [] }).destinations).toBe("noExportConfiguration");
    expect(errorsOf({ destinations: [mail], params: { Order: "  " } }).params).toEqual(["Order"]);
    expect(hasErrors(errorsOf({ destinations: [mail], params: { Order: "7" } }))).toBe(false);
  });

  test("2§8 photos or files must be selected if there are any and a selected destination takes nothing else", () => {
    const nothingSelected = { selectedCount: 0, total: 3 };
    const noneAvailable = { selectedCount: 0, total: 0 };
    // If files are sent, all photos can be left out, and vice versa.
    expect(hasErrors(errorsOf({ photos: nothingSelected }))).toBe(false);
    expect(hasErrors(errorsOf({ files: nothingSelected }))).toBe(false);
    expect(
      hasErrors(errorsOf({ photos: nothingSelected, files: nothingSelected, external: [{ size: 1 }] })),
    ).toBe(false);
    expect(errorsOf({ photos: nothingSelected, files: nothingSelected })).toMatchObject({
      ...{ photos: "noPhotosSelected", files: "noFilesSelected" },
    });
    const photosOnlyDestination = { ...ftp, takesFiles: false };
    expect(errorsOf({ photos: nothingSelected, destinations: [photosOnlyDestination] }).photos).toBe(
      "noPhotosSelected",
    );
    expect(hasErrors(errorsOf({ photos: noneAvailable, files: noneAvailable }))).toBe(false);
    const answersOnlyDestination = { ...ftp, takesPhotos: false, takesFiles: false };
    expect(
      hasErrors(
        errorsOf({ photos: nothingSelected, files: nothingSelected, destinations: [answersOnlyDestination] }),
      ),
    ).toBe(false);
    expect(
      errorsOf({
        photos: nothingSelected,
        files: nothingSelected,
        destinations: [answersOnlyDestination, mail],
      }).photos,
    ).toBe("noPhotosSelected");
  });

  test("external files are limited to 25 MB and 100 files in total", () => {
    expect(errorsOf({ external: [{ size: 25_000_000 }] }).externalFiles).toBeNull();
    expect(errorsOf({ external: [{ size: 25_000_000 }, { size: 1 }] }).externalFiles).toBe("tooLarge");
    expect(errorsOf({ external: Array.from({ length: 101 }, () => ({ size: 1 })) }).externalFiles).toBe(
      "tooMany",
    );
  });

  test("external files are identified by name, and the newer one wins", () => {
    const makeFile = (name: string, size: number) => ({ name, size });
    expect(
      mergeFiles([makeFile("a.pdf", 1), makeFile("b.pdf", 2)], [makeFile("A.PDF", 3), makeFile("c.pdf", 4)]),
    ).toEqual({
      files: [makeFile("A.PDF", 3), makeFile("b.pdf", 2), makeFile("c.pdf", 4)],
      replaced: ["A.PDF"],
    });
    expect(mergeFiles([], [makeFile("a", 1), makeFile("a", 2)]).files).toEqual([makeFile("a", 2)]);
  });
});

test("2§5 external files are deduplicated by name", () => {
  const files = ["a.pdf", "b.pdf", "A.PDF"].map((name, order) => ({ name, order }));
  expect(uniqueByName(files)).toEqual(files.slice(0, 2));
});

test("2§5 the estimated duration is in minutes, and in hours from an hour and a half", () => {
  expect(roundDurationUp(59)).toEqual({ unit: "underMinute", count: 1 });
  expect(roundDurationUp(61)).toEqual({ unit: "minutes", count: 2 });
  expect(roundDurationUp(89 * 60)).toEqual({ unit: "minutes", count: 89 });
  expect(roundDurationUp(90 * 60)).toEqual({ unit: "hours", count: 2 });
});
