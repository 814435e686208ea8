import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { products } from "#domain/access/authorities.ts";
import type { BulkPreview } from "#domain/endpoints/review/bulkChangeCalls.ts";
import type { ReviewQueue } from "#domain/endpoints/review/reviewQueue.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import { databaseOf } from "#worker/db/database.ts";
import { replicate } from "#worker/db/replica/replicate.ts";
import { graphic, selection } from "#worker/db/schema/index.ts";
import { clearShardCache, getShardEnv } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { bulkChangeKind, bulkUndoKind } from "#worker/features/documentationList/bulk/bulkChangeJob.ts";
import { runJobToEnd } from "#worker/jobs/runJob.ts";
import {
  type Caller,
  call,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";
import { creationBodies } from "#worker/testing/sampleBodies.ts";
import {
  assignToSecondDb,
  makeTwoDbEnv,
  secondDb,
  secondDbName,
  withSecondDb,
} from "#worker/testing/twoDatabases.ts";
import { makeVisit } from "#worker/testing/visits.ts";

let twoDbEnv: Env;
let root: Caller;
/** A customer in the directory's database and one in the second database. */
let [nearCustomerId, farCustomerId] = [0, 0];

beforeAll(async () => {
  twoDbEnv = await makeTwoDbEnv();
  root = await makeSuperAdmin();
  nearCustomerId = (await makeCustomer(products)).id;
  farCustomerId = (await makeCustomer(products)).id;
  await assignToSecondDb(twoDbEnv, farCustomerId);
  await replicate(twoDbEnv);
});

const send = (method: string, path: string, body?: unknown) =>
  call(method, path, { as: root, env: twoDbEnv, ...(body !== undefined && { body }) });
const fetchJson = <T>(method: string, path: string, body?: unknown) => jsonOf<T>(send(method, path, body));
const fetchQueue = async (query: string) => {
  const {
    position: index,
    total,
    previous,
    next,
  } = await fetchJson<ReviewQueue>("GET", `/documentation/reviewQueue?${query}`);
  return [index, total, previous?.id, next?.id];
};
const fetchItems = async <T>(path: string) => (await fetchJson<{ items: T[] }>("GET", path)).items;
type Input = Parameters<typeof makeDocumentation>[1];
const makeNear = (overrides?: Input) => makeDocumentation(nearCustomerId, overrides);
const makeFar = (overrides?: Input) =>
  withSecondDb(twoDbEnv, () => makeDocumentation(farCustomerId, overrides));
/** A unique search word. */
const uniqueWord = () => `v${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;

describe("design§Tenancy a super admin's view of several databases", () => {
  it("lists documentations in every order, page by page, with their total, and as a queue", async () => {
    const tag = uniqueWord();
    for (const [index, name] of ["b", "A", "å", "C", "a", "Z", "é"].entries())
      await (index % 2 ? makeNear : makeFar)({
        name: `${name} ${tag}`,
        creator: `creator ${index % 3}`,
        dateCreated: `2026-05-0${(index % 4) + 1}T08:00:00Z`,
        dateUploaded: index === 3 ? null : `2026-06-0${7 - index}T08:00:00Z`,
      });
    const rows = <T>(query: string) => fetchItems<T>(`/documentations?query=${tag}&${query}`);
    /** Sort orders whose values are shared by rows of both databases, null, or composed of two columns. */
    const queueSorts = new Set(["name", "dateUploaded", "templateId"]);
    for (const sort of [
      "name",
      "customerName",
      "templateId",
      "creator",
      "dateUploaded",
      "dateCreated",
      "status",
    ])
      for (const order of ["asc", "desc"]) {
        const allRows = await rows<{ id: string; name: string }>(`sort=${sort}&order=${order}&max=-1`);
        const pagedRows = [];
        for (const offset of [0, 3, 6])
          pagedRows.push(...(await rows(`sort=${sort}&order=${order}&max=3&offset=${offset}`)));
        expect([sort, order, pagedRows]).toEqual([sort, order, allRows]);
        expect(allRows).toHaveLength(7);
        if (sort === "name" && order === "asc")
          expect(allRows.map(({ name }) => name[0])).toEqual(["A", "a", "b", "C", "é", "Z", "å"]);
        if (!queueSorts.has(sort)) continue;
        for (const [index, { id }] of allRows.entries())
          expect([
            sort,
            order,
            await fetchQueue(`query=${tag}&sort=${sort}&order=${order}&at=${id}`),
          ]).toEqual([sort, order, [index + 1, 7, allRows[index - 1]?.id, allRows[index + 1]?.id]]);
        const [, total, previous, next] = await fetchQueue(`query=${tag}&sort=${sort}&order=${order}`);
        expect([sort, total, previous, next]).toEqual([sort, 7, undefined, allRows[0]!.id]);
      }
    const rowsByUpload = await rows<{ dateUploaded: string | null }>("sort=dateUploaded&order=asc");
    expect(rowsByUpload.map((row) => row.dateUploaded)).toEqual(
      rowsByUpload.map((row) => row.dateUploaded).toSorted((a, b) => ((a ?? "") < (b ?? "") ? -1 : 1)),
    );
    expect(await fetchJson("GET", `/documentation/count?query=${tag}`)).toEqual({ total: 7 });
    expect(await fetchItems(`/documentations?query=${tag}&customerId=${farCustomerId}`)).toHaveLength(4);
    const response = await fetchJson<{ items: object[]; exact: boolean }>(
      "GET",
      `/documentation/filterCounts?filter=creatorFilter&query=${tag}`,
    );
    expect(response).toEqual({
      items: expect.arrayContaining([
        { choice: "creator 0", documentations: 3 },
        { choice: "creator 1", documentations: 2 },
      ]),
      exact: true,
    });
    const searchResults = await fetchItems<{ kind: string; name: string }>(`/globalSearch?q=${tag}`);
    expect(searchResults.filter(({ kind }) => kind === "DOCUMENTATION")).toHaveLength(7);
    const workbook = await fetchJson<{ token: string }>("POST", "/documentation/requestExcelExport", {
      query: tag,
      sort: "name",
      order: "asc",
    });
    const file = await send("GET", `/documentation/exportExcel/${workbook.token}?options=name`);
    const entries = unzipSync(new Uint8Array(await file.arrayBuffer()));
    const sheet = new TextDecoder().decode(entries["xl/worksheets/sheet1.xml"]);
    const names = [...sheet.matchAll(/>([^<>]) v[0-9a-f]{12}</g)].map(([, letter]) => letter);
    expect(names).toEqual(["A", "a", "b", "C", "é", "Z", "å"]);
  });

  it("finds a row by its id in any database, and changes it there", async () => {
    const { id } = await makeFar({ status: "COMPLETED" });
    expect(await fetchJson("GET", `/documentations/${id}`)).toMatchObject({ id, customerId: farCustomerId });
    const renamedDocumentation = await fetchJson<{ name: string }>("PUT", `/documentation/rename/${id}`, {
      name: "Anew",
      version: 1,
    });
    expect(renamedDocumentation).toMatchObject({ name: "Anew" });
    expect((await send("DELETE", `/documentations/${id}?version=2`)).status).toBe(200);
    expect((await send("GET", `/documentations/${crypto.randomUUID()}`)).status).toBe(404);
  });

  it("creates a customer's rows in its database, and lists, changes and deletes them", async () => {
    const tag = uniqueWord();
    const createdRows = [];
    for (const customerId of [nearCustomerId, farCustomerId])
      createdRows.push(
        await fetchJson<{ id: string; version: number }>("POST", "/documentationAlias", {
          customerId,
          name: `${tag} ${customerId}`,
          alias: "x",
        }),
      );
    const list = await fetchItems<{ id: string }>(`/documentationAlias?q=${tag}&sort=name&order=asc`);
    expect(list.map(({ id }) => id).toSorted()).toEqual(createdRows.map(({ id }) => id).toSorted());
    expect(await fetchJson("GET", `/documentationAlias/count?q=${tag}`)).toEqual({ total: 2 });
    const { id, version } = createdRows[1]!;
    expect(await fetchJson("PUT", `/documentationAlias/${id}`, { alias: "y", version })).toMatchObject({
      alias: "y",
    });
    expect((await send("DELETE", `/documentationAlias/${id}`)).status).toBe(200);
    expect(await fetchJson("GET", `/documentationAlias/count?q=${tag}`)).toEqual({ total: 1 });
  });

  it("changes documentations of several databases in bulk as one job, and undoes it", async () => {
    const rows = [
      await makeNear({ status: "COMPLETED" }),
      await makeFar({ status: "COMPLETED" }),
      await makeFar({ status: "COMPLETED" }),
    ];
    const ids = rows.map(({ id }) => id);
    const body = { change: "HANDLED", ids };
    expect(await fetchJson<BulkPreview>("POST", "/documentation/countBulkChange", body)).toMatchObject({
      documentations: 3,
      changed: 3,
    });
    expect((await send("POST", "/documentation/bulkChange", { ...body, expected: 2 })).status).toBe(422);
    const job = await fetchJson<JobStatus>("POST", "/documentation/bulkChange", { ...body, expected: 3 });
    const run = async ({ id }: JobStatus, kind: typeof bulkChangeKind | typeof bulkUndoKind) => {
      for (const [index, name] of ["DB", secondDbName].entries()) {
        const farEnv = getShardEnv(twoDbEnv, name);
        await runJobToEnd(farEnv, databaseOf(farEnv), `${id.slice(0, -2)}0${index}`, kind);
      }
      return fetchJson<JobStatus>("GET", `/job/${id}`);
    };
    expect(await run(job, bulkChangeKind)).toMatchObject({ state: "DONE", result: { included: 3 } });
    const statuses = () =>
      fetchItems<{ id: string; status: string }>(`/documentations?customerId=${farCustomerId}`);
    expect(
      (await statuses()).filter(({ id, status }) => ids.includes(id) && status === "HANDLED"),
    ).toHaveLength(2);
    const undo = await fetchJson<JobStatus>("POST", `/documentation/undoBulkChange/${job.id}`);
    expect(await run(undo, bulkUndoKind)).toMatchObject({ state: "DONE", result: { included: 3 } });
    expect(
      (await statuses()).filter(({ id, status }) => ids.includes(id) && status === "COMPLETED"),
    ).toHaveLength(2);
  });

  it("zips documentations of several databases, with separate folders for equal names", async () => {
    const make = async (customerId: number) =>
      makeVisit(customerId, {
        template: await makeTemplate(customerId),
        photos: 1,
        name: "Mast",
        status: "COMPLETED",
      });
    const [first, second] = [
      await make(nearCustomerId),
      await withSecondDb(twoDbEnv, () => make(farCustomerId)),
    ];
    const selected = await fetchJson<{ selection: string; photos: number }>(
      "POST",
      "/documentation/selectForZip",
      { ids: [first.id, second.id] },
    );
    expect(selected).toMatchObject({ documentations: 2, photos: 2 });
    const condition = eq(selection.customerId, farCustomerId);
    expect(await secondDb(twoDbEnv).$count(selection, condition)).toBe(1);
    const zip = await send(
      "GET",
      `/documentation/downloadZipFiles?selection=${selected.selection}&name=Both`,
    );
    const paths = Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())));
    expect(
      paths
        .filter((path) => path.endsWith(".jpg"))
        .map((path) => path.split("/").slice(0, 2).join("/"))
        .toSorted(),
    ).toEqual(["Both/Mast", "Both/Mast (2)"]);
    const bodyWithUnknownId = { ids: [first.id, crypto.randomUUID()] };
    expect((await send("POST", "/documentation/selectForZip", bodyWithUnknownId)).status).toBe(404);
  });

  it("1§2 reads the audit logs of all databases, and each entry by its id", async () => {
    const aliasIds: string[] = [];
    for (const customerId of [nearCustomerId, farCustomerId]) {
      const body = { customerId, name: uniqueName("alias"), alias: "x" };
      aliasIds.push((await fetchJson<{ id: string }>("POST", "/documentationAlias", body)).id);
    }
    const filters = { objectClasses: ["siteproof.DocumentationAlias"] };
    const { items } = await fetchJson<{ items: { id: number; customerId: number; objectId: string }[] }>(
      "POST",
      "/domainChangeLog/index",
      { filters, max: 100, q: "" },
    );
    const createdRows = items.filter(({ objectId }) => aliasIds.includes(objectId));
    expect(createdRows.map(({ customerId }) => customerId).toSorted()).toEqual(
      [nearCustomerId, farCustomerId].toSorted(),
    );
    for (const { id, customerId } of createdRows)
      expect(await fetchJson("GET", `/domainChangeLogs/${id}`)).toMatchObject({ id, customerId });
    const response = await fetchJson("POST", "/domainChangeLog/count", { filters, q: "" });
    expect(response).toMatchObject({ total: items.length });
  });

  it("3§2 copies templates, lists of suggestions and graphics into another database", async () => {
    const template = await makeTemplate(nearCustomerId);
    const copiedTemplates = await fetchJson<{ items: { id: string }[] }>("POST", "/template/copy", {
      name: null,
      customer: farCustomerId,
      templates: [template.id],
    });
    expect(await fetchJson("GET", `/templates/${copiedTemplates.items[0]!.id}`)).toMatchObject({
      customerId: farCustomerId,
      name: template.name,
    });
    const list = await fetchJson<{ id: string }>("POST", "/suggestionLists", {
      customerId: farCustomerId,
      name: uniqueName("list"),
      type: "DOCUMENTATION_NAMES",
    });
    await send("POST", "/suggestionList/addSuggestion", { suggestionList: list.id, text: "Mast 7" });
    const copy = await fetchJson<{ id: string }>("POST", "/suggestionList/copy", {
      suggestionList: list.id,
      customer: nearCustomerId,
    });
    expect(await fetchItems(`/suggestionList/suggestions/${copy.id}`)).toMatchObject([{ text: "Mast 7" }]);
    expect(await fetchJson("GET", `/suggestionLists/${copy.id}`)).toMatchObject({
      customerId: nearCustomerId,
    });
    const createdGraphic = await fetchJson<{ id: string }>("POST", "/graphics", {
      ...creationBodies.graphic!(),
      customerId: farCustomerId,
    });
    expect(await secondDb(twoDbEnv).$count(graphic, eq(graphic.id, createdGraphic.id))).toBe(1);
    const request = { graphic: createdGraphic.id, customer: nearCustomerId, name: uniqueName("graphic") };
    const image = await fetchJson<{ id: string }>("POST", "/graphic/copy", request);
    expect(await fetchJson("GET", `/graphics/${image.id}`)).toMatchObject({ customerId: nearCustomerId });
    expect((await send("GET", `/graphic/display/${createdGraphic.id}`)).status).toBe(200);
  });

  it("2§7 the overview counts the documentations of all databases, and the map shows them together", async () => {
    const previousOverview = await fetchJson<{ handedOver: number }>("GET", "/overview");
    const tag = uniqueWord();
    const values = { lat: 64.75, lng: 20.95, status: "PAUSED" as const };
    await makeNear({ ...values, name: tag });
    await makeFar({ ...values, lat: 64.7501, name: tag });
    const newOverview = await fetchJson<{ handedOver: number }>("GET", "/overview");
    expect(newOverview.handedOver).toBe(previousOverview.handedOver + 2);
    const view = `zoom=8&south=64&north=66&west=20&east=22&query=${tag}`;
    const clusters = await fetchJson<{ items: { count: number }[] }>(
      "GET",
      `/documentation/mapClusters?${view}`,
    );
    expect(clusters).toMatchObject({ total: 2, items: [{ count: 2 }] });
  });

  it("does not count rows that a moved customer left behind", async () => {
    const tag = uniqueWord();
    const { id: customerId } = await makeCustomer(products);
    await assignToSecondDb(twoDbEnv, customerId);
    const { id } = await withSecondDb(twoDbEnv, () => makeDocumentation(customerId, { name: tag }));
    await makeDocumentation(customerId, { name: tag, id });
    clearShardCache(twoDbEnv);
    expect(await fetchItems(`/documentations?query=${tag}`)).toHaveLength(1);
    expect(await fetchJson("GET", `/documentation/count?query=${tag}`)).toEqual({ total: 1 });
    const change = { change: "HIDE", matching: { query: tag } };
    expect(await fetchJson("POST", "/documentation/countBulkChange", change)).toMatchObject({
      documentations: 1,
    });
    const renamedDocumentation = await fetchJson<{ version: number }>("PUT", `/documentation/rename/${id}`, {
      name: `${tag} new`,
      version: 1,
    });
    expect(renamedDocumentation).toMatchObject({ version: 2 });
    const response = await call("GET", `/documentations/${id}`, { as: root, env: twoDbEnv });
    expect(await jsonOf(response)).toMatchObject({ name: `${tag} new` });
  });

  it("hides other customers' rows in another database as in the caller's own", async () => {
    const outsider = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
    const otherCustomer = await makeCustomer(products);
    await assignToSecondDb(twoDbEnv, otherCustomer.id);
    const otherCaller = await makeCaller({
      customerId: otherCustomer.id,
      roles: ["ROLE_DOCUMENTATION_READ"],
    });
    const rows = [await makeNear(), await makeFar()];
    for (const as of [outsider, otherCaller]) {
      for (const { id } of rows)
        expect((await call("GET", `/documentations/${id}`, { as, env: twoDbEnv })).status).toBe(404);
      expect(await jsonOf(call("GET", "/documentations", { as, env: twoDbEnv }))).toEqual({ items: [] });
      for (const customerId of [nearCustomerId, farCustomerId])
        expect(
          (await call("GET", `/documentations?customerId=${customerId}`, { as, env: twoDbEnv })).status,
        ).toBe(403);
    }
  });
});
