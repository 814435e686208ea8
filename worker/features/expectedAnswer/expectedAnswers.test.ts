import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { domainChange } from "#worker/db/schema/index.ts";
import { type Caller, call, db, jsonOf, makeCaller } from "#worker/testing/factories.ts";
import { makeExpectedAnswerList } from "#worker/testing/listTesting.ts";

const makeStaff = () => makeCaller({ roles: ["ROLE_EXPECTED_ANSWER_LIST_WRITE"] });
const encodeBase64 = (text: string) => Buffer.from(text, "utf8").toString("base64");
const listAuditEntries = (objectClass: string, objectId: string) =>
  db()
    .select()
    .from(domainChange)
    .where(and(eq(domainChange.objectClass, objectClass), eq(domainChange.objectId, objectId)));
const addAnswer = (as: Caller, expectedAnswerList: string, answer: string, params = {}) =>
  call("POST", "/expectedAnswerList/addExpectedAnswer", { as, body: { expectedAnswerList, answer, params } });
const fetchAnswers = async (as: Caller, id: string, query = "") =>
  (
    await jsonOf<{ items: { answer: string }[] }>(
      call("GET", `/expectedAnswerList/expectedAnswers/${id}?${query}`, { as }),
    )
  ).items.map(({ answer }) => answer);
const readProblem = async (responsePromise: Promise<Response>) => {
  const response = await responsePromise;
  return [response.status, (await jsonOf<{ error: object }>(response)).error];
};

it("3§5 answers are required, trimmed and unique, with their own columns", async () => {
  const as = await makeStaff();
  const { id } = await makeExpectedAnswerList(as.customerId);
  const answer = await jsonOf<{ id: string }>(addAnswer(as, id, " Sl:ight ", { site: "NF-2041" }));
  expect(answer).toMatchObject({ answer: "Slight", params: { site: "NF-2041" }, imported: false });
  expect(await readProblem(addAnswer(as, id, "Slight?"))).toMatchObject([
    422,
    { fields: { answer: "duplicate" } },
  ]);
  expect(await readProblem(addAnswer(as, id, "?"))).toMatchObject([422, { fields: { answer: "required" } }]);
  await addAnswer(as, id, "None", { crew: "A" });
  expect(await jsonOf(call("GET", `/expectedAnswerList/columns/${id}`, { as }))).toEqual(["crew", "site"]);
  const put = (body: object) =>
    call("PUT", `/expectedAnswerList/updateExpectedAnswer/${answer.id}`, { as, body });
  expect(await jsonOf(put({ params: {} }))).toMatchObject({ answer: "Slight", params: {} });
  expect(await jsonOf(put({ answer: "Heavy" }))).toMatchObject({ answer: "Heavy" });
  await put({ answer: "Heavy" });
  expect(await readProblem(put({ answer: "None" }))).toMatchObject([422, { code: "duplicate" }]);
  expect((await call("DELETE", `/expectedAnswerList/deleteExpectedAnswer/${answer.id}`, { as })).status).toBe(
    200,
  );
  const auditEntries = await listAuditEntries("siteproof.ExpectedAnswer", answer.id);
  expect(auditEntries.map(({ action }) => action)).toEqual(["CREATE", "UPDATE", "UPDATE", "DELETE"]);
  expect(auditEntries[1]?.params).toEqual({ params: { before: { site: "NF-2041" }, after: {} } });
  expect(await jsonOf(call("GET", `/expectedAnswerLists/${id}`, { as }))).toMatchObject({
    answerCount: 1,
    version: 1,
  });
});

