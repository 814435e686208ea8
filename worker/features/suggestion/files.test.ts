import { eq } from "drizzle-orm";
import proj4 from "proj4";
import { expect, it } from "vitest";
import type { SuggestionImport } from "../../../domain/endpoints/suggestionList";
import { suggestion } from "../../db/schema";
import { call, db, jsonOf, makeSuper } from "../../testing/factories";
import { makeSuggestionList } from "../../testing/lists";
import { add, base64, importFile, linesOf, refused, staff, textsOf } from "../../testing/suggestions";
import { fromRt90 } from "./rt90";

it("3§5 preview says what would be done and does nothing; the import does it, with one line in the log", async () => {
  const as = await staff();
  const { id } = await makeSuggestionList(as.customerId);
  await add(as, id, "Known");
  await add(as, id, "Moved", { lat: 1, lng: 2 });
  const data = base64("New;59.5;18\r\nKnown\r\nMoved;3;4\r\nBad;north;4\r\nNew;60;18\r\n");
  const expected = {
    lines: 5,
    added: 1,
    updated: 1,
    unchanged: 1,
    leftOut: 0,
    repeated: 1,
    faultCount: 1,
    faults: [{ line: 4, field: "lat", fault: "wrongType", given: "Bad;north;4" }],
    items: [
      { text: "New", lat: 60, lng: 18, state: "NEW" },
      { text: "Known", lat: 1000, lng: 1000, state: "UNCHANGED" },
      { text: "Moved", lat: 3, lng: 4, state: "UPDATED" },
    ],
  };
  expect(await jsonOf(importFile(as, id, data, true))).toEqual(expected);
  expect(await textsOf(as, id)).toEqual(["Known", "Moved"]);
  expect(await linesOf("siteproof.SuggestionList", id)).toEqual([]);
  expect(await jsonOf(importFile(as, id, data))).toEqual(expected);
  const stored = await db()
    .select()
    .from(suggestion)
    .where(eq(suggestion.suggestionListId, id))
    .orderBy(suggestion.text);
  expect(stored.map(({ text, lat, imported }) => [text, lat, imported])).toEqual([
    ["Known", 1000, false],
    ["Moved", 3, false],
    ["New", 60, true],
  ]);
  expect(
    (await linesOf("siteproof.SuggestionList", id)).map(({ action, params }) => [action, params]),
  ).toEqual([["UPDATE", { imported: { after: { added: 1, updated: 1, unchanged: 1 } } }]]);
  // Nothing to do, nothing to log. A line without a position takes none away.
  expect(await jsonOf(importFile(as, id, base64("Moved\nNew")))).toMatchObject({
    added: 0,
    updated: 0,
    unchanged: 2,
  });
  expect(await linesOf("siteproof.SuggestionList", id)).toHaveLength(1);
  // An id that SQLite made is an id like any other.
  const imported = stored.find(({ text }) => text === "New")!;
  expect((await call("DELETE", `/suggestionList/deleteSuggestion/${imported.id}`, { as })).status).toBe(200);
});

it("3§5 RT90 becomes WGS84", async () => {
  const as = await makeSuper();
  const { id } = await makeSuggestionList(as.customerId);
  await importFile(as, id, base64("Stockholm;1627548;6583052\nNowhere\n"));
  const { items } = await jsonOf<{ items: { text: string; lat: number; lng: number }[] }>(
    call("GET", `/suggestionList/positions/${id}`, { as }),
  );
  expect(items.map(({ text }) => text)).toEqual(["Stockholm"]);
  expect(items[0]!.lat).toBeCloseTo(59.34892, 4);
  expect(items[0]!.lng).toBeCloseTo(18.04732, 4);
});

it("3§5 RT90 is right from the south of Sweden to its north", () => {
  // Lantmäteriet's other way, which projects on GRS80 directly and agrees to a metre or two.
  const direct = proj4(
    "+proj=tmerc +lat_0=0 +lon_0=15.806284529444 +k=1.00000561024 +x_0=1500064.274 +y_0=-667.711 +ellps=GRS80 +units=m +no_defs",
    "WGS84",
  );
  for (const [y, x] of [
    [1_330_000, 6_150_000],
    [1_270_000, 6_400_000],
    [1_627_548, 6_583_052],
    [1_500_000, 7_000_000],
    [1_650_000, 7_640_000],
    [1_880_000, 7_300_000],
  ] as const) {
    const [lng = 0, lat = 0] = direct.forward([y, x]);
    const converted = fromRt90(y, x);
    expect(Math.abs(converted.lat - lat) * 111_000).toBeLessThan(2);
    expect(Math.abs(converted.lng - lng) * 111_000 * Math.cos((lat * Math.PI) / 180)).toBeLessThan(2);
  }
});

it("3§5 takes Windows-1252, a mark and a data URL; refuses what is no text, empty or no base64, naming data", async () => {
  const as = await staff();
  const { id } = await makeSuggestionList(as.customerId);
  expect((await importFile(as, id, base64("Åbyn\n", "latin1"))).status).toBe(200);
  expect(await jsonOf(importFile(as, id, `data:text/csv;base64,${base64("\ufeffÅbyn\nÖn")}`))).toMatchObject({
    added: 1,
    unchanged: 1,
  });
  expect(await textsOf(as, id)).toEqual(["Åbyn", "Ön"]);
  for (const [data, fault] of [
    ["", "required"],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff]).toString("base64"), "invalid"],
    ["%%%%%%%%", "invalid"],
  ] as const)
    expect(await refused(importFile(as, id, data))).toMatchObject([422, { fields: { data: fault } }]);
  expect(await refused(importFile(as, id, base64("x".repeat(10_000_001))))).toMatchObject([
    422,
    { code: "tooLarge" },
  ]);
});

it("3§5 hands the whole out as a text that it takes back, and deletes what was imported", async () => {
  const as = await staff();
  const { id } = await makeSuggestionList(as.customerId, { name: "Platser å" });
  await add(as, id, "Own", { lat: 1.5, lng: 2 });
  await importFile(as, id, base64("B\nA;59;18"));
  const response = await call("GET", `/suggestionList/downloadText/${id}`, { as });
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("content-disposition")).toContain("Platser%20%C3%A5.txt");
  const text = await response.text();
  expect(text).toBe("A;59;18\r\nB\r\nOwn;1.5;2\r\n");
  expect((await jsonOf<SuggestionImport>(importFile(as, id, base64(text)))).unchanged).toBe(3);
  const remove = () => jsonOf(call("DELETE", `/suggestionList/deleteImported/${id}`, { as }));
  expect(await remove()).toEqual({ removed: 2 });
  expect(await remove()).toEqual({ removed: 0 });
  expect(await textsOf(as, id)).toEqual(["Own"]);
  const lines = await linesOf("siteproof.SuggestionList", id);
  expect(lines.map(({ params }) => params)).toEqual([
    { imported: { after: { added: 2, updated: 0, unchanged: 0 } } },
    { imported: { before: 2, after: 0 } },
  ]);
});
