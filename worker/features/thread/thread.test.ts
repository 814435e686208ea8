import { and, eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Authority } from "#domain/access/authorities.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { NoticeRow } from "#domain/endpoints/account/notice.ts";
import {
  type findMentionableUsers,
  maxThreadComments,
  maxThreads,
  type ThreadRow,
} from "#domain/endpoints/documentation/thread.ts";
import type { getTokenInfo } from "#domain/endpoints/links/linkUpload.ts";
import {
  documentation,
  documentationTask,
  domainChange,
  thread,
  threadComment,
  user,
} from "#worker/db/schema/index.ts";
import { listCrewMessages } from "#worker/documentation/crewMessages.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeLicense,
  makeSuperAdmin,
  readLastMail,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makeDocumentationWithTask, makeIngestedPhoto } from "#worker/testing/ingestedMedia.ts";

const staffRoles: Authority[] = ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE", "ROLE_PHOTO_WRITE"];
const makeStaff = async (customerId?: number) => {
  const username = uniqueName("staff");
  const caller = await makeCaller({
    ...{ roles: staffRoles, username },
    ...(customerId !== undefined && { customerId }),
  });
  return { ...caller, username };
};
const start = (as: Caller, body: object) => call("POST", "/thread/create", { as, body });
const reply = (as: Caller, id: string, body: object) => call("POST", `/thread/reply/${id}`, { as, body });
const editComment = (as: Caller, id: string, body: object) =>
  call("PUT", `/thread/comment/${id}`, { as, body });
const setState = (as: Caller, id: string, state: "resolve" | "reopen") =>
  call("POST", `/thread/${state}/${id}`, { as });
const threadOf = (response: Response | Promise<Response>) => jsonOf<ThreadRow>(response);
const listThreads = async (as: Caller, id: string) =>
  (await jsonOf<{ items: ThreadRow[] }>(call("GET", `/thread/findAllByDocumentationId/${id}`, { as }))).items;
const listNotices = async (as: Caller) =>
  (await jsonOf<{ items: NoticeRow[] }>(call("GET", "/notices", { as }))).items.map(({ kind, params }) => [
    kind,
    params.by,
    params.text,
  ]);
const fieldsOf = async (response: Promise<Response>) =>
  (await jsonOf<{ error: { fields: object } }>(response)).error.fields;
const listUnanswered = async (as: Caller) =>
  (
    await jsonOf<{ items: { name: string }[] }>(
      call("GET", "/documentations?attentionFilter=UNANSWERED", { as }),
    )
  ).items.map(({ name }) => name);

/** Two colleagues, and a documentation with a task and a photo. */
async function makeScene() {
  const as = await makeStaff();
  const colleague = await makeStaff(as.customerId);
  const owner = await makeDocumentationWithTask(as.customerId);
  const photoId = await makeIngestedPhoto(owner);
  return { as, colleague, documentationId: owner.row.id, taskId: owner.task.id, photoId };
}

