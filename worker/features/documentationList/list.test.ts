import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { toDayStart } from "#domain/core/calendar/days.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { documentationSorts } from "#domain/documentation/columns.ts";
import { idParam } from "#worker/db/ids.ts";
import { type documentation, exportEvent } from "#worker/db/schema/index.ts";
import { splitWholeMonths } from "#worker/listQuery/countMatches.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
} from "#worker/testing/factories.ts";

const makeReader = () => makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
type Params = Record<string, string>;
interface ListResponse {
  items: { id: string; name: string; creator: string }[];
}
const fetchDocumentations = async (as: Caller, params: Params = {}) =>
  (await jsonOf<ListResponse>(call("GET", `/documentations?${new URLSearchParams(params)}`, { as }))).items;
const fetchNames = async (as: Caller, params: Params = {}) =>
  (await fetchDocumentations(as, params)).map(({ name }) => name);
const fetchCount = async (as: Caller, params: Params = {}) =>
  (
    await jsonOf<{ total: number }>(
      call("GET", `/documentation/count?${new URLSearchParams(params)}`, { as }),
    )
  ).total;
const fetchCheckedNames = async (as: Caller, params: Params) => {
  const names = (await fetchNames(as, params)).sort();
  expect([params, await fetchCount(as, params)]).toEqual([params, names.length]);
  return names;
};