it("3§2 answers are paged, sorted, searched and counted, by their columns too", async () => {
  const as = await makeStaff();
  const { id } = await makeExpectedAnswerList(as.customerId);
  for (const [answer, site] of [
    ["b", "Åre"],
    ["A", "Umeå"],
    ["c", "Lund"],
  ] as const)
    await addAnswer(as, id, answer, { site });
  expect(await fetchAnswers(as, id)).toEqual(["A", "b", "c"]);
  expect(await fetchAnswers(as, id, "order=desc&max=1&offset=1")).toEqual(["b"]);
  expect(await fetchAnswers(as, id, "q=%C3%A5re")).toEqual(["b"]);
  for (const sort of ["id", "answer", "imported", "dateCreated", "lastUpdated"])
    expect(await fetchAnswers(as, id, `sort=${sort}`)).toHaveLength(3);
  expect(await jsonOf(call("GET", `/expectedAnswerList/expectedAnswers/count/${id}?q=lund`, { as }))).toEqual(
    { total: 1 },
  );
});

it("3§5 a file adds each new line, with one audit entry", async () => {
  const as = await makeStaff();
  const { id } = await makeExpectedAnswerList(as.customerId);
  await addAnswer(as, id, "None");
  const importFile = (preview: boolean) =>
    jsonOf(
      call("POST", "/expectedAnswerList/importFile", {
        as,
        body: {
          expectedAnswerList: id,
          data: encodeBase64("None\r\n\r\nSlight\r\n*\r\nSlight\r\n"),
          preview,
        },
      }),
    );
  const expectedResult = {
    reading: {
      encoding: "utf-8",
      separator: null,
      hasHeader: false,
      columns: [{ heading: null, field: "text" }],
      looksSeparated: false,
    },
    lineCount: 4,
    addedCount: 1,
    updatedCount: 0,
    unchangedCount: 1,
    omittedCount: 0,
    repeatedLineCount: 1,
    caseVariants: [],
    errorCount: 1,
    errors: [{ line: 4, field: "text", error: "required", text: "*" }],
    items: [
      { text: "None", state: "UNCHANGED" },
      { text: "Slight", state: "NEW" },
    ],
  };
  expect(await importFile(true)).toEqual(expectedResult);
  expect(await fetchAnswers(as, id)).toEqual(["None"]);
  expect(await importFile(false)).toEqual(expectedResult);
  expect(await fetchAnswers(as, id)).toEqual(["None", "Slight"]);
  expect(await (await call("GET", `/expectedAnswerList/downloadText/${id}`, { as })).text()).toBe(
    "None\r\nSlight\r\n",
  );
  expect(await jsonOf(call("DELETE", `/expectedAnswerList/deleteImported/${id}`, { as }))).toEqual({
    removed: 1,
  });
  expect(await listAuditEntries("siteproof.ExpectedAnswerList", id)).toHaveLength(2);
});

it("design§Tenancy another customer's answers are not found by any call", async () => {
  const owner = await makeStaff();
  const { id } = await makeExpectedAnswerList(owner.customerId);
  const answer = await jsonOf<{ id: string }>(addAnswer(owner, id, "None"));
  const as = await makeStaff();
  for (const [method, path, body] of [
    ["GET", `/expectedAnswerList/expectedAnswers/${id}`],
    ["GET", `/expectedAnswerList/expectedAnswers/count/${id}`],
    ["GET", `/expectedAnswerList/columns/${id}`],
    ["GET", `/expectedAnswerList/downloadText/${id}`],
    ["POST", "/expectedAnswerList/addExpectedAnswer", { expectedAnswerList: id, answer: "x" }],
    ["POST", "/expectedAnswerList/importFile", { expectedAnswerList: id, data: encodeBase64("x") }],
    ["PUT", `/expectedAnswerList/updateExpectedAnswer/${answer.id}`, { answer: "x" }],
    ["DELETE", `/expectedAnswerList/deleteExpectedAnswer/${answer.id}`],
    ["DELETE", `/expectedAnswerList/deleteImported/${id}`],
  ] as const)
    expect([path, (await call(method, path, { as, body })).status]).toEqual([path, 404]);
  expect(await fetchAnswers(owner, id)).toEqual(["None"]);
});
