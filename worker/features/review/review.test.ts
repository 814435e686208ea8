import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { documentationSorts } from "#domain/documentation/columns.ts";
import {
  documentationDetails,
  photoRow,
  documentationTask as taskContract,
} from "#domain/endpoints/documentation/details.ts";
import { countDocumentations, documentationListRow } from "#domain/endpoints/documentation/list.ts";
import { idParam } from "#worker/db/ids.ts";
import {
  customerTotal,
  documentation,
  documentationAlias,
  documentationStatistics,
  documentationTag,
  documentationTask,
  documentationTaskFilter,
  exportEvent,
  photo,
  photoAlias,
  upload,
} from "#worker/db/schema/index.ts";
import { indexPendingTexts } from "#worker/listQuery/searchIndex.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";
import { collectStatements } from "#worker/testing/statements.ts";

const makeReader = () => makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });

interface ListResponse {
  items: { id: string; name: string; [field: string]: unknown }[];
}
const fetchDocumentations = async (as: Caller, query = "") =>
  (await jsonOf<ListResponse>(call("GET", `/documentations?${query}`, { as }))).items;
const fetchMatchCount = async (as: Caller, query = "") =>
  (await jsonOf<{ total: number }>(call("GET", `/documentation/count?${query}`, { as }))).total;
const searchQuery = (term: string) => `query=${encodeURIComponent(term)}`;

