import { and, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Source } from "#worker/connectors/sources/sourceReader.ts";
import { idParam } from "#worker/db/ids.ts";
import {
  documentation,
  domainChange,
  expectedAnswer,
  importStagingRow,
  job,
  suggestion,
  suggestionImportConfiguration,
  suggestionImportEvent,
} from "#worker/db/schema/index.ts";
import { runJob } from "#worker/jobs/runJob.ts";
import {
  call,
  db,
  envWithoutQueue,
  jsonOf,
  makeDocumentation,
  makeSuperAdmin,
} from "#worker/testing/factories.ts";
import {
  type ImportName,
  makeImport,
  makeSource,
  type RowInput,
  readImportEvent,
} from "#worker/testing/imports.ts";
import { makeExpectedAnswerList, makeSuggestionList } from "#worker/testing/listTesting.ts";
import { createImportJob } from "./importJob.ts";
import { runDueImports } from "./runDueImports.ts";

const textRows = (...texts: string[]): RowInput[] => texts.map((text) => ({ text }));
const kindsOf = (source: Source) => ({ import: createImportJob(() => source) });

/** Starts an import and runs it to its end. */
async function runImport(kind: ImportName, id: string, source: Source, isConfirmed = false) {
  const as = await makeSuperAdmin();
  const path = `/${kind}ImportConfiguration/triggerNow/${id}${isConfirmed ? "?confirmed=true" : ""}`;
  const { id: eventId } = await jsonOf<{ id: string }>(call("POST", path, { as }));
  await finishImport(kind, eventId, source);
  return readImportEvent(kind, eventId);
}
async function finishImport(kind: ImportName, eventId: string, source: Source) {
  const { jobId } = await readImportEvent(kind, eventId);
  for (let message = 0; message < 5 && (await readImportEvent(kind, eventId)).success === null; message += 1)
    await runJob(envWithoutQueue, db(), jobId!, kindsOf(source));
}
const entriesOf = (listId: string) =>
  db()
    .select({ text: suggestion.text, imported: suggestion.imported, lat: suggestion.lat })
    .from(suggestion)
    .where(eq(suggestion.suggestionListId, listId))
    .orderBy(suggestion.text);
const textsOf = async (listId: string) => (await entriesOf(listId)).map(({ text }) => text);
const eventsOf = (id: string) =>
  db()
    .select()
    .from(suggestionImportEvent)
    .where(eq(suggestionImportEvent.suggestionImportConfigurationId, id));

