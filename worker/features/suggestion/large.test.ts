import { expect, it } from "vitest";
import { call, jsonOf, makeSuperAdmin } from "#worker/testing/factories.ts";
import { makeExpectedAnswerList, makeSuggestionList } from "#worker/testing/listTesting.ts";

const lineCount = 100_000;
const toBase64 = (text: string) => Buffer.from(text, "utf8").toString("base64");

it("design§D1 a list of 100 000 suggestions is imported, paged, searched, counted, copied and emptied", async () => {
  const as = await makeSuperAdmin();
  const { id } = await makeSuggestionList(as.customerId);
  const nameOf = (index: number) => `Mast ${String(index).padStart(6, "0")} Åbyn ${index % 977}`;
  const file = Array.from({ length: lineCount }, (_, index) =>
    index % 2 === 0 ? `${nameOf(index)};59.3${index};18.1${index}` : `${nameOf(index)};1627548;6583052`,
  ).join("\r\n");
  const body = { suggestionList: id, data: toBase64(file) };
  const importFile = (preview: boolean) =>
    jsonOf(call("POST", "/suggestionList/importFile", { as, body: { ...body, preview } }));

  expect(await importFile(true)).toMatchObject({
    addedCount: lineCount,
    errorCount: 0,
  });
  expect(await importFile(false)).toMatchObject({
    addedCount: lineCount,
  });
  expect(await importFile(false)).toMatchObject({
    addedCount: 0,
    updatedCount: 0,
    unchangedCount: lineCount,
  });

  const fetchPage = (query: string) =>
    jsonOf<{ items: { text: string }[] }>(call("GET", `/suggestionList/suggestions/${id}?${query}`, { as }));
  const fetchCount = (q: string) =>
    jsonOf(call("GET", `/suggestionList/suggestions/count/${id}?q=${encodeURIComponent(q)}`, { as }));
  const fetchFirstText = async (query: string) => (await fetchPage(query)).items[0]?.text;
  expect(await fetchFirstText("max=50")).toBe(nameOf(0));
  expect(await fetchFirstText("max=50&order=desc")).toBe(nameOf(lineCount - 1));
  expect(await fetchFirstText("max=50&offset=90000")).toBe(nameOf(90_000));
  for (const sort of ["dateCreated", "lat"])
    expect((await fetchPage(`max=50&sort=${sort}`)).items).toHaveLength(50);
  const matches = await fetchPage(`q=${encodeURIComponent("mast 054321 å")}`);
  expect(matches.items).toHaveLength(1);
  expect((await fetchPage("q=nowhere")).items).toEqual([]);
  expect((await fetchPage("q=mast&max=50")).items).toHaveLength(50);
  expect(await fetchCount("")).toEqual({ total: lineCount });
  expect(await fetchCount("ÅBYN")).toEqual({ total: lineCount });
  const positions = await jsonOf<{ items: object[] }>(call("GET", `/suggestionList/positions/${id}`, { as }));
  expect(positions.items).toHaveLength(lineCount);
  const text = await (await call("GET", `/suggestionList/downloadText/${id}`, { as })).text();
  expect(text.split("\r\n")).toHaveLength(lineCount + 1);
  await jsonOf(call("GET", "/suggestionLists?details=true", { as }));
  await jsonOf(call("POST", "/suggestionList/copy", { as, body: { suggestionList: id } }));
  expect(await jsonOf(call("DELETE", `/suggestionList/deleteImported/${id}`, { as }))).toEqual({
    removed: lineCount,
  });
});

it("design§D1 a list of 100 000 expected answers is imported, paged and searched", async () => {
  const as = await makeSuperAdmin();
  const { id } = await makeExpectedAnswerList(as.customerId);
  const file = Array.from({ length: lineCount }, (_, index) => `NFA-${index}`).join("\n");
  const body = { expectedAnswerList: id, data: toBase64(file) };
  const result = await jsonOf(call("POST", "/expectedAnswerList/importFile", { as, body }));
  expect(result).toMatchObject({ addedCount: lineCount });
  const fetchPage = (query: string) =>
    jsonOf<{ items: object[] }>(call("GET", `/expectedAnswerList/expectedAnswers/${id}?${query}`, { as }));
  expect((await fetchPage("max=50")).items).toHaveLength(50);
  expect((await fetchPage("q=nfa-54321")).items).toHaveLength(1);
  await jsonOf(call("GET", `/expectedAnswerList/columns/${id}`, { as }));
});