describe("the list", () => {
  it("2§2 returns rows of the contract, newest first, with template, customer and exports", async () => {
    const as = await makeReader();
    const template = await makeTemplate(as.customerId);
    const olderDocumentation = await makeDocumentation(as.customerId, {
      templateId: template.id,
      dateCreated: "2026-01-01T00:00:00Z",
    });
    const newerDocumentation = await makeDocumentation(as.customerId, {
      templateId: template.id,
      dateCreated: "2026-02-01T00:00:00Z",
    });
    await db().insert(exportEvent).values({
      customerId: as.customerId,
      documentationId: olderDocumentation.id,
      exportConfigurationName: "Archive",
      type: "FTP",
      username: "staff",
      success: false,
    });
    await db().insert(exportEvent).values({
      customerId: as.customerId,
      documentationId: olderDocumentation.id,
      exportConfigurationName: "Share",
      type: "WEBDAV",
      username: "staff",
      success: true,
    });
    const items = await fetchDocumentations(as);
    expect(items.map(({ id }) => id)).toEqual([newerDocumentation.id, olderDocumentation.id]);
    for (const item of items) expect(documentationListRow.strict().safeParse(item).error).toBeUndefined();
    expect(items[0]).toMatchObject({ templateName: template.name, exportEvents: [] });
    expect(items[1]?.exportEvents).toMatchObject([
      { success: expect.any(Boolean) },
      { success: expect.any(Boolean) },
    ]);
  });

  it("2§2 omits hidden rows unless requested, deleted rows except for a super admin, and all rows of other customers", async () => {
    const [as, outsider] = [await makeReader(), await makeReader()];
    const documentation = await makeDocumentation(as.customerId);
    const hiddenDocumentation = await makeDocumentation(as.customerId, { hidden: true });
    const deletedDocumentation = await makeDocumentation(as.customerId, { status: "DELETED" });
    await makeDocumentation(outsider.customerId);
    const fetchIds = async (caller: Caller, query?: string) =>
      (await fetchDocumentations(caller, query)).map(({ id }) => id).sort();
    expect(await fetchIds(as)).toEqual([documentation.id]);
    expect(await fetchIds(as, "showHidden=true")).toEqual([documentation.id, hiddenDocumentation.id].sort());
    expect([await fetchMatchCount(as), await fetchMatchCount(as, "showHidden=true")]).toEqual([1, 2]);
    const superAdmin = await makeSuperAdmin();
    const filterQuery = `customerId=${as.customerId}&showHidden=true`;
    expect(await fetchIds(superAdmin, filterQuery)).toEqual(
      [documentation.id, hiddenDocumentation.id, deletedDocumentation.id].sort(),
    );
    expect(await fetchMatchCount(superAdmin, filterQuery)).toBe(3);
    expect((await call("GET", `/documentations?customerId=${outsider.customerId}`, { as })).status).toBe(403);
    expect((await call("GET", `/documentation/count?customerId=${outsider.customerId}`, { as })).status).toBe(
      403,
    );
    expect((await call("GET", `/documentations/${deletedDocumentation.id}`, { as })).status).toBe(404);
    expect((await call("GET", `/documentations/${deletedDocumentation.id}`, { as: superAdmin })).status).toBe(
      200,
    );
  });

  it("2§2 sorts by every column in both orders without losing or repeating a row between pages", async () => {
    const as = await makeReader();
    const templates = [await makeTemplate(as.customerId), await makeTemplate(as.customerId)];
    for (let index = 0; index < 9; index += 1)
      await makeDocumentation(as.customerId, {
        templateId: templates[index % 2]!.id,
        creator: `crew ${index % 3}`,
        dateCreated: `2026-01-0${(index % 4) + 1}T00:00:00Z`,
      });
    for (const sort of documentationSorts) {
      const ascendingIds = (await fetchDocumentations(as, `sort=${sort}&order=asc`)).map(({ id }) => id);
      expect([sort, (await fetchDocumentations(as, `sort=${sort}&order=desc`)).map(({ id }) => id)]).toEqual([
        sort,
        ascendingIds.toReversed(),
      ]);
      const pagedIds = [];
      for (const offset of [0, 4, 8])
        pagedIds.push(
          ...(await fetchDocumentations(as, `sort=${sort}&order=asc&max=4&offset=${offset}`)).map(
            ({ id }) => id,
          ),
        );
      expect([sort, pagedIds]).toEqual([sort, ascendingIds]);
    }
  });

  it("2§7 refuses unknown parameters", async () => {
    const as = await makeReader();
    for (const query of [
      "sort=password",
      "order=up",
      "max=-2",
      "max=10001",
      "offset=-1",
      "templateFilters=1",
    ])
      expect([query, (await call("GET", `/documentations?${query}`, { as })).status]).toEqual([query, 422]);
    expect(countDocumentations.query?.safeParse({}).success).toBe(true);
  });

  it("design§D1 scans an index for every sort order, for one customer and for all", async () => {
    const [as, superAdmin] = [await makeReader(), await makeSuperAdmin()];
    for (const caller of [as, superAdmin])
      for (const sort of documentationSorts) {
        const statements = await collectStatements(() => fetchDocumentations(caller, `sort=${sort}&max=25`));
        const sortStatements = statements.filter(({ sql: text }) => /ORDER BY [dtc]\./.test(text));
        expect(sortStatements).toHaveLength(1);
        for (const { sql: text, params } of sortStatements) {
          const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
            .bind(...params)
            .all<{ detail: string }>();
          const sortSteps = results
            .map(({ detail }) => detail)
            .filter((detail) => detail.includes("TEMP B-TREE"));
          expect([sort, caller === superAdmin, sortSteps]).toEqual([sort, caller === superAdmin, []]);
        }
      }
  });
});

