import { describe, expect, test } from "vitest";
import {
  type ExportDraft,
  hasErrors,
  mergeFiles,
  questionsOf,
  roundedDuration,
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
const whole: ExportDraft = {
  destinations: [ftp],
  params: {},
  photos: { chosen: 3, total: 3 },
  files: { chosen: 1, total: 1 },
  external: [],
};
const faults = (changes: Partial<ExportDraft>) => validateExportDraft({ ...whole, ...changes });

describe("2§5 an export that is filled in", () => {
  test("asks a question of several destinations once, and requires it if one of them does", () => {
    expect(questionsOf([ftp, mail])).toEqual([
      { name: "Order", required: true, askedBy: ["FTP", "Mail"] },
      { name: "Greeting", required: false, askedBy: ["Mail"] },
    ]);
  });

  test("needs at least one destination, and an answer to every required question of the chosen ones", () => {
    expect(hasErrors(faults({}))).toBe(false);
    expect(faults({ destinations: [] }).destinations).toBe("noExportConfiguration");
    expect(faults({ destinations: [mail], params: { Order: "  " } }).params).toEqual(["Order"]);
    expect(hasErrors(faults({ destinations: [mail], params: { Order: "7" } }))).toBe(false);
  });

  test("2§8 photos or files must be chosen where there are any and a chosen destination takes nothing else", () => {
    const none = { chosen: 0, total: 3 };
    const nothing = { chosen: 0, total: 0 };
    // Where the other is sent, all of one may stay behind.
    expect(hasErrors(faults({ photos: none }))).toBe(false);
    expect(hasErrors(faults({ files: none }))).toBe(false);
    expect(hasErrors(faults({ photos: none, files: none, external: [{ size: 1 }] }))).toBe(false);
    expect(faults({ photos: none, files: none })).toMatchObject({
      ...{ photos: "noPhotosSelected", files: "noFilesSelected" },
    });
    const photosOnly = { ...ftp, takesFiles: false };
    expect(faults({ photos: none, destinations: [photosOnly] }).photos).toBe("noPhotosSelected");
    expect(hasErrors(faults({ photos: nothing, files: nothing }))).toBe(false);
    const answers = { ...ftp, takesPhotos: false, takesFiles: false };
    expect(hasErrors(faults({ photos: none, files: none, destinations: [answers] }))).toBe(false);
    expect(faults({ photos: none, files: none, destinations: [answers, mail] }).photos).toBe(
      "noPhotosSelected",
    );
  });

  test("external files have 25 MB and a hundred files together", () => {
    expect(faults({ external: [{ size: 25_000_000 }] }).external).toBeNull();
    expect(faults({ external: [{ size: 25_000_000 }, { size: 1 }] }).external).toBe("tooLarge");
    expect(faults({ external: Array.from({ length: 101 }, () => ({ size: 1 })) }).external).toBe("tooMany");
  });

  test("external files are told apart by name, and the newer one counts", () => {
    const file = (name: string, size: number) => ({ name, size });
    expect(mergeFiles([file("a.pdf", 1), file("b.pdf", 2)], [file("A.PDF", 3), file("c.pdf", 4)])).toEqual({
      files: [file("A.PDF", 3), file("b.pdf", 2), file("c.pdf", 4)],
      replaced: ["A.PDF"],
    });
    expect(mergeFiles([], [file("a", 1), file("a", 2)]).files).toEqual([file("a", 2)]);
  });
});

test("2§5 external files are deduplicated by name", () => {
  const files = ["a.pdf", "b.pdf", "A.PDF"].map((name, of) => ({ name, of }));
  expect(uniqueByName(files)).toEqual(files.slice(0, 2));
});

test("2§5 how long an export may take is told in minutes, and from an hour and a half in hours", () => {
  expect(roundedDuration(59)).toEqual({ unit: "underMinute", count: 1 });
  expect(roundedDuration(61)).toEqual({ unit: "minutes", count: 2 });
  expect(roundedDuration(89 * 60)).toEqual({ unit: "minutes", count: 89 });
  expect(roundedDuration(90 * 60)).toEqual({ unit: "hours", count: 2 });
});
