import { expect, test } from "vitest";
import { type CheckedTask, findExportBlockers, findSelectionError } from "./exportChecks.ts";
import type { ExportDraft } from "./exportDraft.ts";

const makeTask = (overrides: Partial<CheckedTask>): CheckedTask => ({
  ...{ name: "Task", type: "TEXT", required: "NO", isApplicable: true },
  ...{ answer: null, photoCount: 0, fileCount: 0, ...overrides },
});
const makeExportDraft = (overrides: Partial<ExportDraft> = {}): ExportDraft => ({
  destinations: [{ name: "FTP", userParams: [] }],
  ...{
    params: {},
    photos: { selectedCount: 2, total: 2 },
    files: { selectedCount: 1, total: 1 },
    ...overrides,
  },
});

test("2§5 every file task with NO_WITH_LATER_UPLOAD needs a file, and every required task that applies needs an answer, photo or file", () => {
  const laterUpload = { type: "FILE", required: "NO_WITH_LATER_UPLOAD" };
  const requiredFields = { required: "YES" };
  expect(
    findExportBlockers("COMPLETED", [
      makeTask({ ...laterUpload, name: "Protocol" }),
      makeTask({ ...laterUpload, name: "Drawing", fileCount: 1 }),
      makeTask({ ...requiredFields, name: "Remark", answer: " " }),
      makeTask({ ...requiredFields, name: "Answered", answer: "Yes" }),
      makeTask({ ...requiredFields, name: "Roof", type: "PHOTO", photoCount: 1 }),
      makeTask({ ...requiredFields, name: "Plan", type: "FILE", fileCount: 1 }),
      makeTask({ ...requiredFields, name: "Hidden", isApplicable: false }),
      makeTask({ name: "Optional" }),
    ]),
  ).toEqual([
    { code: "unhandledFileTasks", names: ["Protocol"] },
    { code: "requiredTasksNotCompleted", names: ["Remark"] },
  ]);
});

test("2§4 a handed-over or fetched documentation cannot be exported", () => {
  for (const status of ["PAUSED", "DOWNLOADED"] as const)
    expect(findExportBlockers(status, [])).toEqual([{ code: "exportRefused", names: [] }]);
  for (const status of ["ONGOING", "COMPLETED", "HANDLED", "APPROVED", "WAITING_FOR_FILE"] as const)
    expect(findExportBlockers(status, [])).toEqual([]);
});

test("2§8 of several errors in a selection, the first is reported, with the questions concerned", () => {
  const destination = {
    name: "FTP",
    userParams: ["Project", "constructor"].map((name) => ({ id: name, name, required: true })),
  };
  const nothingSelected = { selectedCount: 0, total: 2 };
  const allErrors = {
    destinations: [destination, destination],
    photos: nothingSelected,
    files: nothingSelected,
  };
  expect(findSelectionError(makeExportDraft())).toBeNull();
  expect(findSelectionError(makeExportDraft({ ...allErrors, destinations: [] }))?.code).toBe(
    "noExportConfiguration",
  );
  expect(findSelectionError(makeExportDraft({ ...allErrors, params: { Project: " " } }))).toEqual({
    code: "userParamMissing",
    names: ["Project", "constructor"],
  });
  const answeredDraft = { ...allErrors, params: { Project: "4711", constructor: "Us" } };
  expect(findSelectionError(makeExportDraft(answeredDraft))).toEqual({ code: "noPhotosSelected", names: [] });
  const noneAvailable = { selectedCount: 0, total: 0 };
  expect(findSelectionError(makeExportDraft({ ...answeredDraft, photos: noneAvailable }))?.code).toBe(
    "noFilesSelected",
  );
});