describe("search", () => {
  it("2§2 matches one or two characters with the beginning of names, å, ä and ö in any case", async () => {
    const as = await makeReader();
    const { id } = await makeDocumentation(as.customerId, { name: "Östersund 😀 mast" });
    await makeDocumentation(as.customerId, { name: "nothing in it" });
    for (const term of ["ö", "Ö", "ös", "ÖS"])
      expect([term, (await fetchDocumentations(as, searchQuery(term))).map((row) => row.id)]).toEqual([
        term,
        [id],
      ]);
    expect(await fetchDocumentations(as, searchQuery("😀a"))).toEqual([]);
  });

  it("2§2 finds name, alias, tag, answer, photo name and both comments, in any case, as part of a word", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const documentationRow = await makeDocumentation(customerId, { name: "Mast Örnsköldsvik" });
    await makeDocumentation(customerId, { name: "nothing of it" });
    await db()
      .insert(documentationAlias)
      .values({ customerId, name: documentationRow.name, alias: "NF-2041 Höjden" });
    await db()
      .insert(documentationTag)
      .values({ customerId, documentationId: documentationRow.id, tag: "vinterbesiktning" });
    await db().insert(documentationTask).values({
      customerId,
      documentationId: documentationRow.id,
      name: "Remark",
      type: "TEXT",
      answer: "Kabeln är avskavd",
    });
    await db().insert(photo).values({
      customerId,
      documentationId: documentationRow.id,
      name: "Översikt_01",
      comment: "Rost på 'fästet' 100% \"ja\"",
      reviewComment: "Godtas efter besök",
      creator: "x",
    });
    const terms = [
      "örnsköld",
      "SKÖLDSVIK",
      "nf-2041",
      "höjd",
      "vinter",
      "avskavd",
      "översikt_01",
      "rost på",
      "'fästet'",
      "100%",
      "godtas eft",
      '"ja"',
      "fäs",
      "Mas",
      "ma",
      "M",
    ];
    // Before the documentation is in the search index, and afterwards.
    for (const indexState of ["waiting", "indexed"]) {
      for (const term of terms)
        expect([
          indexState,
          term,
          (await fetchDocumentations(as, searchQuery(term))).map(({ id }) => id),
          await fetchMatchCount(as, searchQuery(term)),
        ]).toEqual([indexState, term, [documentationRow.id], 1]);
      for (const term of ["vinterbesiktningar", "xyz", "AND OR NOT", '""', "rost NEAR fästet", "zz"])
        expect([indexState, term, await fetchDocumentations(as, searchQuery(term))]).toEqual([
          indexState,
          term,
          [],
        ]);
      await indexPendingTexts(env, db());
    }
  });

  it.each(["waiting for the index", "in the index"])(
    "design§D1 finds a documentation that is %s after every change: rename, answer, alias and deletion",
    async (state) => {
      const indexIfNeeded = async () => state === "in the index" && (await indexPendingTexts(env, db()));
      const as = await makeReader();
      const { customerId } = as;
      const row = await makeDocumentation(customerId, { name: "before rename" });
      const [task] = await db()
        .insert(documentationTask)
        .values({ customerId, documentationId: row.id, name: "t", type: "TEXT", answer: "first answer" })
        .returning();
      const [alias] = await db()
        .insert(documentationAlias)
        .values({ customerId, name: "after rename", alias: "shown instead" })
        .returning();
      const countHits = async (term: string) => {
        const listCount = (await fetchDocumentations(as, searchQuery(term))).length;
        expect(await fetchMatchCount(as, searchQuery(term))).toBe(listCount);
        return listCount;
      };
      await indexIfNeeded();
      expect([await countHits("before"), await countHits("first answer")]).toEqual([1, 1]);
      await db().update(documentation).set({ name: "after rename" }).where(eq(documentation.id, row.id));
      await indexIfNeeded();
      expect([await countHits("before"), await countHits("after"), await countHits("shown instead")]).toEqual(
        [0, 1, 1],
      );
      await db()
        .update(documentationTask)
        .set({ answer: "second answer" })
        .where(eq(documentationTask.id, task!.id));
      await indexIfNeeded();
      expect([await countHits("first answer"), await countHits("second answer")]).toEqual([0, 1]);
      await db().delete(documentationAlias).where(eq(documentationAlias.id, alias!.id));
      await indexIfNeeded();
      expect(await countHits("shown instead")).toBe(0);
      await db().delete(documentation).where(eq(documentation.id, row.id));
      expect([await countHits("after"), await countHits("second answer")]).toEqual([0, 0]);
      expect(
        await db().all(sql`SELECT id FROM search_pending WHERE id & 1099511627775 = ${row.seq}`),
      ).toEqual([]);
    },
  );

  it("design§Tenancy never finds or counts another customer's texts", async () => {
    const [as, outsider] = [await makeReader(), await makeReader()];
    const secret = uniqueName("secret");
    await makeDocumentation(outsider.customerId, { name: secret });
    for (const _ of ["waiting", "indexed"]) {
      expect([
        await fetchDocumentations(as, searchQuery(secret)),
        await fetchMatchCount(as, searchQuery(secret)),
      ]).toEqual([[], 0]);
      expect(await fetchDocumentations(outsider, searchQuery(secret))).toHaveLength(1);
      expect(await fetchDocumentations(await makeSuperAdmin(), searchQuery(secret))).toHaveLength(1);
      await indexPendingTexts(env, db());
    }
  });

  it("design§D1 gives the same page for a common term as for a rare one", async () => {
    const as = await makeReader();
    const template = await makeTemplate(as.customerId);
    // From this number of matches a term is common, and the sort index is scanned instead.
    await db().run(sql`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20500)
      INSERT INTO documentation (id, customer_id, template_id, name, creator, date_created, last_updated, status, device_id)
      SELECT unhex(printf('00000000000040008000%012d', i + ${as.customerId} * 100000)), ${as.customerId}, ${idParam(template.id)},
        CASE WHEN i % 20 = 0 THEN 'odd ' ELSE 'common ' END || i, 'crew', printf('2026-01-01T%02d:%02d:%02dZ', i / 3600, i / 60 % 60, i % 60), '', 'COMPLETED', '' FROM n`);
    for (const _ of ["the maximum of one run", "the rest"]) await indexPendingTexts(env, db());
    expect(await db().all(sql`SELECT id FROM search_pending`)).toEqual([]);
    const expectedNumbers = Array.from({ length: 40 }, (_, index) => 20500 - index)
      .filter((i) => i % 20 !== 0)
      .slice(0, 25);
    expect(
      (await fetchDocumentations(as, `${searchQuery("common")}&max=25`)).map(({ name }) => name),
    ).toEqual(expectedNumbers.map((i) => `common ${i}`));
    expect(
      (await fetchDocumentations(as, `${searchQuery("odd ")}&max=2&order=asc`)).map(({ name }) => name),
    ).toEqual(["odd 20", "odd 40"]);
    expect(await fetchMatchCount(as, searchQuery("common"))).toBe(20500 - 1025);
    expect(await fetchMatchCount(as)).toBe(20500);
  });
});

