import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import { documentation } from "#worker/db/schema/index.ts";
import { call, db, makeDocumentation } from "#worker/testing/factories.ts";
import { makeSuggestionList } from "#worker/testing/listTesting.ts";
import {
  add,
  base64,
  importFile,
  linesOf,
  refused,
  staff,
  textsOf,
} from "#worker/testing/suggestionTesting.ts";

const giving = { deleteSuggestionIfDocumentationExists: true };

it("3§3 a suggestion is deleted when a documentation with its name arrives, with an audit entry; another customer's stays", async () => {
  const [as, otherCaller] = [await staff(), await staff()];
  const { id } = await makeSuggestionList(as.customerId, giving);
  const { id: staying } = await makeSuggestionList(as.customerId);
  const { id: foreign } = await makeSuggestionList(otherCaller.customerId, giving);
  const suggestion = (await (await add(as, id, "Mast 1")).json()) as { id: string };
  for (const [actor, list] of [[as, staying] as const, [otherCaller, foreign] as const])
    await add(actor, list, "Mast 1");
  await add(as, id, "Mast 2");
  const { id: documentationId } = await makeDocumentation(as.customerId, {
    name: "Mast 1",
    status: "ONGOING",
  });
  expect(await textsOf(as, id)).toEqual(["Mast 2"]);
  expect([await textsOf(as, staying), await textsOf(otherCaller, foreign)]).toEqual([["Mast 1"], ["Mast 1"]]);
  expect((await linesOf("siteproof.Suggestion", suggestion.id)).at(-1)).toMatchObject({
    ...{ action: "DELETE", userId: -1, customerId: as.customerId },
    params: { text: { before: "Mast 1" }, documentation: { before: documentationId } },
  });
  await db().update(documentation).set({ name: "Mast 2" }).where(eq(documentation.id, documentationId));
  expect(await textsOf(as, id)).toEqual([]);
});

it("3§3 a list that waits for a status keeps its suggestion until then; one without ignores deleted documentations", async () => {
  const as = await staff();
  const { id } = await makeSuggestionList(as.customerId, {
    ...giving,
    requiredDocumentationStatus: "APPROVED",
  });
  const { id: any } = await makeSuggestionList(as.customerId, giving);
  for (const list of [id, any]) await add(as, list, "Mast 1");
  const deletedDocumentation = await makeDocumentation(as.customerId, { name: "Mast 1", status: "DELETED" });
  const becomes = (status: DocumentationStatus) =>
    db().update(documentation).set({ status }).where(eq(documentation.id, deletedDocumentation.id));
  const texts = async () => [await textsOf(as, id), await textsOf(as, any)];
  expect(await texts()).toEqual([["Mast 1"], ["Mast 1"]]);
  await becomes("COMPLETED");
  expect(await texts()).toEqual([["Mast 1"], []]);
  await becomes("APPROVED");
  expect(await texts()).toEqual([[], []]);
});

it("3§3 turned on, it applies to existing documentations, and a list no longer accepts their names", async () => {
  const as = await staff();
  const { id } = await makeSuggestionList(as.customerId);
  for (const text of ["Mast 1", "Mast 2"]) await add(as, id, text);
  await makeDocumentation(as.customerId, { name: "Mast 1" });
  expect(await textsOf(as, id)).toEqual(["Mast 1", "Mast 2"]);
  const on = await call("PUT", `/suggestionLists/${id}`, { as, body: { ...giving, version: 1 } });
  expect(on.status).toBe(200);
  expect(await textsOf(as, id)).toEqual(["Mast 2"]);
  expect(await refused(add(as, id, "Mast 1"))).toMatchObject([422, { fields: { text: "notAllowed" } }]);
  const data = base64("Mast 1\nMast 3");
  for (const preview of [true, false]) {
    const answer = await importFile(as, id, data, preview);
    expect(await answer.json()).toMatchObject({
      ...{ added: 1, leftOut: 1 },
      items: [{ state: "LEFT_OUT" }, { state: "NEW" }],
    });
  }
  expect(await textsOf(as, id)).toEqual(["Mast 2", "Mast 3"]);
});