describe("an import of suggestions", () => {
  let list: Awaited<ReturnType<typeof makeSuggestionList>>;
  let configuration: Awaited<ReturnType<typeof makeImport>>;
  const insertTyped = (text: string) =>
    db().insert(suggestion).values({ customerId: list.customerId, suggestionListId: list.id, text });
  const runListImport = (source: Source, isConfirmed = false) =>
    runImport("suggestion", configuration.id, source, isConfirmed);

  beforeEach(async () => {
    list = await makeSuggestionList();
    configuration = await makeImport("suggestion", list);
  });

  it("3§3 adds new rows, updates known ones and removes vanished ones, page by page, and reports the counts", async () => {
    await insertTyped("Typed");
    const first = await runListImport(makeSource([textRows("A", "B"), textRows("C", "D"), textRows("D")]));
    expect(first).toMatchObject({ success: true, count: 4, added: 4, updated: 0, removed: 0, message: null });
    expect(first.finished).not.toBeNull();
    const second = await runListImport(
      makeSource([[{ text: "B", lat: 59.3, lng: 18.1 }, { text: "C" }], textRows("D", "E")]),
    );
    expect(second).toMatchObject({ success: true, count: 4, added: 1, updated: 1, removed: 1 });
    expect(await entriesOf(list.id)).toEqual([
      { text: "B", imported: true, lat: 59.3 },
      { text: "C", imported: true, lat: 1000 },
      { text: "D", imported: true, lat: 1000 },
      { text: "E", imported: true, lat: 1000 },
      { text: "Typed", imported: false, lat: 1000 },
    ]);
    const third = await runListImport(makeSource([textRows("B", "C", "D", "E")]));
    expect(third).toMatchObject({ success: true, count: 4, added: 0, updated: 0, removed: 0 });
    const lines = await db().select().from(domainChange).where(eq(domainChange.objectId, list.id));
    expect(lines.map(({ params }) => params)).toEqual([
      { imported: { after: { added: 4, updated: 0, removed: 0 } } },
      { imported: { after: { added: 1, updated: 1, removed: 1 } } },
    ]);
    expect(await db().select().from(importStagingRow).where(eq(importStagingRow.eventId, third.id))).toEqual(
      [],
    );
  });

  it("3§3 a typed name that the source also has stays typed: its position is updated, and it is never removed", async () => {
    await insertTyped("A");
    await runListImport(makeSource([[{ text: "A", lat: 60, lng: 17 }, { text: "B" }, { text: "C" }]]));
    expect((await entriesOf(list.id))[0]).toEqual({ text: "A", imported: false, lat: 60 });
    expect(await runListImport(makeSource([textRows("B", "C")]))).toMatchObject({ removed: 0 });
    expect(await textsOf(list.id)).toEqual(["A", "B", "C"]);
  });

  it("3§3 an imported name that is renamed manually counts as typed", async () => {
    await runListImport(makeSource([textRows("A", "B", "C")]));
    const [row] = await db()
      .select()
      .from(suggestion)
      .where(and(eq(suggestion.suggestionListId, list.id), eq(suggestion.text, "A")));
    await call("PUT", `/suggestionList/updateSuggestion/${row!.id}`, {
      as: await makeSuperAdmin(),
      body: { text: "A by hand" },
    });
    expect(await runListImport(makeSource([textRows("A", "B", "C")]))).toMatchObject({
      added: 1,
      removed: 0,
    });
    expect(await textsOf(list.id)).toEqual(["A", "A by hand", "B", "C"]);
  });

  it("3§3 two imports into one list do not change each other's names; names from a file stay", async () => {
    const otherImport = await makeImport("suggestion", list);
    await db()
      .insert(suggestion)
      .values({ customerId: list.customerId, suggestionListId: list.id, text: "File", imported: true });
    await runListImport(makeSource([textRows("A", "B")]));
    await runImport("suggestion", otherImport.id, makeSource([textRows("B", "X")]));
    expect(await runListImport(makeSource([textRows("A", "C")]))).toMatchObject({ added: 1, removed: 1 });
    expect(await textsOf(list.id)).toEqual(["A", "C", "File", "X"]);
    expect(await runImport("suggestion", otherImport.id, makeSource([textRows("B", "X")]))).toMatchObject({
      added: 1,
    });
  });

  it("3§3 names of a deleted import belong to the next one that has them", async () => {
    await runListImport(makeSource([textRows("A", "B", "C")]));
    await db()
      .delete(suggestionImportConfiguration)
      .where(eq(suggestionImportConfiguration.id, configuration.id));
    const next = await makeImport("suggestion", list);
    await runImport("suggestion", next.id, makeSource([textRows("A", "B", "C")]));
    expect(await runImport("suggestion", next.id, makeSource([textRows("A", "B")]))).toMatchObject({
      removed: 1,
    });
    expect(await textsOf(list.id)).toEqual(["A", "B"]);
  });

  it("3§3 stops if more than half would be removed, as with an empty source, and continues once confirmed", async () => {
    await insertTyped("Typed");
    await runListImport(makeSource([textRows("A", "B", "C", "D")]));
    for (const source of [makeSource([[]]), makeSource([textRows("A", "New")])]) {
      const event = await runListImport(source);
      expect(event).toMatchObject({ success: false, needsConfirmation: true, added: 0, updated: 0 });
      expect(event.removed).toBeGreaterThanOrEqual(3);
      expect(event.message).toContain("more than half");
      expect(await textsOf(list.id)).toEqual(["A", "B", "C", "D", "Typed"]);
    }
    // Exactly half needs no confirmation.
    expect(await runListImport(makeSource([textRows("A", "B")]))).toMatchObject({
      success: true,
      removed: 2,
    });
    expect(await runListImport(makeSource([[]]), true)).toMatchObject({
      success: true,
      removed: 2,
      confirmed: true,
    });
    expect(await textsOf(list.id)).toEqual(["Typed"]);
    expect(await runListImport(makeSource([[]]))).toMatchObject({ success: true, count: 0 });
  });

  it("3§3 a name that a documentation has taken does not come back with every import", async () => {
    list = await makeSuggestionList(undefined, { deleteSuggestionIfDocumentationExists: true });
    configuration = await makeImport("suggestion", list);
    const { id } = await makeDocumentation(list.customerId);
    await db().update(documentation).set({ name: "Taken" }).where(eq(documentation.id, id));
    const source = makeSource([textRows("Free", "Taken")]);
    expect(await runListImport(source)).toMatchObject({ success: true, count: 2, added: 1 });
    expect(await runListImport(source)).toMatchObject({ success: true, count: 2, added: 0, removed: 0 });
    expect(await textsOf(list.id)).toEqual(["Free"]);
  });

  it("3§3 a failure gives its reason and changes nothing; transient errors are retried first", async () => {
    await runListImport(makeSource([textRows("A", "B")]));
    const refusingSource: Source = {
      page: () => Promise.reject(new ConnectorError("auth", "The key is wrong.")),
    };
    expect(await runListImport(refusingSource)).toMatchObject({
      success: false,
      needsConfirmation: false,
      message: "The key is wrong.",
    });
    let tries = 0;
    const unreliableSource: Source = {
      page: async (cursor) => {
        tries += 1;
        if (cursor === "1" && tries < 3) throw new ConnectorError("transient", "No answer.");
        return makeSource([textRows("A", "B"), textRows("C")]).page(cursor);
      },
    };
    const as = await makeSuperAdmin();
    const path = `/suggestionImportConfiguration/triggerNow/${configuration.id}`;
    const { id } = await jsonOf<{ id: string }>(call("POST", path, { as }));
    const { jobId } = await readImportEvent("suggestion", id);
    for (let message = 0; message < 5; message += 1) {
      await db().update(job).set({ leasedUntil: null }).where(eq(job.id, jobId!));
      await runJob(envWithoutQueue, db(), jobId!, kindsOf(unreliableSource));
    }
    expect(await readImportEvent("suggestion", id)).toMatchObject({ success: true, count: 3, added: 1 });
    const unavailableSource: Source = {
      page: () => Promise.reject(new ConnectorError("transient", "No answer.")),
    };
    const last = await jsonOf<{ id: string }>(call("POST", path, { as }));
    const event = await readImportEvent("suggestion", last.id);
    for (let message = 0; message < 5; message += 1) {
      expect((await readImportEvent("suggestion", last.id)).success).toBeNull();
      await db().update(job).set({ leasedUntil: null }).where(eq(job.id, event.jobId!));
      await runJob(envWithoutQueue, db(), event.jobId!, kindsOf(unavailableSource));
    }
    expect(await readImportEvent("suggestion", last.id)).toMatchObject({
      success: false,
      message: "No answer.",
    });
    expect(await textsOf(list.id)).toEqual(["A", "B", "C"]);
  });

  it("3§3 a source that is replaced while it is read is read again from its beginning", async () => {
    let isReplaced = false;
    const [old, fresh] = [
      makeSource([textRows("Old"), textRows("B")]),
      makeSource([textRows("A"), textRows("B")]),
    ];
    const source: Source = {
      page: async (cursor) => {
        if (cursor === null || isReplaced) return (isReplaced ? fresh : old).page(cursor);
        isReplaced = true;
        throw new ConnectorError("conflict", "The file was replaced.");
      },
    };
    expect(await runListImport(source)).toMatchObject({ success: true, count: 2, added: 2 });
    expect(await textsOf(list.id)).toEqual(["A", "B"]);
    const alwaysReplaced: Source = {
      page: () => Promise.reject(new ConnectorError("conflict", "Replaced again.")),
    };
    expect(await runListImport(alwaysReplaced)).toMatchObject({ success: false, message: "Replaced again." });
  });

  it("3§3 rows that the list cannot store are counted, and the first is named", async () => {
    const source = makeSource([textRows("A"), textRows("B")], {
      omittedCount: 2,
      error: '"": its text is empty',
    });
    const { message } = await runListImport(source);
    expect(message).toBe('4 rows were skipped; the first: "": its text is empty');
  });

  it("design§Jobs has the same result and counts if it is interrupted anywhere and run again", async () => {
    await runListImport(makeSource([textRows("A", "B", "Z")]));
    const as = await makeSuperAdmin();
    const path = `/suggestionImportConfiguration/triggerNow/${configuration.id}`;
    const { id } = await jsonOf<{ id: string }>(call("POST", path, { as }));
    const { jobId } = await readImportEvent("suggestion", id);
    const pages = makeSource([textRows("A", "B"), textRows("C"), textRows("D")]);
    // Runs each step completely, then resets the cursor and the lease, as if the consumer had been stopped just before storing
    // them.
    const requeuedFields = { state: "RUNNING", leasedUntil: null, attempts: 0 } as const;
    for (const stopAt of ["1", "2", null]) {
      const interruptedSource: Source = {
        page: async (cursor) => {
          const page = await pages.page(cursor);
          if (cursor === stopAt && stopAt !== null) throw new Error("stopped");
          return page;
        },
      };
      await db().update(job).set(requeuedFields).where(eq(job.id, jobId!));
      await runJob(envWithoutQueue, db(), jobId!, kindsOf(interruptedSource));
    }
    expect(await readImportEvent("suggestion", id)).toMatchObject({
      success: true,
      added: 2,
      updated: 0,
      removed: 1,
    });
    const row = (await db().select().from(job).where(eq(job.id, jobId!)).get())!;
    await db()
      .update(job)
      .set({ ...requeuedFields, params: { ...row.params, cursor: null } })
      .where(eq(job.id, jobId!));
    await runJob(envWithoutQueue, db(), jobId!, kindsOf(pages));
    expect(await readImportEvent("suggestion", id)).toMatchObject({ added: 2, removed: 1 });
    expect(await textsOf(list.id)).toEqual(["A", "B", "C", "D"]);
  });

  it("design§Jobs stops when its configuration changes meanwhile, and when it is deleted", async () => {
    const as = await makeSuperAdmin();
    const path = `/suggestionImportConfiguration/triggerNow/${configuration.id}`;
    const { id } = await jsonOf<{ id: string }>(call("POST", path, { as }));
    const { jobId } = await readImportEvent("suggestion", id);
    const failing: Source = {
      page: (cursor) =>
        cursor === "1"
          ? Promise.reject(new Error("cut off"))
          : makeSource([textRows("A"), textRows("B")]).page(cursor),
    };
    await runJob(envWithoutQueue, db(), jobId!, kindsOf(failing));
    const cursor = {
      version: 1,
      phase: "read",
      at: "1",
      restartCount: 0,
      pages: 1,
      read: 1,
      omittedCount: 0,
      fault: null,
    };
    const params = { request: { import: "suggestion", eventId: id }, cursor };
    await db().update(job).set({ leasedUntil: null, params }).where(eq(job.id, jobId!));
    await db()
      .update(suggestionImportConfiguration)
      .set({ version: 2 })
      .where(eq(suggestionImportConfiguration.id, configuration.id));
    await finishImport("suggestion", id, makeSource([textRows("A"), textRows("B")]));
    expect((await readImportEvent("suggestion", id)).message).toContain("was changed");
    expect(await textsOf(list.id)).toEqual([]);

    const otherEvent = await jsonOf<{ id: string }>(call("POST", path, { as }));
    const { jobId: otherJobId } = await readImportEvent("suggestion", otherEvent.id);
    await runJob(envWithoutQueue, db(), otherJobId!, kindsOf(failing));
    expect(
      await db().select().from(importStagingRow).where(eq(importStagingRow.eventId, otherEvent.id)),
    ).toHaveLength(1);
    await db().run(sql`DELETE FROM suggestion_list WHERE id = ${idParam(list.id)}`);
    expect(
      await db().select().from(importStagingRow).where(eq(importStagingRow.eventId, otherEvent.id)),
    ).toEqual([]);
    await db().update(job).set({ leasedUntil: null }).where(eq(job.id, otherJobId!));
    await runJob(envWithoutQueue, db(), otherJobId!, kindsOf(failing));
    const endedJob = await db().select().from(job).where(eq(job.id, otherJobId!)).get();
    expect(endedJob).toMatchObject({ state: "DONE" });
  });
});