describe("details", () => {
  it("2§3 returns a documentation with tags, links, exports and refused uploads", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const row = await makeDocumentation(customerId);
    await db()
      .insert(documentationTag)
      .values([
        { customerId, documentationId: row.id, tag: "b" },
        { customerId, documentationId: row.id, tag: "a" },
      ]);
    const uploadFields = {
      customerId,
      documentationId: row.id,
      kind: "PHOTO" as const,
      targetId: crypto.randomUUID(),
      name: "IMG_5195.HEIC",
      objectKey: "k",
      contentType: "image/jpeg",
      size: 1,
      md5: "x",
      expiresAt: "2026-01-01T00:00:00Z",
    };
    await db()
      .insert(upload)
      .values([{ ...uploadFields, state: "REFUSED", refusalCode: "notJpeg" }]);
    const details = await jsonOf(call("GET", `/documentations/${row.id}`, { as }));
    expect(documentationDetails.strict().safeParse(details).error).toBeUndefined();
    expect(details).toMatchObject({
      tags: ["a", "b"],
      refusedUploads: [{ name: "IMG_5195.HEIC", reason: "notJpeg" }],
    });
    await db()
      .insert(upload)
      .values([{ ...uploadFields, state: "STORED" }]);
    expect(await jsonOf(call("GET", `/documentations/${row.id}`, { as }))).toMatchObject({
      refusedUploads: [],
    });
  });

  it("3§3 returns the task filters of its customer in their order, to super admins too", async () => {
    const as = await makeReader();
    const outsider = await makeReader();
    const row = await makeDocumentation(as.customerId);
    const filterQuery = (customerId: number, name: string, position: number) => ({
      ...{ customerId, name, position, type: "ANSWER", params: { ANSWER: "ok" } },
    });
    await db()
      .insert(documentationTaskFilter)
      .values([
        filterQuery(as.customerId, "second", 2),
        { ...filterQuery(as.customerId, "first", 1), automatic: true },
        filterQuery(outsider.customerId, "theirs", 0),
      ]);
    for (const reader of [as, await makeSuperAdmin()])
      expect(await jsonOf(call("GET", `/documentations/${row.id}`, { as: reader }))).toMatchObject({
        taskFilters: [
          { name: "first", type: "ANSWER", automatic: true, params: { ANSWER: "ok" } },
          { name: "second", automatic: false },
        ],
      });
  });

  it("2§2 returns tasks in reading order and photos in the order they were taken", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const row = await makeDocumentation(customerId);
    const groupId = crypto.randomUUID();
    await db()
      .insert(documentationTask)
      .values([
        { id: groupId, customerId, documentationId: row.id, name: "group", type: "GROUP", position: 0 },
        { customerId, documentationId: row.id, name: "last", type: "TEXT", position: 1 },
        { customerId, documentationId: row.id, parentId: groupId, name: "child", type: "TEXT", position: 5 },
      ]);
    const { items: tasks } = await jsonOf<ListResponse>(
      call("GET", `/documentationTasks?documentationId=${row.id}`, { as }),
    );
    expect(tasks.map(({ name }) => name)).toEqual(["group", "child", "last"]);
    for (const task of tasks) expect(taskContract.strict().safeParse(task).error).toBeUndefined();
    await db()
      .insert(photo)
      .values([
        {
          customerId,
          documentationId: row.id,
          name: "second",
          creator: "x",
          dateCreated: "2026-01-02T00:00:00Z",
          width: 40,
          height: 30,
          orientation: 6,
        },
        {
          customerId,
          documentationId: row.id,
          name: "first",
          creator: "x",
          dateCreated: "2026-01-01T00:00:00Z",
        },
      ]);
    const { items: photos } = await jsonOf<ListResponse>(
      call("GET", `/photos?documentationId=${row.id}`, { as }),
    );
    expect(photos.map(({ name }) => name)).toEqual(["first", "second"]);
    for (const item of photos) expect(photoRow.strict().safeParse(item).error).toBeUndefined();
    expect(photos[1]).toMatchObject({ width: 30, height: 40 });
  });

  it("3§3 shows a photo under the alias of its own name only", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const row = await makeDocumentation(customerId);
    await db().insert(photoAlias).values({ customerId, name: "Overview_01", alias: "From the road" });
    await db()
      .insert(photo)
      .values(
        ["Overview_01", "Splice_01"].map((name) => ({
          customerId,
          documentationId: row.id,
          name,
          creator: "x",
        })),
      );
    const { items } = await jsonOf<ListResponse>(call("GET", `/photos?documentationId=${row.id}`, { as }));
    expect(items.map(({ name, alias }) => [name, alias]).sort()).toEqual([
      ["Overview_01", "From the road"],
      ["Splice_01", null],
    ]);
  });
});

