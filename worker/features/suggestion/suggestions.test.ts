import { expect, it } from "vitest";
import { call, jsonOf, makeCaller } from "#worker/testing/factories.ts";
import { makeSuggestionList } from "#worker/testing/listTesting.ts";
import {
  addSuggestion,
  contactListFields,
  fetchTexts,
  findAuditEntries,
  makeStaff,
  readProblem,
  toBase64,
} from "#worker/testing/suggestionTesting.ts";

it("3§5 suggestions are trimmed and unique, and each write has one audit entry", async () => {
  const as = await makeStaff();
  const { id } = await makeSuggestionList(as.customerId);
  const suggestion = await jsonOf<{ id: string }>(
    addSuggestion(as, id, "  Mast: 1/2* ", { lat: 59.5, lng: 18 }),
  );
  expect(suggestion).toMatchObject({
    text: "Mast 12",
    lat: 59.5,
    lng: 18,
    imported: false,
    customerId: as.customerId,
  });
  expect(await readProblem(addSuggestion(as, id, "Mast 1?2"))).toMatchObject([
    422,
    { code: "duplicate", fields: { text: "duplicate" } },
  ]);
  expect(await readProblem(addSuggestion(as, id, " ** "))).toMatchObject([
    422,
    { fields: { text: "required" } },
  ]);
  expect(await readProblem(addSuggestion(as, id, "Half", { lat: 59 }))).toMatchObject([
    422,
    { fields: { lng: "required" } },
  ]);
  expect(await readProblem(addSuggestion(as, id, "Off", { lat: 91, lng: 18 }))).toMatchObject([
    422,
    { fields: { lat: "tooLarge" } },
  ]);
  const put = (body: object) =>
    call("PUT", `/suggestionList/updateSuggestion/${suggestion.id}`, { as, body });
  expect(await jsonOf(put({ lat: 60 }))).toMatchObject({ text: "Mast 12", lat: 60, lng: 18 });
  expect(await jsonOf(put({ lat: 1000, lng: 1000 }))).toMatchObject({ lat: 1000, lng: 1000 });
  await put({ lat: 1000 });
  await addSuggestion(as, id, "Other");
  expect(await readProblem(put({ text: "Oth|er" }))).toMatchObject([422, { code: "duplicate" }]);
  expect((await call("DELETE", `/suggestionList/deleteSuggestion/${suggestion.id}`, { as })).status).toBe(
    200,
  );
  const auditEntries = await findAuditEntries("siteproof.Suggestion", suggestion.id);
  expect(auditEntries.map(({ action }) => action)).toEqual(["CREATE", "UPDATE", "UPDATE", "DELETE"]);
  expect(auditEntries[1]).toMatchObject({
    userId: as.userId,
    customerId: as.customerId,
    params: { lat: { before: 59.5, after: 60 } },
  });
  expect(await jsonOf(call("GET", `/suggestionLists/${id}`, { as }))).toMatchObject({
    version: 1,
    suggestionCount: 1,
  });
});

it("3§5 contact persons: required columns by name, duplicates by joined text", async () => {
  const as = await makeStaff();
  const { id } = await makeSuggestionList(as.customerId, contactListFields);
  expect(await jsonOf(addSuggestion(as, id, "Alva Berg;070"))).toMatchObject({ text: "Alva Berg;070;" });
  expect(await readProblem(addSuggestion(as, id, " Alva Berg ; 070 ;"))).toMatchObject([
    422,
    { code: "duplicate" },
  ]);
  expect(await readProblem(addSuggestion(as, id, ";070;"))).toMatchObject([
    422,
    { fields: { "text.Namn": "required" } },
  ]);
});

it("3§2 suggestions are paged, sorted, searched and counted on the server", async () => {
  const as = await makeStaff();
  const { id } = await makeSuggestionList(as.customerId);
  for (const text of ["Ålen", "alfa", "Beta", "100%"]) await addSuggestion(as, id, text);
  expect(await fetchTexts(as, id)).toEqual(["100", "alfa", "Beta", "Ålen"]);
  expect(await fetchTexts(as, id, "order=desc&max=2")).toEqual(["Ålen", "Beta"]);
  expect(await fetchTexts(as, id, "max=2&offset=2")).toEqual(["Beta", "Ålen"]);
  expect(await fetchTexts(as, id, "q=%C3%A5l")).toEqual(["alfa", "Ålen"]);
  expect(await fetchTexts(as, id, "q=%25")).toEqual([]);
  for (const sort of ["text", "lat", "lng", "imported", "dateCreated"])
    expect(await fetchTexts(as, id, `sort=${sort}`)).toHaveLength(4);
  expect(await jsonOf(call("GET", `/suggestionList/suggestions/count/${id}?q=a`, { as }))).toEqual({
    total: 2,
  });
  expect((await call("GET", `/suggestionList/suggestions/${id}?sort=nothing`, { as })).status).toBe(422);
});

it("design§Tenancy another customer's suggestions are not found by any call", async () => {
  const owner = await makeStaff();
  const { id } = await makeSuggestionList(owner.customerId);
  const suggestion = await jsonOf<{ id: string }>(addSuggestion(owner, id, "Mast"));
  const as = await makeStaff();
  for (const [method, path, body] of [
    ["GET", `/suggestionList/suggestions/${id}`],
    ["GET", `/suggestionList/suggestions/count/${id}`],
    ["GET", `/suggestionList/downloadText/${id}`],
    ["POST", "/suggestionList/addSuggestion", { suggestionList: id, text: "x" }],
    ["POST", "/suggestionList/importFile", { suggestionList: id, data: toBase64("x") }],
    ["POST", "/suggestionList/copy", { suggestionList: id }],
    ["PUT", `/suggestionList/updateSuggestion/${suggestion.id}`, { text: "x" }],
    ["DELETE", `/suggestionList/deleteSuggestion/${suggestion.id}`],
    ["DELETE", `/suggestionList/deleteImported/${id}`],
  ] as const)
    expect([path, (await call(method, path, { as, body })).status]).toEqual([path, 404]);
  expect(await fetchTexts(owner, id)).toEqual(["Mast"]);
  const reader = await makeCaller({ customerId: owner.customerId, roles: ["ROLE_SUGGESTION_LIST_READ"] });
  expect((await addSuggestion(reader, id, "x")).status).toBe(403);
  expect((await call("GET", `/suggestionList/positions/${id}`, { as: owner })).status).toBe(403);
});