describe("scheduled imports", () => {
  const runAt = new Date("2031-05-04T02:00:30Z");
  const makeDueImport = async (request = {}) =>
    makeImport("suggestion", await makeSuggestionList(), { nextRunAt: "2031-05-04T02:00:00Z", ...request });
  const nextRunOf = async (id: string) =>
    (
      await db()
        .select()
        .from(suggestionImportConfiguration)
        .where(eq(suggestionImportConfiguration.id, id))
        .get()
    )?.nextRunAt;

  it("3§3 due imports start once, without a requester, and are due again at their frequency; disabled ones are not", async () => {
    const daily = await makeDueImport();
    const weekly = await makeDueImport({ frequency: "WEEKLY" });
    const disabled = await makeDueImport({ disabled: true });
    const dueLater = await makeDueImport({ nextRunAt: "2031-05-04T03:00:00Z" });
    await Promise.all([
      runDueImports(envWithoutQueue, db(), runAt),
      runDueImports(envWithoutQueue, db(), runAt),
    ]);
    await runDueImports(envWithoutQueue, db(), runAt);
    expect(await eventsOf(daily.id)).toMatchObject([{ success: null, requester: null }]);
    expect(await eventsOf(weekly.id)).toHaveLength(1);
    expect(await eventsOf(disabled.id)).toEqual([]);
    expect(await eventsOf(dueLater.id)).toEqual([]);
    expect(await nextRunOf(daily.id)).toBe("2031-05-05T02:00:00Z");
    expect(await nextRunOf(weekly.id)).toBe("2031-05-05T02:00:00Z");
    // Imports never overlap: a running one is left to finish.
    await runDueImports(envWithoutQueue, db(), new Date("2031-05-05T02:00:10Z"));
    expect(await eventsOf(daily.id)).toHaveLength(1);
    expect(await nextRunOf(daily.id)).toBe("2031-05-06T02:00:00Z");
    const [event] = await eventsOf(daily.id);
    await finishImport("suggestion", event!.id, makeSource([textRows("A")]));
    expect(await readImportEvent("suggestion", event!.id)).toMatchObject({ success: true, added: 1 });
  });

  it("3§3 an import that is disabled before its slice ends reports that and changes nothing", async () => {
    const configuration = await makeDueImport();
    await runDueImports(envWithoutQueue, db(), runAt);
    await db()
      .update(suggestionImportConfiguration)
      .set({ disabled: true })
      .where(eq(suggestionImportConfiguration.id, configuration.id));
    const [event] = await eventsOf(configuration.id);
    await finishImport("suggestion", event!.id, makeSource([textRows("A")]));
    expect(await eventsOf(configuration.id)).toMatchObject([{ success: false, added: 0 }]);
  });

  it("3§3 an import whose job could not finish fails with the reason, and may run again", async () => {
    const configuration = await makeDueImport();
    await runDueImports(envWithoutQueue, db(), runAt);
    const [event] = await eventsOf(configuration.id);
    await db()
      .update(job)
      .set({ state: "FAILED", lastError: "stopped 5 times" })
      .where(eq(job.id, event!.jobId!));
    await runDueImports(envWithoutQueue, db(), runAt);
    expect(await eventsOf(configuration.id)).toMatchObject([
      { success: false, message: expect.stringContaining("stopped 5 times") },
    ]);
    expect(await runImport("suggestion", configuration.id, makeSource([textRows("A")]))).toMatchObject({
      success: true,
    });
  });

  it("3§3 the next run follows creation, frequency and state", async () => {
    const as = await makeSuperAdmin();
    const list = await makeSuggestionList();
    interface Row {
      id: string;
      version: number;
      nextRunAt: string | null;
    }
    const body = { name: "Sites", suggestionList: list.id, type: "NEXT_PROJECT", frequency: "YEARLY" };
    const configuration = await jsonOf<Row>(call("POST", "/suggestionImportConfigurations", { as, body }));
    expect(configuration.nextRunAt).toMatch(/-01-01T03:00:00Z$/);
    const put = (change: object, version: number) =>
      jsonOf<Row>(
        call("PUT", `/suggestionImportConfigurations/${configuration.id}`, {
          as,
          body: { ...change, version },
        }),
      );
    expect(await put({ name: "Places" }, 1)).toMatchObject({ nextRunAt: configuration.nextRunAt });
    expect(await put({ disabled: true }, 2)).toMatchObject({ nextRunAt: null });
    expect((await put({ disabled: false, frequency: "HOURLY" }, 3)).nextRunAt).toMatch(/:00:00Z$/);
  });
});

