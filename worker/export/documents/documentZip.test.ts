import { describe, expect, test } from "vitest";
import { crc32 } from "../crc32.ts";
import { zipDate } from "../dates.ts";
import { exportFileFor } from "../export.ts";
import type { PlannedTask } from "../exportPlanTypes.ts";
import { fullPlan, missingItems, unzipExport } from "../testing/documents.ts";
import { MemorySource, makeFile, makePhoto, makePlan } from "../testing/samplePlans.ts";
import { readZip } from "../zipReader.ts";

const zipOf = async (source: MemorySource, plan: Parameters<typeof exportFileFor>[0]) =>
  unzipExport(source, await exportFileFor(plan, { kind: "ZIP" }));

describe("2§7 downloadZipFile", () => {
  test("originals and files are in folders by group and task, byte for byte", async () => {
    const source = new MemorySource();
    const photos = [
      makePhoto(source, { name: "Before_01", taskId: "before" }),
      makePhoto(source, { name: "Before_01", taskId: "before" }),
      makePhoto(source, { name: "before_01", alias: "Söder: om/väg.JPG", taskId: "after" }),
      makePhoto(source, { name: "Loose" }),
    ];
    const files = [makeFile(source, { taskId: "permit" }), makeFile(source), makeFile(source)];
    const zip = await zipOf(source, makePlan({ photos, files }));
    expect(zip.names).toEqual([
      "Odenplan 2/contents.txt",
      "Odenplan 2/manifest.json",
      "Odenplan 2/Trench/Before/Before_01.jpg",
      "Odenplan 2/Trench/Before/Before_01 (2).jpg",
      "Odenplan 2/Trench/After/Söder_ om_väg.jpg",
      "Odenplan 2/photos/Loose.jpg",
      "Odenplan 2/Permit number/Drawing.pdf",
      "Odenplan 2/files/Drawing.pdf",
      "Odenplan 2/files/Drawing (2).pdf",
    ]);
    zip.names.slice(2).forEach((name, index) => {
      const plannedObject = [...photos.map(({ original }) => original), ...files.map(({ object }) => object)][
        index
      ];
      expect(crc32(zip.files[name]!)).toBe(plannedObject!.crc32);
    });
  });

  test("tasks with the same name have separate photos, and no name escapes the folder", async () => {
    const source = new MemorySource();
    const task = (id: string, name: string, path: string[] = []): PlannedTask => {
      return { id, name, type: "PHOTO", answer: null, path, position: 0 };
    };
    const tasks = [task("a", "Same"), task("b", "same"), task("c", "../.."), task("d", "x", ["..", "a/b"])];
    const photos = ["a", "b", "c", "d"].map((taskId) => makePhoto(source, { name: "../p", taskId }));
    const plan = makePlan({ tasks, photos });
    plan.documentation.name = "../Con";
    const { names } = await zipOf(source, plan);
    expect(names.slice(2)).toEqual([
      "_Con/Same/_p.jpg",
      "_Con/same (2)/_p.jpg",
      "_Con/_/_p.jpg",
      "_Con/_ (2)/a_b/x/_p.jpg",
    ]);
  });

  test("D3 AttackSurfaceAnalyzer#52 no path has more than 180 characters, and the manifests have the full names", async () => {
    const source = new MemorySource();
    const long = (name: string) => `${name} ${"vid transformatorstation T".repeat(9)}`.slice(0, 255);
    const path = [1, 2, 3, 4, 5].map((level) => long(`Grupp ${level}`));
    const tasks = ["a", "b"].map(
      (id): PlannedTask => ({
        id,
        name: `${long("Kontroll")} ${id}`,
        type: "PHOTO",
        answer: null,
        path,
        position: 0,
      }),
    );
    const photos = ["a", "b"].map((taskId) => makePhoto(source, { name: `${long("Foto")}.jpg`, taskId }));
    const plan = makePlan({
      tasks,
      photos,
      files: [makeFile(source, { name: `${long("Fil")}.pdf`, taskId: "a" })],
    });
    plan.documentation.name = long("Ombyggnad");
    const zip = await zipOf(source, plan);
    expect(zip.names.filter((name) => name.length > 180)).toEqual([]);
    expect(new Set(zip.names).size).toBe(5);
    expect(zip.names.filter((name) => name.endsWith(".pdf"))).toHaveLength(1);
    const manifest = JSON.parse(zip.text(zip.names.find((name) => name.endsWith(".json"))!)) as {
      items: { path: string; fullPath: string }[];
    };
    expect(manifest.items.map((item) => item.path)).toEqual(zip.names.slice(2));
    const fullPaths = manifest.items.map(({ fullPath }) => fullPath);
    expect(fullPaths[0]).toBe([plan.documentation.name, ...path, tasks[0]!.name, photos[0]!.name].join("/"));
    const contents = zip.text(zip.names.find((name) => name.endsWith(".txt"))!);
    for (const fullPath of fullPaths) expect(contents).toContain(fullPath.slice(fullPath.indexOf("/") + 1));
  });

  test("D3 two groups with the same name and parent have separate folders", async () => {
    const source = new MemorySource();
    const tasks = ["a", "b"].map(
      (id): PlannedTask => ({
        ...{ id, name: `Before ${id}`, type: "PHOTO", answer: null, position: 0 },
        ...{ path: ["Pole", "Top"], groupIds: [`pole-${id}`, `top-${id}`] },
      }),
    );
    const photos = ["a", "b", "a"].map((taskId) => makePhoto(source, { name: "p", taskId }));
    const { names } = await zipOf(source, makePlan({ tasks, photos }));
    expect(names.slice(2)).toEqual([
      "Odenplan 2/Pole/Top/Before a/p.jpg",
      "Odenplan 2/Pole (2)/Top/Before b/p.jpg",
      "Odenplan 2/Pole/Top/Before a/p (2).jpg",
    ]);
  });

  test("no file can take the manifest's name, and no task the name of another folder", async () => {
    const source = new MemorySource();
    const tasks = [
      { id: "t", name: "manifest.json", type: "FILE", answer: null, path: [], position: 0 },
      { id: "u", name: "photos", type: "PHOTO", answer: null, path: [], position: 1 },
    ];
    const files = [makeFile(source, { taskId: "t", name: "a.txt" })];
    const photos = [makePhoto(source, { taskId: "u", name: "p" }), makePhoto(source, { name: "q" })];
    const { names } = await zipOf(source, makePlan({ tasks, files, photos }));
    expect(names.slice(2)).toEqual([
      "Odenplan 2/photos/p.jpg",
      "Odenplan 2/photos (2)/q.jpg",
      "Odenplan 2/manifest.json (2)/a.txt",
    ]);
  });

  test("the manifest lists what the zip contains and what is missing", async () => {
    const source = new MemorySource();
    const plan = fullPlan(source);
    const zip = await zipOf(source, plan);
    const manifest = JSON.parse(zip.text("Odenplan & co/manifest.json")) as {
      expectedPhotos: number;
      includedPhotos: number;
      missing: unknown;
      documentation: { position: unknown };
      items: { kind: string; id: string; path: string; size: number; crc32: string; position: unknown }[];
    };
    expect(manifest).toMatchObject({ expectedPhotos: 8, includedPhotos: 6, includedFiles: 1 });
    expect(manifest.missing).toEqual(missingItems);
    expect(manifest.documentation.position).toEqual({ lat: 59.34892, lng: 18.04732 });
    expect(manifest.items.map(({ path }) => path)).toEqual(zip.names.slice(2));
    for (const { path, size, crc32: checksum } of manifest.items) {
      expect(zip.files[path]!.length).toBe(size);
      expect(crc32(zip.files[path]!).toString(16).padStart(8, "0")).toBe(checksum);
    }
    expect(manifest.items.find(({ id }) => id === "p5")?.position).toBeNull();
  });

  test.each([
    ["en", "contents.txt", "Missing\r\n-------\r\n- Photo After_07 (Trench › After): not uploaded"],
    ["sv", "innehåll.txt", "Saknas\r\n------\r\n- Foto After_07 (Trench › After): har inte laddats upp"],
  ] as const)(
    "the list of contents is in the language of the export: %s",
    async (language, name, missing) => {
      const source = new MemorySource();
      const zip = await zipOf(source, fullPlan(source, { language }));
      const text = zip.text(`Odenplan & co/${name}`);
      expect(text).toContain(missing);
      for (const path of zip.names.slice(2)) expect(text).toContain(path.slice("Odenplan & co/".length));
      expect(text).toContain("Permit number: A-17");
    },
  );

  test("2§3 answers of several lines keep their lines in the list of contents", async () => {
    const source = new MemorySource();
    const task = { path: ["Trench"], position: 0 };
    const plan = makePlan({
      tasks: [
        { ...task, id: "a", name: "Remark", type: "TEXT", answer: "Wet; cold\nDry\n\nEnd" },
        { ...task, id: "b", name: "People", type: "CONTACT_PERSONS", answer: "Bo;070\nEva;071" },
      ],
    });
    const zip = await zipOf(source, plan);
    const text = zip.text(zip.names.find((name) => name.endsWith("contents.txt"))!);
    expect(text).toContain("Trench › Remark: Wet; cold\r\n    Dry\r\n    \r\n    End\r\n");
    expect(text).toContain("Trench › People: Bo, 070\r\n    Eva, 071\r\n");
  });

  test("a photo's entry has the time it was taken", async () => {
    const source = new MemorySource();
    const plan = makePlan({ photos: [makePhoto(source, { dateCreated: "2026-05-04T11:37:00Z" })] });
    const bytes = source.bytesOf(await exportFileFor(plan, { kind: "ZIP" }));
    const [contents, , photo] = readZip(bytes);
    const letters = new TextDecoder("latin1").decode(bytes);
    // A name occurs last in the central directory, 46 bytes into its record.
    const readTimestamp = (name: string) =>
      new DataView(bytes.buffer).getUint32(letters.lastIndexOf(name) - 34, true);
    expect(readTimestamp(photo!.name)).toBe(zipDate("2026-05-04T11:37:00Z"));
    expect(readTimestamp(contents!.name)).toBe(zipDate(plan.asOf));
  });
});
