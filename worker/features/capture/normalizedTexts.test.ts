import { describe, expect, it } from "vitest";
import { call, jsonOf, makeCaller, makeLicense, makeTemplate } from "#worker/testing/factories.ts";

type Details = { name: string; creator: string; tags: string[]; version: number };
type Task = { name: string; answer: string | null; options: string | null };
type Event = { type: string; params: Record<string, string> };

/** A device and a reader of the same customer. */
async function crew() {
  const license = await makeLicense();
  const template = await makeTemplate(license.customerId);
  const as = await makeCaller({
    customerId: license.customerId,
    roles: ["ROLE_DOCUMENTATION_READ"],
  });
  const post = (path: string, body: Record<string, unknown>) =>
    call("POST", path, { body: { ...body, licenseCode: license.licenseCode } });
  const documentation = (tasks: Record<string, unknown>[], overrides: Record<string, unknown> = {}) => ({
    id: crypto.randomUUID(),
    templateId: template.id,
    name: "GS1",
    creator: "Anna",
    dateCreated: "2026-05-04T09:30:00Z",
    tasks: tasks.map((task, position) => ({ id: crypto.randomUUID(), position, ...task })),
    ...overrides,
  });
  const save = async (body: { id: string }) => {
    const response = await post("/documentation/saveWithLicenseCode", { documentation: body });
    expect([response.status, response.ok ? "" : await response.text()]).toEqual([200, ""]);
  };
  const read = async (id: string) => ({
    ...(await jsonOf<Details>(call("GET", `/documentations/${id}`, { as }))),
    tasks: (await jsonOf<{ items: Task[] }>(call("GET", `/documentationTasks?documentationId=${id}`, { as })))
      .items,
    repairs: (
      await jsonOf<{ items: Event[] }>(
        call("GET", `/documentationEvent/findAllByDocumentationId/${id}`, { as }),
      )
    ).items.flatMap(({ type, params }) => (type === "TEXT_REPAIRED" ? [params] : [])),
  });
  return { as, post, documentation, save, read };
}

describe("texts from the field", () => {
  it("D8 F3 commcare-android#3236 one control character in one answer does not refuse the documentation, and is noted once", async () => {
    const { documentation, save, read, post } = await crew();
    const body = documentation(
      [
        { name: "Streckkod", type: "ZEBRA_SCANNER", answer: "0107312345\u001d10ABC\r\n" },
        { name: "Kommentar", type: "TEXT", answer: "rad 1\r\nrad\u0000 2\ud83d" },
        { name: "Tal", type: "DECIMAL", answer: " 72,5\t" },
      ],
      { creator: "Anna\u0007", tags: ["Kust\u0000norr", "Kust norr"] },
    );
    await save(body);
    await save(body);
    const { creator, tags, tasks, repairs } = await read(body.id);
    expect([creator, tags]).toEqual(["Anna", ["Kust norr"]]);
    expect(tasks.map(({ answer }) => answer)).toEqual(["0107312345 10ABC", "rad 1\nrad  2\ufffd", "72.5"]);
    expect(repairs).toHaveLength(4);
    expect(repairs).toEqual(
      expect.arrayContaining([
        { task: "Streckkod", field: "answer", characters: "U+001D" },
        { task: "Kommentar", field: "answer", characters: "U+0000, U+D83D" },
        { field: "creator", characters: "U+0007" },
        { field: "other", characters: "U+0000" },
      ]),
    );
    const photo = {
      id: crypto.randomUUID(),
      documentationId: body.id,
      name: "A\u0001_01",
      comment: "\u001bröd",
      creator: "Anna",
    };
    expect((await post("/photo/saveWithLicenseCode", { photo })).status).toBe(200);
    const announcement = { photo, size: 3, md5: "1B2M2Y8AsgTpgAmy7PhCfg==" };
    await post("/photo/announceUploads", { photos: [announcement] });
    expect((await read(body.id)).repairs.filter(({ photo: name }) => name === "A _01")).toEqual([
      { photo: "A _01", field: "comment", characters: "U+001B" },
      { photo: "A _01", field: "name", characters: "U+0001" },
    ]);
  });

  it("D8 a device that resends unchanged content with the version it fetched gets no conflict", async () => {
    const { documentation, save, read } = await crew();
    const body = documentation([{ name: "Mått", type: "DECIMAL", answer: ",5" }]);
    await save(body);
    // The version is out of date, but the answer is the stored one, however it is written.
    for (const answer of [",5", "0,5", ".5", "０.５"])
      await save({ ...body, tasks: body.tasks.map((task) => ({ ...task, answer, version: 7 })) } as never);
    expect((await read(body.id)).tasks[0]?.answer).toBe("0.5");
  });

  it("D10 F6 pdfkit#1072 zed#30503 kpi#7467 manage-vaccinations#3410 names in six spellings are one group, found by any of them", async () => {
    const { as, documentation, save } = await crew();
    const spellings = [
      "Ängö 1768",
      "A\u0308ngo\u0308 1768",
      "Ängö\u00a01768",
      "Ängö  1768",
      "Ängö\u200b 1768",
      "Ängö\t1768 ",
    ];
    for (const name of spellings) await save(documentation([], { name }));
    for (const name of spellings) {
      const path = encodeURIComponent(name);
      const group = await jsonOf<{ items: { name: string }[] }>(
        call("GET", `/documentation/findAllByName/${path}`, { as }),
      );
      expect(
        group.items.map((item) => item.name),
        name,
      ).toEqual(spellings.map(() => "Ängö 1768"));
      const searchResult = await jsonOf<{ items: unknown[] }>(
        call("GET", `/documentations?query=${path}`, { as }),
      );
      expect(searchResult.items, name).toHaveLength(spellings.length);
    }
  });

  it("F3 choices with unusual spaces match their options, and a name that is an emoji stays whole", async () => {
    const { documentation, save, read } = await crew();
    const body = documentation([
      {
        name: "Val",
        type: "MULTI_CHOICE",
        options: "Röd  färg;Blå\u00a0färg",
        answer: "Blå färg;Ro\u0308d färg",
      },
      { name: "👩🏽‍🚒", type: "TEXT", answer: "می‌خواهم" },
    ]);
    await save(body);
    const { tasks } = await read(body.id);
    expect(tasks[0]).toMatchObject({ options: "Röd färg;Blå färg", answer: "Blå färg;Röd färg" });
    expect(tasks[1]).toMatchObject({ name: "👩🏽‍🚒", answer: "می‌خواهم" });
  });
});