describe("2§2 the filters of the list", () => {
  it("restrict by template, deleted templates, creator, days, status and export, alone and together", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const [mast, deletedTemplate] = [
      await makeTemplate(customerId),
      await makeTemplate(customerId, { dateDeleted: "2026-01-01T00:00:00Z" }),
    ];
    const make = async (name: string, values: Partial<typeof documentation.$inferInsert>) =>
      makeDocumentation(customerId, { name, templateId: mast.id, ...values });
    const documentationA = await make("a", {
      creator: "Åsa",
      status: "COMPLETED",
      dateCreated: "2024-03-31T21:30:00Z",
    });
    // Past midnight in Sweden, still the day before in UTC.
    await make("b", { creator: "Åsa", status: "PAUSED", dateCreated: "2024-03-31T22:30:00Z" });
    await make("c", {
      templateId: deletedTemplate.id,
      creator: "bo",
      status: "PAUSED",
      dateUploaded: "2024-05-05T12:00:00Z",
    });
    await db().insert(exportEvent).values({
      customerId,
      documentationId: documentationA.id,
      exportConfigurationName: "x",
      type: "FTP",
      username: "u",
      success: true,
    });
    expect(await fetchCheckedNames(as, { templateFilter: mast.id })).toEqual(["a", "b"]);
    expect(await fetchCheckedNames(as, { deletedTemplates: "true" })).toEqual(["c"]);
    expect(await fetchCheckedNames(as, { templateFilter: mast.id, deletedTemplates: "true" })).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(await fetchCheckedNames(as, { templateFilter: `${mast.id};${deletedTemplate.id};` })).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(await fetchCheckedNames(as, { creatorFilter: "Åsa" })).toEqual(["a", "b"]);
    expect(await fetchCheckedNames(as, { statusFilter: "PAUSED;HANDLED" })).toEqual(["b", "c"]);
    expect(await fetchCheckedNames(as, { createdDateRange: "2024-03-31;2024-03-31" })).toEqual(["a"]);
    expect(await fetchCheckedNames(as, { createdDateRange: "2024-04-01;2024-04-30" })).toEqual(["b"]);
    expect(await fetchCheckedNames(as, { createdDateRange: ";2024-04-01" })).toEqual(["a", "b"]);
    expect(await fetchCheckedNames(as, { uploadedDateRange: "2024-05-05;" })).toEqual(["c"]);
    expect(await fetchCheckedNames(as, { exportedFilter: "true" })).toEqual(["a"]);
    expect(await fetchCheckedNames(as, { exportedFilter: "false" })).toEqual(["b", "c"]);
    expect(
      await fetchCheckedNames(as, { creatorFilter: "Åsa", statusFilter: "PAUSED", exportedFilter: "false" }),
    ).toEqual(["b"]);
    expect(await fetchCheckedNames(as, { creatorFilter: "Åsa", query: "b" })).toEqual(["b"]);
    expect(await fetchCheckedNames(as, { creatorFilter: "ås" })).toEqual([]);
  });

  it("never include what the caller may not see: other customers', deleted and hidden ones", async () => {
    const [as, outsider] = [await makeReader(), await makeReader()];
    const foreignTemplate = await makeTemplate(outsider.customerId);
    const sharedValues = {
      creator: "same name",
      status: "COMPLETED",
      dateUploaded: "2024-05-05T12:00:00Z",
    } as const;
    await makeDocumentation(outsider.customerId, {
      ...sharedValues,
      templateId: foreignTemplate.id,
      name: "theirs",
    });
    const template = await makeTemplate(as.customerId);
    const make = (name: string, values: object) =>
      makeDocumentation(as.customerId, { ...sharedValues, templateId: template.id, name, ...values });
    await make("mine", {});
    await make("hidden", { hidden: true });
    await make("deleted", { status: "DELETED", creator: "only deleted" });
    const filters: Params[] = [
      { creatorFilter: "same name" },
      { templateFilter: `${template.id};${foreignTemplate.id}` },
      { statusFilter: "COMPLETED;DELETED" },
      { uploadedDateRange: "2024-05-05;2024-05-05" },
      { exportedFilter: "false" },
      { createdDateRange: "2021-01-01;" },
    ];
    for (const filter of filters)
      expect([filter, await fetchCheckedNames(as, filter)]).toEqual([filter, ["mine"]]);
    expect(await fetchCheckedNames(as, { statusFilter: "DELETED", showHidden: "true" })).toEqual([]);
    expect(await fetchCheckedNames(as, { templateFilter: foreignTemplate.id })).toEqual([]);
    const root = await makeSuperAdmin();
    expect(
      await fetchCheckedNames(root, { statusFilter: "DELETED", customerId: String(as.customerId) }),
    ).toEqual(["deleted"]);
    expect(await fetchCheckedNames(root, { templateFilter: `${template.id};${foreignTemplate.id}` })).toEqual(
      ["deleted", "mine", "theirs"],
    );

    const fetchCreators = async (caller: Caller, query = "") =>
      (await jsonOf<{ items: string[] }>(call("GET", `/documentation/getCreators?${query}`, { as: caller })))
        .items;
    expect(await fetchCreators(as)).toEqual(["same name"]);
    expect(await fetchCreators(as, "q=NAM")).toEqual(["same name"]);
    expect(await fetchCreators(as, "q=deleted")).toEqual([]);
    expect(await fetchCreators(root, `customerId=${as.customerId}`)).toEqual(["only deleted", "same name"]);
    const templates = async (query = "") =>
      (
        await jsonOf<{ items: { id: string }[] }>(call("GET", `/documentation/getTemplates?${query}`, { as }))
      ).items.map(({ id }) => id);
    expect(await templates()).toEqual([template.id]);
    expect(await templates(`ids=${foreignTemplate.id}`)).toEqual([]);
    for (const path of ["getCreators", "getTemplates", "count"])
      expect(
        (await call("GET", `/documentation/${path}?customerId=${outsider.customerId}`, { as })).status,
      ).toBe(403);
  });

  it.each([
    ["createdDateRange", "2020-12-31;", "tooSmall"],
    ["createdDateRange", ";2999-01-01", "inFuture"],
    ["uploadedDateRange", "2024-02-02;2024-02-01", "afterEnd"],
    ["uploadedDateRange", "2024-02-02", "invalid"],
    ["uploadedDateRange", "2024-02-30;", "invalid"],
    ["statusFilter", "COMPLETED;DONE", "invalid"],
    ["templateFilter", "1;2", "invalid"],
    ["exportedFilter", "perhaps", "invalid"],
  ])("2§5 %s=%s is refused, naming the field", async (field, text, fieldError) => {
    const as = await makeReader();
    for (const path of ["/documentations", "/documentation/count"]) {
      const response = await call("GET", `${path}?${new URLSearchParams({ [field]: text })}`, { as });
      expect(response.status).toBe(422);
      expect((await response.json<{ error: { fields: Params } }>()).error.fields).toEqual({
        [field]: fieldError,
      });
    }
  });
});