describe("data kept by triggers", () => {
  it("1§2 has totals and statistics that follow documentations, photos, status, month and deletion", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const row = await makeDocumentation(customerId, { dateCreated: "2026-03-04T00:00:00Z" });
    const [photoWithData] = await db()
      .insert(photo)
      .values({ customerId, documentationId: row.id, name: "p", creator: "x", hasData: true, dataSize: 1000 })
      .returning();
    await db().insert(photo).values({ customerId, documentationId: row.id, name: "q", creator: "x" });
    const listDerivedRows = async () => [
      await db().select().from(customerTotal).where(eq(customerTotal.customerId, customerId)).get(),
      (
        await db()
          .select()
          .from(documentationStatistics)
          .where(eq(documentationStatistics.customerId, customerId))
      ).filter(({ documentations }) => documentations > 0),
    ];
    expect(await listDerivedRows()).toMatchObject([
      { documentations: 1, photos: 1, bytes: 1000 },
      [{ month: "2026-03", status: "COMPLETED", documentations: 1, photos: 1, bytes: 1000 }],
    ]);
    await db()
      .update(documentation)
      .set({ status: "HANDLED", dateCreated: "2026-04-01T00:00:00Z" })
      .where(eq(documentation.id, row.id));
    await db().update(photo).set({ dataSize: 3000 }).where(eq(photo.id, photoWithData!.id));
    expect(await listDerivedRows()).toMatchObject([
      { documentations: 1, photos: 1, bytes: 3000 },
      [{ month: "2026-04", status: "HANDLED", photos: 1, bytes: 3000 }],
    ]);
    await db()
      .delete(photo)
      .where(and(eq(photo.id, photoWithData!.id)));
    expect(await listDerivedRows()).toMatchObject([
      { documentations: 1, photos: 0, bytes: 0 },
      [{ photos: 0, bytes: 0 }],
    ]);
    await db().delete(documentation).where(eq(documentation.id, row.id));
    expect(await listDerivedRows()).toMatchObject([{ documentations: 0, photos: 0, bytes: 0 }, []]);
  });
});
