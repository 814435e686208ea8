import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import type { ProblemBody } from "#domain/core/problem.ts";
import type { FetchedDocumentation } from "#domain/endpoints/capture/handover.ts";
import type { RetakeRequest, RetakeRow } from "#domain/endpoints/documentation/retake.ts";
import { suggestionsFor } from "#domain/task/types.ts";
import {
  documentationEvent,
  documentationTask,
  notice,
  retake,
  suggestion,
  suggestionList,
  templateTask,
  unexpectedAnswerEvent,
  uploadToken,
  userRole,
} from "#worker/db/schema/index.ts";
import { call, db, jsonOf, makeCaller, makeLicense } from "#worker/testing/factories.ts";
import { makeDocumentationWithTask } from "#worker/testing/ingestedMedia.ts";

/** Text answers that are sent back. */

interface SendBackResponse {
  items: RetakeRow[];
  link: { id: string; token: string } | null;
}

async function makeScene(
  task: Partial<typeof documentationTask.$inferInsert> = {},
  overrides: Parameters<typeof makeDocumentationWithTask>[2] = {},
) {
  const license = await makeLicense({ pauseDocumentations: true });
  const as = await makeCaller({ customerId: license.customerId, roles: staffAuthorities });
  const documentationWithTask = await makeDocumentationWithTask(
    as.customerId,
    { name: "Depth", type: "INTEGER", answer: "12", ...task },
    { status: "COMPLETED", licenseId: license.id, ...overrides },
  );
  const sendBack = (options: object = {}) =>
    jsonOf<SendBackResponse>(
      call("POST", "/retake/create", {
        as,
        body: {
          documentationId: documentationWithTask.row.id,
          items: [{ documentationTaskId: documentationWithTask.task.id, reason: "In centimetres" }],
          ...options,
        },
      }),
    );
  const readRows = async () => ({
    task: (await db()
      .select()
      .from(documentationTask)
      .where(eq(documentationTask.id, documentationWithTask.task.id))
      .get())!,
    retakes: await db().select().from(retake).where(eq(retake.documentationId, documentationWithTask.row.id)),
    events: (
      await db()
        .select()
        .from(documentationEvent)
        .where(eq(documentationEvent.documentationId, documentationWithTask.row.id))
    ).filter(({ params }) => params.change),
    notices: await db().select().from(notice).where(eq(notice.documentationId, documentationWithTask.row.id)),
  });
  return {
    license,
    as,
    documentationWithTask,
    id: documentationWithTask.row.id,
    sendBack,
    readRows,
  };
}

const sendAnswer = async (token: string, id: string, text: string) => {
  const response = await call("POST", "/retake/answer", { body: { token, id, answer: text } });
  if (response.ok) return jsonOf<{ items: RetakeRequest[] }>(response);
  const { error } = await jsonOf<ProblemBody>(response);
  return error.fields ?? error.code;
};