describe("design§D1 many rows", () => {
  const rowCount = 24_000;
  let as: Caller;
  let templates: string[];
  const creatorOf = (i: number) => (i % 6000 === 1 ? "rare" : `crew ${i % 3}`);
  const statusOf = (i: number) => (i % 7 === 0 ? "HANDLED" : i < 12_000 ? "PAUSED" : "COMPLETED");
  const uploadedAtOf = (i: number) => (i % 5 === 0 ? null : createdAtOf(i));
  const createdAtOf = (i: number) =>
    new Date(Date.UTC(2021, 0, 1) + i * 3_600_000).toISOString().replace(".000", "");
  const isHidden = (i: number) => i % 11 === 0;

  beforeAll(async () => {
    as = await makeReader();
    templates = [(await makeTemplate(as.customerId)).id, (await makeTemplate(as.customerId)).id];
    await db().run(sql`
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${rowCount - 1})
      INSERT INTO documentation (id, customer_id, template_id, name, creator, status, hidden, date_created, date_uploaded, last_updated)
      SELECT unhex(printf('00000000000040009000%012d', i + ${as.customerId} * 100000)), ${as.customerId},
        CASE WHEN i % 4 = 0 THEN ${idParam(templates[1]!)} ELSE ${idParam(templates[0]!)} END, 'station ' || i,
        CASE WHEN i % 6000 = 1 THEN 'rare' ELSE 'crew ' || (i % 3) END,
        CASE WHEN i % 7 = 0 THEN 'HANDLED' WHEN i < 12000 THEN 'PAUSED' ELSE 'COMPLETED' END, i % 11 = 0,
        strftime('%Y-%m-%dT%H:%M:%SZ', 1609459200 + i * 3600, 'unixepoch'),
        CASE WHEN i % 5 = 0 THEN NULL ELSE strftime('%Y-%m-%dT%H:%M:%SZ', 1609459200 + i * 3600, 'unixepoch') END, '' FROM n`);
  });

  const range = (first: string, end: string) => {
    const [start, exclusiveEnd] = [toDayStart(first), toDayStart(end)];
    return (date: string | null) => date !== null && date >= start && date < exclusiveEnd;
  };
  const [isInFebruary, isInLongRange, isOnOneDay, isSinceMay, isSinceJune] = [
    range("2021-02-01", "2021-03-01"),
    range("2021-03-15", "2022-01-11"),
    range("2021-03-15", "2021-03-16"),
    range("2022-05-01", "2099-01-01"),
    range("2022-06-01", "2099-01-01"),
  ];
  /** A filter as parameters, and as a predicate on row indexes. */
  const filters: [Params, (i: number) => boolean][] = [
    [{ creatorFilter: "rare" }, (i) => creatorOf(i) === "rare"],
    [{ creatorFilter: "crew 1" }, (i) => creatorOf(i) === "crew 1"],
    [
      { creatorFilter: "crew 1", statusFilter: "HANDLED" },
      (i) => creatorOf(i) === "crew 1" && statusOf(i) === "HANDLED",
    ],
    // Each condition is common, but no row meets both.
    [
      { statusFilter: "PAUSED", createdDateRange: "2022-06-01;" },
      (i) => statusOf(i) === "PAUSED" && isSinceJune(createdAtOf(i)),
    ],
    [{ statusFilter: "PAUSED;COMPLETED", exportedFilter: "false" }, (i) => statusOf(i) !== "HANDLED"],
    [{ uploadedDateRange: "2021-02-01;2021-02-28" }, (i) => isInFebruary(uploadedAtOf(i))],
    [{ createdDateRange: "2021-03-15;2022-01-10" }, (i) => isInLongRange(createdAtOf(i))],
    [{ createdDateRange: "2021-03-15;2021-03-15" }, (i) => isOnOneDay(createdAtOf(i))],
    [{ query: "station 12" }, (i) => String(i).includes("12")],
    [{ query: "station", creatorFilter: "rare" }, (i) => creatorOf(i) === "rare"],
    [
      { query: "station", statusFilter: "PAUSED", createdDateRange: "2022-05-01;" },
      (i) => statusOf(i) === "PAUSED" && isSinceMay(createdAtOf(i)),
    ],
  ];

  it.each(filters)(
    "%j finds the same rows in the same order by every plan",
    async (params, predicate) => {
      const expectedIndexes = Array.from({ length: rowCount }, (_, i) => i).filter(
        (i) => !isHidden(i) && predicate(i),
      );
      expect(await fetchCount(as, params)).toBe(expectedIndexes.length);
      const nameOf = (i: number) => `station ${i}`;
      expect(await fetchNames(as, { ...params, max: "25" })).toEqual(
        expectedIndexes.toReversed().slice(0, 25).map(nameOf),
      );
      expect(
        await fetchNames(as, { ...params, sort: "dateCreated", order: "asc", max: "5", offset: "40" }),
      ).toEqual(expectedIndexes.slice(40, 45).map(nameOf));
      const expectedNames = new Set(expectedIndexes.map(nameOf));
      for (const sort of documentationSorts) {
        const page = await fetchNames(as, { ...params, sort, order: "asc", max: "30" });
        expect([sort, page.length, page.every((name) => expectedNames.has(name))]).toEqual([
          sort,
          Math.min(30, expectedIndexes.length),
          true,
        ]);
      }
    },
    60_000,
  );

  it("2§2 finds templates among many, hidden ones only on request", async () => {
    const countWhere = (predicate: (i: number) => boolean) =>
      Array.from({ length: rowCount }, (_, i) => i).filter(predicate).length;
    const params = { templateFilter: templates[1]! };
    expect(await fetchCount(as, params)).toBe(countWhere((i) => i % 4 === 0 && !isHidden(i)));
    expect(await fetchCount(as, { ...params, showHidden: "true" })).toBe(countWhere((i) => i % 4 === 0));
    expect(await fetchCount(as, { ...params, creatorFilter: "crew 0", showHidden: "true" })).toBe(
      countWhere((i) => i % 4 === 0 && creatorOf(i) === "crew 0"),
    );
    const page = await fetchNames(as, { ...params, sort: "templateId", order: "desc", max: "3" });
    expect(page).toEqual(["station 23996", "station 23992", "station 23988"]);
  });
});

