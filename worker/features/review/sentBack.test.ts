import { expect, it } from "vitest";
import { documentationTask } from "#worker/db/schema/index.ts";
import { type Caller, call, db, jsonOf, makeSuperAdmin } from "#worker/testing/factories.ts";
import {
  makeDocumentationWithTask,
  makeIngestedFile,
  makeIngestedPhoto,
} from "#worker/testing/ingestedMedia.ts";

type Row = Record<string, unknown> & { id: string; version: number };
const fetchRows = async (as: Caller, path: string, query: string) =>
  (await jsonOf<{ items: Row[] }>(call("GET", `/${path}?${query}`, { as }))).items;

it("1§7 PUT accepts a task, photo or file as it was read, with changes; other unknown fields are refused", async () => {
  const as = await makeSuperAdmin();
  const textDocumentation = await makeDocumentationWithTask(as.customerId, {
    type: "TEXT",
    name: "Remark",
    answer: "x",
  });
  const photoDocumentation = await makeDocumentationWithTask(as.customerId);
  const fileDocumentation = await makeDocumentationWithTask(as.customerId, {
    type: "FILE",
    name: "Protocol",
  });
  await makeIngestedPhoto(photoDocumentation);
  await makeIngestedFile(fileDocumentation);
  for (const [path, documentationId, change] of [
    ["documentationTasks", textDocumentation.row.id, { answer: "New" }],
    ["photos", photoDocumentation.row.id, { reviewComment: "New" }],
    ["files", fileDocumentation.row.id, { name: "new.txt" }],
  ] as const) {
    const [row] = await fetchRows(as, path, `documentationId=${documentationId}`);
    const put = (body: object) => call("PUT", `/${path}/${row!.id}`, { as, body });
    const unknownFieldResponse = await put({ ...row, ...change, surprise: 1 });
    expect([path, unknownFieldResponse.status, await jsonOf(unknownFieldResponse)]).toMatchObject([
      path,
      422,
      { error: { fields: { surprise: "unknown" } } },
    ]);
    const changeResponse = await put({ ...row, ...change });
    expect([path, changeResponse.status]).toEqual([path, 200]);
    expect(await jsonOf(changeResponse)).toMatchObject({ ...change, id: row!.id, version: row!.version + 1 });
  }
});

it("1§7 tasks are limited and reversed by max and order", async () => {
  const as = await makeSuperAdmin();
  const { row } = await makeDocumentationWithTask(as.customerId, { name: "One", position: 0 });
  const fetchNames = async (query: string) =>
    (await fetchRows(as, "documentationTasks", `documentationId=${row.id}${query}`)).map(({ name }) => name);
  const owner = { customerId: as.customerId, documentationId: row.id, type: "TEXT" as const };
  await db()
    .insert(documentationTask)
    .values([
      { ...owner, name: "Three", position: 2 },
      { ...owner, name: "Two", position: 1 },
    ]);
  expect(await fetchNames("")).toEqual(["One", "Two", "Three"]);
  expect(await fetchNames("&max=-1")).toEqual(["One", "Two", "Three"]);
  expect(await fetchNames("&max=2")).toEqual(["One", "Two"]);
  expect(await fetchNames("&max=2&order=desc")).toEqual(["Three", "Two"]);
  const refusedResponse = await call("GET", `/documentationTasks?documentationId=${row.id}&order=up`, { as });
  expect(refusedResponse.status).toBe(422);
});