describe("an answer that is sent back", () => {
  it("design§Retakes can be replaced through a link: the earlier answer stays in the history, and the reviewer is notified", async () => {
    const { sendBack, readRows, documentationWithTask } = await makeScene();
    await db().insert(unexpectedAnswerEvent).values({
      customerId: documentationWithTask.row.customerId,
      taskId: documentationWithTask.task.id,
      expectedAnswerListName: "Depths",
      expectedAnswer: "120",
    });
    const { items, link } = await sendBack();
    expect(items).toMatchObject([
      { taskName: "Depth", inWords: true, photoId: null, reason: "In centimetres", outcome: null },
    ]);
    const { id } = items[0]!;
    const { token } = link!;
    const requests = await jsonOf<{ items: RetakeRequest[] }>(
      call("POST", "/retake/getRetakeRequests", { body: { token } }),
    );
    expect(requests.items).toMatchObject([
      { id, kind: "ANSWER", task: { type: "INTEGER", answer: "12" }, reason: "In centimetres" },
    ]);

    expect(await sendAnswer(token, id, "deep")).toEqual({ answer: "notWholeNumber" });
    expect(await sendAnswer(token, id, "12")).toEqual({ answer: "duplicate" });
    expect(await sendAnswer(token, crypto.randomUUID(), "120")).toBe("notFound");
    expect((await readRows()).task).toMatchObject({
      answer: "12",
      version: documentationWithTask.task.version,
    });

    expect(await sendAnswer(token, id, " 120 ")).toMatchObject({ items: [{ outcome: "TAKEN" }] });
    // Sent again as if the response had been lost; a different answer is too late.
    expect(await sendAnswer(token, id, "120")).toMatchObject({ items: [{ outcome: "TAKEN" }] });
    expect(await sendAnswer(token, id, "130")).toBe("ruleBroken");
    const currentRows = await readRows();
    expect(currentRows.task).toMatchObject({
      answer: "120",
      version: documentationWithTask.task.version + 1,
    });
    expect(currentRows.retakes).toMatchObject([{ outcome: "TAKEN", endedBy: "" }]);
    expect(currentRows.events.map(({ params }) => params)).toMatchObject([
      { change: "RETAKE_ASKED", task: "Depth", reason: "In centimetres" },
      { change: "ANSWER_RETAKEN", task: "Depth", from: "12", to: "120" },
    ]);
    expect(currentRows.notices).toMatchObject([{ kind: "RETAKEN" }]);
    expect(
      await db()
        .select()
        .from(unexpectedAnswerEvent)
        .where(eq(unexpectedAnswerEvent.taskId, documentationWithTask.task.id)),
    ).toEqual([]);
  });

  it("design§Retakes gets suggestions from a list while the reviewer may read lists, but never contact persons", async () => {
    const makeSuggestionScene = async (type: "SINGLE_CHOICE_SUGGESTION" | "CONTACT_PERSONS") => {
      const setup = await makeScene({ type, answer: "Stel" });
      const { customerId } = setup.documentationWithTask.row;
      const [list] = await db()
        .insert(suggestionList)
        .values({ customerId, name: "Materials", type: suggestionsFor(type)! })
        .returning();
      await db()
        .insert(suggestion)
        .values(["Steel", "Wood"].map((text) => ({ customerId, suggestionListId: list!.id, text })));
      const [task] = await db()
        .insert(templateTask)
        .values({
          customerId,
          templateId: setup.documentationWithTask.row.templateId,
          name: "Depth",
          type,
          suggestionListId: list!.id,
        })
        .returning();
      await db()
        .update(documentationTask)
        .set({ templateTaskId: task!.id })
        .where(eq(documentationTask.id, setup.documentationWithTask.task.id));
      const { items, link } = await setup.sendBack();
      const body = { token: link!.token, id: items[0]!.id };
      const fetchIsSuggested = async () => {
        const requests = await jsonOf<{ items: RetakeRequest[] }>(
          call("POST", "/retake/getRetakeRequests", { body: { token: body.token } }),
        );
        return requests.items[0]!.task!.suggested;
      };
      const fetchSuggestions = async (q: string) => {
        const response = await call("POST", "/retake/getSuggestions", { body: { ...body, q } });
        if (!response.ok) return (await jsonOf<ProblemBody>(response)).error.code;
        return (await jsonOf<{ items: { text: string }[] }>(response)).items.map(({ text }) => text);
      };
      return { ...setup, ...body, fetchIsSuggested, fetchSuggestions };
    };
    const {
      as,
      token,
      id,
      fetchIsSuggested: areSuggestionsOffered,
      fetchSuggestions: fetchListSuggestions,
    } = await makeSuggestionScene("SINGLE_CHOICE_SUGGESTION");
    expect([
      await areSuggestionsOffered(),
      await fetchListSuggestions(""),
      await fetchListSuggestions("ste"),
    ]).toEqual([true, ["Steel", "Wood"], ["Steel"]]);
    await db()
      .delete(userRole)
      .where(
        and(
          eq(userRole.userId, as.userId),
          sql`role_id = (SELECT id FROM role WHERE authority = 'ROLE_SUGGESTION_LIST_READ')`,
        ),
      );
    expect([await areSuggestionsOffered(), await fetchListSuggestions("")]).toEqual([false, "notFound"]);
    expect(await sendAnswer(token, id, "Steel")).toMatchObject({ items: [{ outcome: "TAKEN" }] });
    const contactScene = await makeSuggestionScene("CONTACT_PERSONS");
    expect([await contactScene.fetchIsSuggested(), await contactScene.fetchSuggestions("")]).toEqual([
      false,
      "notFound",
    ]);
  });

  it("design§Retakes cannot be replaced through a link if the retake was withdrawn or belongs to another link, or if the link has ended", async () => {
    const { sendBack, as, readRows } = await makeScene();
    const { items, link } = await sendBack();
    const otherScene = await makeScene();
    const foreignResponse = await otherScene.sendBack();
    expect(await sendAnswer(link!.token, foreignResponse.items[0]!.id, "120")).toBe("notFound");
    await call("POST", `/retake/withdraw/${items[0]!.id}`, { as });
    expect(await sendAnswer(link!.token, items[0]!.id, "120")).toBe("notFound");
    await call("POST", `/retake/reopen/${items[0]!.id}`, { as });
    await db()
      .update(uploadToken)
      .set({ revokedAt: new Date().toISOString().replace(/\.\d+/, "") })
      .where(eq(uploadToken.id, link!.id));
    expect(await sendAnswer(link!.token, items[0]!.id, "120")).toBe("linkUnknown");
    expect((await readRows()).task.answer).toBe("12");
  });

  it("design§Retakes is no longer sent back once it is corrected in the review or answered differently on a device, unlike with the same answer", async () => {
    const firstScene = await makeScene();
    await firstScene.sendBack();
    const correctionResponse = await call(
      "PUT",
      `/documentationTasks/${firstScene.documentationWithTask.task.id}`,
      {
        as: firstScene.as,
        body: { answer: "120", version: firstScene.documentationWithTask.task.version },
      },
    );
    expect(correctionResponse.status).toBe(200);
    const { retakes: requests, events } = await firstScene.readRows();
    expect(requests).toMatchObject([{ outcome: "TAKEN", endedBy: expect.stringMatching(/./) }]);
    expect(events.map(({ params }) => params.change)).toEqual(["RETAKE_ASKED", "ANSWER_EDITED"]);

    const { license, sendBack, id, documentationWithTask, readRows } = await makeScene(
      {},
      { status: "PAUSED" },
    );
    await sendBack({ link: false, handOver: true });
    const callAsDevice = (path: string, body: object) =>
      call("POST", path, { body: { ...body, licenseCode: license.licenseCode } });
    const fetchId = crypto.randomUUID();
    const fetchedDocumentation = await jsonOf<FetchedDocumentation>(
      callAsDevice("/documentation/fetchWithLicenseCode", { id, fetchId, creator: "second" }),
    );
    expect(fetchedDocumentation.retakes).toMatchObject([
      { documentationTaskId: documentationWithTask.task.id, reason: "In centimetres" },
    ]);
    const save = async (text: string) => {
      const { documentation } = fetchedDocumentation;
      const saveResponse = await callAsDevice("/documentation/saveWithLicenseCode", {
        fetchId,
        documentation: {
          ...documentation,
          tasks: documentation.tasks.map(({ version: _, ...task }) => ({ ...task, answer: text })),
        },
      });
      expect(saveResponse.status).toBe(200);
    };
    await save("12");
    expect((await readRows()).retakes).toMatchObject([{ outcome: null }]);
    await save("120");
    const currentRows = await readRows();
    expect(currentRows.retakes).toMatchObject([{ outcome: "TAKEN", endedBy: "second" }]);
    expect(
      currentRows.events.map(({ params, creator }) => [params.change, params.from, creator]),
    ).toContainEqual(["ANSWER_RETAKEN", "12", "second"]);
  });
});
