import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { capturedDocumentation, type TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import { documentationIdOf, photoIdOf, tasksOf } from "./captured.ts";
import { readPhotos } from "./photo.ts";
import { listFiles } from "./walk.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "siteproof-ingest-test-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const file = async (name: string, text = name) => {
  await mkdir(path.dirname(path.join(directory, name)), { recursive: true });
  await writeFile(path.join(directory, name), text);
};
const relativeTo = (files: readonly string[]) => files.map((name) => path.relative(directory, name));

describe("the files of a run", () => {
  it("are the named files and those in folders, in natural order, each once", async () => {
    for (const name of ["IMG_10.jpg", "IMG_9.jpg", "sub/a.jpg", ".hidden.jpg", "Thumbs.db"]) await file(name);
    const files = await listFiles([directory, path.join(directory, "IMG_9.jpg")]);
    expect(relativeTo(files)).toEqual(["IMG_9.jpg", "IMG_10.jpg", path.join("sub", "a.jpg")]);
  });

  it("must exist", async () => {
    await expect(listFiles([path.join(directory, "nothing")])).rejects.toThrow(/does not exist/);
  });

  it("are numbered in order, and a file named twice is one photo", async () => {
    await file("a.jpg", "same");
    await file("other/a.jpg", "same");
    await file("b.jpg", "same");
    const photos = await readPhotos(
      await listFiles([directory]),
      documentationIdOf("u", "l", "t", "n"),
      "Overview",
    );
    expect(photos.map(({ name }) => name)).toEqual(["Overview_01", "Overview_02"]);
  });
});

describe("ids", () => {
  const id = documentationIdOf("http://localhost:8788", "NORR-1", "t", "Mast");
  it("are the same for the same run, with or without a trailing slash", () => {
    expect(documentationIdOf("http://localhost:8788/", "NORR-1", "t", "Mast")).toBe(id);
  });
  it("differ by service, licence, template, name and content", () => {
    const otherIds = [
      documentationIdOf("http://localhost:1", "NORR-1", "t", "Mast"),
      documentationIdOf("http://localhost:8788", "SYD-1", "t", "Mast"),
      documentationIdOf("http://localhost:8788", "NORR-1", "u", "Mast"),
      documentationIdOf("http://localhost:8788", "NORR-1", "t", "Mast 2"),
      photoIdOf(id, "aa", "a.jpg"),
      photoIdOf(id, "ab", "a.jpg"),
      photoIdOf(id, "aa", "b.jpg"),
    ];
    expect(new Set([id, ...otherIds]).size).toBe(otherIds.length + 1);
  });
});

it("preconditions of a documentation refer to its own tasks, not to the template's", () => {
  const [group, photo, text] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const task = (id: string, type: string, parentId: string | null, preconditions: unknown[] = []) => ({
    id,
    parentId,
    type,
    preconditions,
    name: type,
    key: null,
    description: null,
    options: null,
    required: "NO",
    position: 0,
    level: 0,
    size: "normal",
    fileExtensions: null,
    params: {},
  });
  const template = {
    tasks: [
      task(group, "GROUP", null),
      task(photo, "PHOTO", group),
      task(text, "TEXT", group, [{ id: text, type: "TASK_PHOTOS_TAKEN", params: { task: photo } }]),
    ],
  } as unknown as TemplateForDevice;
  const documentationId = crypto.randomUUID();
  const tasks = tasksOf(template, documentationId);
  const [newGroup, newPhoto, newText] = tasks;
  expect(newPhoto?.parentId).toBe(newGroup?.id);
  expect(newText?.preconditions?.[0]?.params).toEqual({ task: newPhoto?.id });
  expect(tasks.map(({ templateTaskId }) => templateTaskId)).toEqual([group, photo, text]);
  expect(tasks.map(({ id }) => id)).not.toContain(photo);
  const body = {
    id: documentationId,
    templateId: documentationId,
    name: "n",
    creator: "c",
    dateCreated: "2026-05-04T09:30:00Z",
    tasks,
  };
  expect(capturedDocumentation.safeParse(body).error).toBeUndefined();
});