describe("design§Threads threads about documentations, photos and tasks", () => {
  it("have author, time and subject; are answered, edited, resolved and reopened, and the audit log has it all", async () => {
    const { as, colleague, documentationId, taskId, photoId } = await makeScene();
    const started = await threadOf(start(as, { documentationId, photoId, text: " Rätt stolpe? " }));
    expect(started).toMatchObject({
      ...{ documentationId, photoId, documentationTaskId: null, subjectName: "Overview_01" },
      ...{ unanswered: true, resolved: null },
      comments: [
        { text: "Rätt stolpe?", creator: as.username, userId: as.userId, edited: null, mentions: [] },
      ],
    });
    const answered = await threadOf(reply(colleague, started.id, { text: "Ja" }));
    expect(answered).toMatchObject({ unanswered: false, comments: [{}, { text: "Ja" }] });
    expect(await threadOf(reply(as, started.id, { text: "Säker?" }))).toMatchObject({ unanswered: true });

    const [comment] = started.comments;
    const edited = await threadOf(editComment(as, comment!.id, { text: "Fel stolpe?", version: 1 }));
    expect(edited.comments[0]).toMatchObject({ text: "Fel stolpe?", version: 2 });
    expect(edited.comments[0]!.edited).not.toBeNull();
    expect((await editComment(as, comment!.id, { text: "Late", version: 1 })).status).toBe(422);

    const resolved = await threadOf(setState(colleague, started.id, "resolve"));
    expect(resolved).toMatchObject({ unanswered: false, resolvedBy: colleague.username });
    expect(await threadOf(setState(as, started.id, "resolve"))).toEqual(resolved);
    expect(await threadOf(setState(as, started.id, "reopen"))).toMatchObject({
      ...{ unanswered: true, resolved: null, resolvedBy: null },
    });
    await setState(as, started.id, "resolve");
    expect(await threadOf(reply(colleague, started.id, { text: "Nej" }))).toMatchObject({ resolved: null });

    await start(as, { documentationId, documentationTaskId: taskId, text: "Task" });
    await start(as, { documentationId, text: "Documentation" });
    expect((await listThreads(colleague, documentationId)).map(({ subjectName }) => subjectName)).toEqual([
      ...["Overview_01", "Overview", ""],
    ]);
    const entries = await db().select().from(domainChange).where(eq(domainChange.objectId, comment!.id));
    expect(entries.map(({ action, userId, params }) => [action, userId, params.text])).toEqual([
      ["CREATE", as.userId, { after: "Rätt stolpe?" }],
      ["UPDATE", as.userId, { before: "Rätt stolpe?", after: "Fel stolpe?" }],
    ]);
  });

  it("are counted in the list and the details while they are open", async () => {
    const { as, documentationId, photoId } = await makeScene();
    const counts = async () => {
      const list = await jsonOf<{ items: { openThreadCount: number }[] }>(
        call("GET", "/documentations", { as }),
      );
      const details = await jsonOf<{ openThreadCount: number }>(
        call("GET", `/documentations/${documentationId}`, { as }),
      );
      return [...list.items, details].map(({ openThreadCount }) => openThreadCount);
    };
    expect(await counts()).toEqual([0, 0]);
    const { id } = await threadOf(start(as, { documentationId, photoId, text: "Rätt stolpe?" }));
    await start(as, { documentationId, text: "Klar?" });
    expect(await counts()).toEqual([2, 2]);
    await setState(as, id, "resolve");
    expect(await counts()).toEqual([1, 1]);
    await setState(as, id, "reopen");
    expect(await counts()).toEqual([2, 2]);
  });

  it("are written by those who may edit, read by readers, and hidden from other customers", async () => {
    const { as, documentationId, photoId } = await makeScene();
    const started = await threadOf(start(as, { documentationId, photoId, text: "Secret" }));
    const [comment] = started.comments;
    const reader = await makeCaller({ customerId: as.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect(await listThreads(reader, documentationId)).toHaveLength(1);
    const other = await makeStaff();
    for (const [caller, status] of [
      [reader, 403],
      [other, 404],
    ] as const) {
      const responses = [
        await start(caller, { documentationId, text: "x" }),
        await reply(caller, started.id, { text: "x" }),
        await editComment(caller, comment!.id, { text: "x", version: 1 }),
        await setState(caller, started.id, "resolve"),
        await setState(caller, started.id, "reopen"),
        await call("GET", `/thread/findMentionableUsers/${documentationId}`, { as: caller }),
      ];
      expect(responses.map((response) => response.status)).toEqual(responses.map(() => status));
    }
    expect(
      (await call("GET", `/thread/findAllByDocumentationId/${documentationId}`, { as: other })).status,
    ).toBe(404);
    const { id: foreignId } = await makeDocumentation(other.customerId);
    expect(await fieldsOf(start(other, { documentationId: foreignId, photoId, text: "x" }))).toEqual({
      photoId: "notFound",
    });
    // Nobody edits another user's comment.
    expect((await editComment(await makeSuperAdmin(), comment!.id, { text: "x", version: 1 })).status).toBe(
      403,
    );
    expect(await listThreads(as, documentationId)).toEqual([started]);
  });

  it("refuse texts that are empty or too long, two subjects, and users who may not be mentioned", async () => {
    const { as, colleague, documentationId, photoId, taskId } = await makeScene();
    const stranger = await makeStaff();
    const withoutRole = await makeCaller({ customerId: as.customerId });
    for (const [body, fields] of [
      [{ text: "  " }, { text: "required" }],
      [{ text: "x".repeat(10_000) }, { text: "tooLong" }],
      [{ text: "x", photoId, documentationTaskId: taskId }, { documentationTaskId: "notAllowed" }],
      [{ text: "x", documentationTaskId: photoId }, { documentationTaskId: "notFound" }],
      [{ text: "x", mentions: [colleague.userId, stranger.userId] }, { "mentions.1": "notFound" }],
      [{ text: "x", mentions: [withoutRole.userId] }, { "mentions.0": "notFound" }],
      [{ text: "x", mentions: [999_999_999] }, { "mentions.0": "notFound" }],
    ] as const)
      expect([body, await fieldsOf(start(as, { documentationId, ...body }))]).toEqual([body, fields]);
    expect(await listNotices(stranger)).toEqual([]);
    const { items } = await jsonOf<{ items: { userId: number }[] }>(
      call("GET", `/thread/findMentionableUsers/${documentationId}`, { as }),
    );
    expect(items.map(({ userId }) => userId).sort()).toEqual([as.userId, colleague.userId].sort());
  });

  it("keep HTML and code as text", async () => {
    const { as, documentationId } = await makeScene();
    const text = '<img src=x onerror=alert(1)> =HYPERLINK("x") {{code}}\n\n@<b>';
    expect((await threadOf(start(as, { documentationId, text }))).comments[0]!.text).toBe(text);
  });

  it("have at most the allowed number of comments, and documentations of threads", async () => {
    const { as, documentationId } = await makeScene();
    const { id, comments } = await threadOf(start(as, { documentationId, text: "1" }));
    const { id: _, ...row } = (
      await db().select().from(threadComment).where(eq(threadComment.threadId, id))
    )[0]!;
    for (let count = comments.length; count < maxThreadComments; count += 5)
      await db()
        .insert(threadComment)
        .values(Array.from({ length: Math.min(5, maxThreadComments - count) }, () => row));
    expect((await reply(as, id, { text: "x" })).status).toBe(422);
    for (let count = 1; count < maxThreads; count += 5)
      await db()
        .insert(thread)
        .values(
          Array.from({ length: Math.min(5, maxThreads - count) }, () => ({
            ...{ customerId: as.customerId, documentationId, userId: as.userId },
          })),
        );
    expect((await start(as, { documentationId, text: "x" })).status).toBe(422);
    expect(await listThreads(as, documentationId)).toHaveLength(maxThreads);
  });

  it("outlive their photo and task, and end with their documentation", async () => {
    const { as, documentationId, photoId, taskId } = await makeScene();
    const aboutPhoto = await threadOf(start(as, { documentationId, photoId, text: "Photo" }));
    await start(as, { documentationId, documentationTaskId: taskId, text: "Task" });
    expect((await call("DELETE", `/photos/${photoId}`, { as })).status).toBe(200);
    await db().delete(documentationTask).where(eq(documentationTask.id, taskId));
    expect(await listThreads(as, documentationId)).toMatchObject([
      { photoId: null, subjectName: "Overview_01" },
      { documentationTaskId: null, subjectName: "Overview" },
    ]);
    await db().delete(documentation).where(eq(documentation.id, documentationId));
    expect(await db().select().from(thread).where(eq(thread.documentationId, documentationId))).toEqual([]);
    expect(await db().select().from(threadComment).where(eq(threadComment.threadId, aboutPhoto.id))).toEqual(
      [],
    );
  });

  it("are found by the list while unanswered", async () => {
    const { as, colleague, documentationId } = await makeScene();
    const { id } = await threadOf(start(as, { documentationId, text: "?" }));
    await start(as, { documentationId, text: "And this?" });
    expect(await listUnanswered(as)).toHaveLength(1);
    expect(await listUnanswered(await makeStaff())).toEqual([]);
    for (const row of await listThreads(as, documentationId)) await reply(colleague, row.id, { text: "!" });
    expect(await listUnanswered(as)).toEqual([]);
    await setState(colleague, id, "resolve");
    await setState(colleague, id, "reopen");
    expect(await listUnanswered(as)).toHaveLength(1);
    await setState(colleague, id, "resolve");
    expect(await listUnanswered(as)).toEqual([]);
  });

  it("are in the zip only on request, in the texts for people and for programs", async () => {
    const { as, colleague, documentationId, photoId } = await makeScene();
    const { id } = await threadOf(start(as, { documentationId, photoId, text: "Rätt\nstolpe?" }));
    await reply(colleague, id, { text: "Ja" });
    await setState(colleague, id, "resolve");
    const textsOf = async (query: string) => {
      const response = await call("GET", `/documentation/downloadZipFile/${documentationId}${query}`, { as });
      const entries = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
      return entries
        .filter(([path]) => /\.(txt|json)$/.test(path))
        .map(([, bytes]) => new TextDecoder().decode(bytes));
    };
    for (const text of await textsOf("")) expect(text).not.toContain("stolpe?");
    const [contents, manifest] = await textsOf("?threads=true");
    expect(contents).toContain(`- Overview_01 (resolved by ${colleague.username}, `);
    expect(contents).toContain("      Rätt\r\n      stolpe?\r\n");
    expect(JSON.parse(manifest!)).toMatchObject({
      threads: [{ photoId, subject: "Overview_01", comments: [{ text: "Rätt\nstolpe?" }, { text: "Ja" }] }],
    });
  });
});

describe("design§Threads comments that mention the crew", () => {
  const findCrews = async (as: Caller, id: string) =>
    (
      await jsonOf<ResponseOf<typeof findMentionableUsers>>(
        call("GET", `/thread/findMentionableUsers/${id}`, { as }),
      )
    ).crews;
  const createLink = async (as: Caller, documentationId: string) =>
    jsonOf<{ id: string; token: string }>(
      call("POST", "/uploadToken/create", { as, body: { documentationId, purpose: "FILES" } }),
    );
  const readMessages = async (token: string) =>
    (await jsonOf<ResponseOf<typeof getTokenInfo>>(call("POST", "/tempFile/getInfo", { body: { token } })))
      .messages;
  const replyThrough = (token: string, threadId: string, text: string) =>
    call("POST", "/thread/replyByLink", { body: { token, threadId, text } });

  it("are shown on the page of the link, whose holder replies; participants are notified", async () => {
    const { as, colleague, documentationId, photoId } = await makeScene();
    const link = await createLink(as, documentationId);
    const otherLink = await createLink(as, documentationId);
    expect(await findCrews(as, documentationId)).toMatchObject([
      { kind: "LINK", id: otherLink.id, name: null },
      { kind: "LINK", id: link.id, name: null },
    ]);
    const crews = [{ kind: "LINK", id: link.id, name: "Länken" }];
    const { id } = await threadOf(
      start(as, { documentationId, photoId, text: "@Länken Rätt stolpe?", crews }),
    );
    await reply(colleague, id, { text: "Internt" });
    expect(await readMessages(link.token)).toMatchObject([
      {
        threadId: id,
        subjectName: "Overview_01",
        creator: as.username,
        text: "@Länken Rätt stolpe?",
        byLink: false,
      },
    ]);
    expect(await readMessages(otherLink.token)).toEqual([]);
    expect((await replyThrough(otherLink.token, id, "Nej")).status).toBe(404);
    await setState(as, id, "resolve");
    const { items } = await jsonOf<{ items: { text: string }[] }>(replyThrough(link.token, id, " Ja "));
    expect(items.map(({ text }) => text)).toEqual(["@Länken Rätt stolpe?", "Ja"]);
    const [row] = await listThreads(as, documentationId);
    expect(row).toMatchObject({ unanswered: false, resolved: null });
    expect(row!.comments.at(-1)).toMatchObject({ creator: "Länken", text: "Ja", byLink: true, userId: 0 });
    expect(await listNotices(as)).toContainEqual(["REPLIED", "Länken", "Ja"]);
    expect(await listNotices(colleague)).toContainEqual(["REPLIED", "Länken", "Ja"]);
    await call("DELETE", `/uploadToken/revoke/${link.id}`, { as });
    expect((await replyThrough(link.token, id, "Ja")).status).toBe(401);
    expect(await findCrews(as, documentationId)).toMatchObject([{ id: otherLink.id }]);
  });

  it("are given to the devices of the licence, and only to crews of the documentation", async () => {
    const as = await makeStaff();
    const license = await makeLicense({ customerId: as.customerId });
    const row = await makeDocumentation(as.customerId, { licenseId: license.id, status: "PAUSED" });
    expect(await findCrews(as, row.id)).toMatchObject([
      { kind: "LICENSE", id: license.id, name: license.name },
    ]);
    const crews = [{ kind: "LICENSE", id: license.id, name: license.name }];
    await start(as, { documentationId: row.id, text: `@${license.name} Ta med stege`, crews });
    await start(as, { documentationId: row.id, text: "Internt" });
    expect(await listCrewMessages(db(), row, license.id)).toMatchObject([
      { text: `@${license.name} Ta med stege`, creator: as.username },
    ]);
    const other = await makeDocumentation(as.customerId);
    expect(await fieldsOf(start(as, { documentationId: other.id, text: "?", crews }))).toEqual({
      "crews.0": "notFound",
    });
  });
});

describe("design§Threads documents of a documentation", () => {
  it("include its threads only on request", async () => {
    const { as, documentationId, photoId } = await makeScene();
    await start(as, { documentationId, photoId, text: "Rätt stolpe?" });
    const root = await makeSuperAdmin();
    const readDocument = async (query: string) => {
      const path = `/documentation/downloadExportDocument/${documentationId}?type=PHOTO_WORD_DOCUMENT${query}`;
      const response = await call("GET", path, { as: root });
      const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
      return new TextDecoder().decode(entries["word/document.xml"]);
    };
    expect(await readDocument("")).not.toContain("stolpe?");
    expect(await readDocument("&threads=true")).toContain("Rätt stolpe?");
  });
});

describe("design§Threads notices of threads", () => {
  it("go to those who are mentioned and to the other participants, but not to the author", async () => {
    const { as, colleague, documentationId } = await makeScene();
    const third = await makeStaff(as.customerId);
    const mentions = [colleague.userId, as.userId, colleague.userId];
    const { id, comments } = await threadOf(start(as, { documentationId, text: "Look\nhere", mentions }));
    expect(comments[0]!.mentions).toEqual([
      { userId: colleague.userId, name: colleague.username },
      { userId: as.userId, name: as.username },
    ]);
    expect(await listNotices(colleague)).toEqual([["MENTIONED", as.username, "Look here"]]);
    await reply(third, id, { text: "Seen" });
    expect(await listNotices(as)).toEqual([["REPLIED", third.username, "Seen"]]);
    expect(await listNotices(third)).toEqual([]);
    expect((await listNotices(colleague)).sort()).toEqual([
      ["MENTIONED", as.username, "Look here"],
      ["REPLIED", third.username, "Seen"],
    ]);
    // An edit notifies only those who are mentioned for the first time.
    const { version } = comments[0]!;
    const edit = { text: "Look", mentions: [colleague.userId, third.userId], version };
    await editComment(as, comments[0]!.id, edit);
    expect(await listNotices(third)).toEqual([["MENTIONED", as.username, "Look"]]);
    expect(await listNotices(colleague)).toHaveLength(2);
  });

  it("are mailed at once to those who chose it, within the limits of mails, and otherwise in the daily mail", async () => {
    const { as, documentationId } = await makeScene();
    const email = `${uniqueName("anna")}@example.com`;
    const reader = await makeCaller({ customerId: as.customerId, roles: staffRoles, email });
    const mentioning = { documentationId, text: "See <b>www.example.com</b>", mentions: [reader.userId] };
    await start(as, mentioning);
    expect(await readLastMail(email)).toBeUndefined();
    const put = (body: object) => call("PUT", "/notice/dailyMail", { as: reader, body });
    expect((await put({ instantMail: true })).status).toBe(200);
    expect(await jsonOf(call("GET", "/notice/dailyMail", { as: reader }))).toEqual({
      ...{ dailyMail: true, instantMail: true, weeklyMail: false, email },
    });
    await start(as, mentioning);
    const mail = await readLastMail(email);
    expect(mail?.subject).toContain(`${as.username} mentioned you about`);
    expect(mail?.text).toContain(`/documentation/details/${documentationId}?thread=`);
    expect(mail?.html).not.toContain("<b>www");
    await db()
      .update(user)
      .set({ enabled: false })
      .where(and(eq(user.id, reader.userId)));
    expect(await fieldsOf(start(as, mentioning))).toEqual({ "mentions.0": "notFound" });
  });
});
