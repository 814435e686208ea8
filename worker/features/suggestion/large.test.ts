import { expect, it } from "vitest";
import { call, jsonOf, makeSuper } from "#worker/testing/factories.ts";
import { makeExpectedAnswerList, makeSuggestionList } from "#worker/testing/listTesting.ts";

const lines = 100_000;
const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");

/** The duration of a call, printed by `vitest --silent=false`; the limits suit a machine under load. */
async function timed<T>(what: string, max: number, run: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const answer = await run();
  const ms = Math.round(performance.now() - started);
  console.info(`${what}: ${ms} ms`);
  expect(ms, what).toBeLessThan(max);
  return answer;
}

it("design§D1 a list of 100 000 suggestions stays usable", { timeout: 120_000 }, async () => {
  const as = await makeSuper();
  const { id } = await makeSuggestionList(as.customerId);
  const nameOf = (index: number) => `Mast ${String(index).padStart(6, "0")} Åbyn ${index % 977}`;
  const file = Array.from({ length: lines }, (_, index) =>
    index % 2 === 0 ? `${nameOf(index)};59.3${index};18.1${index}` : `${nameOf(index)};1627548;6583052`,
  ).join("\r\n");
  const body = { suggestionList: id, data: base64(file) };
  const importFile = (preview: boolean) =>
    jsonOf(call("POST", "/suggestionList/importFile", { as, body: { ...body, preview } }));

  expect(await timed("preview of 100 000 lines", 20_000, () => importFile(true))).toMatchObject({
    added: lines,
    faultCount: 0,
  });
  expect(await timed("import of 100 000 lines", 30_000, () => importFile(false))).toMatchObject({
    added: lines,
  });
  expect(await timed("the same file again", 30_000, () => importFile(false))).toMatchObject({
    added: 0,
    updated: 0,
    unchanged: lines,
  });

  const page = (query: string) =>
    jsonOf<{ items: { text: string }[] }>(call("GET", `/suggestionList/suggestions/${id}?${query}`, { as }));
  const total = (q: string) =>
    jsonOf(call("GET", `/suggestionList/suggestions/count/${id}?q=${encodeURIComponent(q)}`, { as }));
  const first = await timed("first page by text", 2000, () => page("max=50"));
  expect(first.items[0]?.text).toBe(nameOf(0));
  await timed("first page by text, descending", 2000, () => page("max=50&order=desc"));
  await timed("page at 90 000", 2000, () => page("max=50&offset=90000"));
  await timed("page by dateCreated", 2000, () => page("max=50&sort=dateCreated"));
  await timed("page by lat", 2000, () => page("max=50&sort=lat"));
  const found = await timed("search, rare", 2000, () => page(`q=${encodeURIComponent("mast 054321 å")}`));
  expect(found.items).toHaveLength(1);
  await timed("search, none", 2000, () => page("q=nowhere"));
  await timed("search, common", 2000, () => page("q=mast&max=50"));
  expect(await timed("count of all", 2000, () => total(""))).toEqual({ total: lines });
  expect(await timed("count of a common word", 2000, () => total("ÅBYN"))).toEqual({ total: lines });
  const positions = await timed("all positions", 10_000, () =>
    jsonOf<{ items: object[] }>(call("GET", `/suggestionList/positions/${id}`, { as })),
  );
  expect(positions.items).toHaveLength(lines);
  const text = await timed("the whole as text", 10_000, async () =>
    (await call("GET", `/suggestionList/downloadText/${id}`, { as })).text(),
  );
  expect(text.split("\r\n")).toHaveLength(lines + 1);
  await timed("list of lists with counts", 2000, () =>
    jsonOf(call("GET", "/suggestionLists?details=true", { as })),
  );
  await timed("copy", 30_000, () =>
    jsonOf(call("POST", "/suggestionList/copy", { as, body: { suggestionList: id } })),
  );
  expect(
    await timed("delete all imported", 30_000, () =>
      jsonOf(call("DELETE", `/suggestionList/deleteImported/${id}`, { as })),
    ),
  ).toEqual({ removed: lines });
});

it("design§D1 a list of 100 000 expected answers stays usable", { timeout: 120_000 }, async () => {
  const as = await makeSuper();
  const { id } = await makeExpectedAnswerList(as.customerId);
  const file = Array.from({ length: lines }, (_, index) => `NFA-${index}`).join("\n");
  const body = { expectedAnswerList: id, data: base64(file) };
  const answer = await timed("import of 100 000 answers", 30_000, () =>
    jsonOf(call("POST", "/expectedAnswerList/importFile", { as, body })),
  );
  expect(answer).toMatchObject({ added: lines });
  const page = (query: string) =>
    jsonOf<{ items: object[] }>(call("GET", `/expectedAnswerList/expectedAnswers/${id}?${query}`, { as }));
  await timed("first page of answers", 2000, () => page("max=50"));
  expect((await timed("search among answers", 2000, () => page("q=nfa-54321"))).items).toHaveLength(1);
  await timed("columns", 2000, () => jsonOf(call("GET", `/expectedAnswerList/columns/${id}`, { as })));
});