describe("2§7 counts for a range of days from monthly statistics", () => {
  it.each([
    [
      { startDate: "2024-01-01", endDate: "2024-03-31" },
      "2024-01",
      "2024-02",
      ["2023-12-31T23:00:00Z", "2024-03-01T00:00:00Z"],
    ],
    [{ startDate: "2024-05-10", endDate: "2024-05-12" }, "2024-06", "2024-04", ["2024-05-09T22:00:00Z"]],
    [{ startDate: "", endDate: "2024-05-12" }, "", "2024-04", ["2024-05-01T00:00:00Z"]],
    [{ startDate: "2024-05-10", endDate: "" }, "2024-06", "9", ["2024-05-09T22:00:00Z"]],
  ])("%j", (range, first, last, starts) => {
    const months = splitWholeMonths(range);
    expect([months.first, months.last, months.edges.map(([from]) => from)]).toEqual([first, last, starts]);
  });
});

it("2§4 the list can be filtered by every status", async () => {
  const as = await makeReader();
  const { id } = await makeTemplate(as.customerId);
  for (const status of documentationStatuses)
    await makeDocumentation(as.customerId, { templateId: id, status, name: status });
  for (const statusFilter of documentationStatuses)
    expect(await fetchCheckedNames(as, { statusFilter })).toEqual(
      statusFilter === "DELETED" ? [] : [statusFilter],
    );
});
