import { expect, test } from "vitest";
import { byName, type CheckedTask, type Chosen, choiceFault, exportObstaclesOf } from "./checks";

const task = (wish: Partial<CheckedTask>): CheckedTask => ({
  ...{ name: "Task", type: "TEXT", required: "NO", enabled: true, skipped: false },
  ...{ answer: null, photos: 0, files: 0, ...wish },
});
const choice = (wish: Partial<Chosen> = {}): Chosen => ({
  destinations: [{ userParams: [], takesPhotos: true, takesFiles: true }],
  ...{ params: {}, photoIds: null, fileIds: null, photos: 2, files: 1, ...wish },
});

test("2§5 every file task with NO_WITH_LATER_UPLOAD has a file, and every enabled required task an answer, photo or file", () => {
  const later = { type: "FILE", required: "NO_WITH_LATER_UPLOAD" };
  const required = { required: "YES" };
  expect(
    exportObstaclesOf("COMPLETED", [
      task({ ...later, name: "Protocol" }),
      task({ ...later, name: "Drawing", files: 1 }),
      task({ ...required, name: "Remark", answer: " " }),
      task({ ...required, name: "Answered", answer: "Yes" }),
      task({ ...required, name: "Roof", type: "PHOTO", photos: 1 }),
      task({ ...required, name: "Plan", type: "FILE", files: 1 }),
      task({ ...required, name: "Disabled", enabled: false }),
      task({ ...required, name: "Hidden", skipped: true }),
      task({ name: "Optional" }),
    ]),
  ).toEqual([
    { code: "unhandledFileTasks", names: ["Protocol"] },
    { code: "requiredTasksNotCompleted", names: ["Remark"] },
  ]);
});

test("2§4 a documentation that is handed over or fetched is not exported", () => {
  for (const status of ["PAUSED", "DOWNLOADED"] as const)
    expect(exportObstaclesOf(status, [])).toEqual([{ code: "exportRefused", names: [] }]);
  for (const status of ["ONGOING", "COMPLETED", "HANDLED", "APPROVED", "WAITING_FOR_FILE"] as const)
    expect(exportObstaclesOf(status, [])).toEqual([]);
});

test("2§8 a choice needs a destination, its required user parameters, photos and files", () => {
  const codeOf = (wish: Partial<Chosen>) => choiceFault(choice(wish))?.code ?? null;
  expect(codeOf({})).toBeNull();
  expect(codeOf({ destinations: [] })).toBe("noExportConfiguration");
  const asks = (takes = {}) => ({
    ...{ takesPhotos: true, takesFiles: true, ...takes },
    userParams: [
      { name: "Project", required: true },
      { name: "Remark", required: false },
    ],
  });
  expect(choiceFault(choice({ destinations: [asks(), asks()], params: { Project: " " } }))).toEqual({
    code: "userParamMissing",
    names: ["Project"],
  });
  expect(codeOf({ destinations: [asks()], params: { Project: "4711" } })).toBeNull();
  expect(codeOf({ photoIds: [] })).toBe("noPhotosSelected");
  expect(codeOf({ fileIds: [] })).toBe("noFilesSelected");
  // There is nothing to choose from, or nothing that would be sent.
  expect(codeOf({ photoIds: [], photos: 0, fileIds: [], files: 0 })).toBeNull();
  const neither = [{ userParams: [], takesPhotos: false, takesFiles: false }];
  expect(codeOf({ destinations: neither, photoIds: [], fileIds: [] })).toBeNull();
});

test("2§5 external files are deduplicated by name", () => {
  expect(
    byName([
      { name: "a", of: 1 },
      { name: "b", of: 2 },
      { name: "a", of: 3 },
    ]),
  ).toEqual([
    { name: "a", of: 1 },
    { name: "b", of: 2 },
  ]);
});
