import { expect, test } from "vitest";
import { droppedFiles } from "./droppedFiles.ts";

const fileEntry = (name: string) => ({
  ...{ name, isFile: true, isDirectory: false },
  file: (resolve: (file: File) => void) => resolve(new File(["x"], name)),
});
const folderEntry = (name: string, children: object[]) => ({
  ...{ name, isFile: false, isDirectory: true },
  createReader: () => {
    const remaining = [...children];
    return { readEntries: (resolve: (entries: object[]) => void) => resolve(remaining.splice(0, 100)) };
  },
});
type Entry = ReturnType<typeof fileEntry> | ReturnType<typeof folderEntry>;
/** What a browser says of a drop: a folder is also a file, which cannot be read. */
const dropOf = (...entries: Entry[]) =>
  ({
    items: entries.map((entry) => ({ kind: "file", webkitGetAsEntry: () => entry })),
    files: entries.map(({ name }) => new File([], name)),
  }) as unknown as DataTransfer; // Cast: only the parts that `droppedFiles` reads.
const namesOf = async (drop: DataTransfer) => (await droppedFiles(drop)).map(({ name }) => name);

test("ngx-uploadx#422 osf.io#11725 a dropped folder is its files, however many, without those of the system", async () => {
  const photos = Array.from({ length: 250 }, (_, index) => fileEntry(`IMG_${index}.jpg`));
  const drop = dropOf(
    fileEntry("a.jpg"),
    folderEntry("Site", [
      fileEntry(".DS_Store"),
      ...photos,
      folderEntry("More", [fileEntry("b.jpg"), fileEntry("Thumbs.db")]),
    ]),
  );
  expect(await namesOf(drop)).toEqual(["a.jpg", ...photos.map(({ name }) => name), "b.jpg"]);
  expect(await namesOf(dropOf(fileEntry("a.jpg"), fileEntry("b.jpg")))).toEqual(["a.jpg", "b.jpg"]);
});
