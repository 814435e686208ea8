import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import { documentation } from "#worker/db/schema/index.ts";
import { call, db, makeDocumentation } from "#worker/testing/factories.ts";
import { makeSuggestionList } from "#worker/testing/listTesting.ts";
import {
  addSuggestion,
  fetchTexts,
  findAuditEntries,
  importFile,
  makeStaff,
  readProblem,
  toBase64,
} from "#worker/testing/suggestionTesting.ts";

const deletionSettings = { deleteSuggestionIfDocumentationExists: true };

it("3§3 a suggestion is deleted when a documentation with its name arrives, with an audit entry; another customer's stays", async () => {
  const [as, otherCaller] = [await makeStaff(), await makeStaff()];
  const { id } = await makeSuggestionList(as.customerId, deletionSettings);
  const { id: keepingListId } = await makeSuggestionList(as.customerId);
  const { id: foreignListId } = await makeSuggestionList(otherCaller.customerId, deletionSettings);
  const suggestion = (await (await addSuggestion(as, id, "Mast 1")).json()) as { id: string };
  for (const [actor, list] of [[as, keepingListId] as const, [otherCaller, foreignListId] as const])
    await addSuggestion(actor, list, "Mast 1");
  await addSuggestion(as, id, "Mast 2");
  const { id: documentationId } = await makeDocumentation(as.customerId, {
    name: "Mast 1",
    status: "ONGOING",
  });
  expect(await fetchTexts(as, id)).toEqual(["Mast 2"]);
  expect([await fetchTexts(as, keepingListId), await fetchTexts(otherCaller, foreignListId)]).toEqual([
    ["Mast 1"],
    ["Mast 1"],
  ]);
  expect((await findAuditEntries("siteproof.Suggestion", suggestion.id)).at(-1)).toMatchObject({
    ...{ action: "DELETE", userId: -1, customerId: as.customerId },
    params: { text: { before: "Mast 1" }, documentation: { before: documentationId } },
  });
  await db().update(documentation).set({ name: "Mast 2" }).where(eq(documentation.id, documentationId));
  expect(await fetchTexts(as, id)).toEqual([]);
});

it("3§3 a list with a required status keeps its suggestion until the documentation has that status; a list without one ignores deleted documentations", async () => {
  const as = await makeStaff();
  const { id } = await makeSuggestionList(as.customerId, {
    ...deletionSettings,
    requiredDocumentationStatus: "APPROVED",
  });
  const { id: anyStatusListId } = await makeSuggestionList(as.customerId, deletionSettings);
  for (const list of [id, anyStatusListId]) await addSuggestion(as, list, "Mast 1");
  const deletedDocumentation = await makeDocumentation(as.customerId, { name: "Mast 1", status: "DELETED" });
  const setStatus = (status: DocumentationStatus) =>
    db().update(documentation).set({ status }).where(eq(documentation.id, deletedDocumentation.id));
  const texts = async () => [await fetchTexts(as, id), await fetchTexts(as, anyStatusListId)];
  expect(await texts()).toEqual([["Mast 1"], ["Mast 1"]]);
  await setStatus("COMPLETED");
  expect(await texts()).toEqual([["Mast 1"], []]);
  await setStatus("APPROVED");
  expect(await texts()).toEqual([[], []]);
});

it("3§3 turning deletion on also deletes the suggestions named like existing documentations, and the list no longer accepts their names", async () => {
  const as = await makeStaff();
  const { id } = await makeSuggestionList(as.customerId);
  for (const text of ["Mast 1", "Mast 2"]) await addSuggestion(as, id, text);
  await makeDocumentation(as.customerId, { name: "Mast 1" });
  expect(await fetchTexts(as, id)).toEqual(["Mast 1", "Mast 2"]);
  const turnOnResponse = await call("PUT", `/suggestionLists/${id}`, {
    as,
    body: { ...deletionSettings, version: 1 },
  });
  expect(turnOnResponse.status).toBe(200);
  expect(await fetchTexts(as, id)).toEqual(["Mast 2"]);
  expect(await readProblem(addSuggestion(as, id, "Mast 1"))).toMatchObject([
    422,
    { fields: { text: "notAllowed" } },
  ]);
  const data = toBase64("Mast 1\nMast 3");
  for (const preview of [true, false]) {
    const response = await importFile(as, id, data, preview);
    expect(await response.json()).toMatchObject({
      ...{ addedCount: 1, omittedCount: 1 },
      items: [{ state: "LEFT_OUT" }, { state: "NEW" }],
    });
  }
  expect(await fetchTexts(as, id)).toEqual(["Mast 2", "Mast 3"]);
});