describe("an import of expected answers", () => {
  it("3§3 keeps the additional columns of the source, and those typed manually", async () => {
    const list = await makeExpectedAnswerList();
    const configuration = await makeImport("expectedAnswer", list);
    const owner = { customerId: list.customerId, expectedAnswerListId: list.id };
    await db()
      .insert(expectedAnswer)
      .values({ ...owner, answer: "T-1", params: { Note: "by hand", Site: "old" } });
    const rows = [
      { text: "T-1", params: { Site: "NF-1" } },
      { text: "T-2", params: { Site: "NF-2" } },
    ];
    expect(await runImport("expectedAnswer", configuration.id, makeSource([rows]))).toMatchObject({
      ...{ success: true, count: 2, added: 1, updated: 1, removed: 0 },
    });
    expect(await runImport("expectedAnswer", configuration.id, makeSource([rows]))).toMatchObject({
      updated: 0,
    });
    const movedRows = [rows[0]!, { text: "T-2", params: { Place: "NF-2" } }];
    expect(await runImport("expectedAnswer", configuration.id, makeSource([movedRows]))).toMatchObject({
      updated: 1,
    });
    const storedAnswers = await db()
      .select({
        answer: expectedAnswer.answer,
        params: expectedAnswer.params,
        imported: expectedAnswer.imported,
      })
      .from(expectedAnswer)
      .where(eq(expectedAnswer.expectedAnswerListId, list.id))
      .orderBy(expectedAnswer.answer);
    expect(storedAnswers).toEqual([
      { answer: "T-1", params: { Note: "by hand", Site: "NF-1" }, imported: false },
      { answer: "T-2", params: { Place: "NF-2" }, imported: true },
    ]);
  });
});
