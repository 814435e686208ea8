import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { consumeJob } from "#queues/consumers/jobs.ts";
import { outboxMail } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { db, env, uniqueName } from "#worker/testing/factories.ts";
import { deliverMail, requeuePendingMails } from "./deliverMail.ts";
import type { MailContent } from "./mailContent.ts";
import { renderHtml, renderText } from "./mailContent.ts";
import { createOutboxMail } from "./mailer.ts";
import { createLoginCodeMail, createPasswordChangedMail, createPasswordChangeMail } from "./mailTexts.ts";

const makeContent = (overrides: Partial<MailContent> = {}): MailContent => ({
  language: "en",
  subject: "Subject",
  greeting: "Hello,",
  paragraphs: ["A paragraph."],
  note: "A note.",
  ...overrides,
});

/** A mail in the outbox, not yet sent. */
async function makeQueuedMail(lifetimeSeconds?: number, overrides: Partial<MailContent> = {}) {
  const mail = createOutboxMail(
    db(),
    `${uniqueName("to")}@siteproof.example`,
    makeContent(overrides),
    lifetimeSeconds,
  );
  await db().batch([mail.statement] as never);
  return mail.id;
}
const findMail = async (id: string) =>
  (await db().select().from(outboxMail).where(eq(outboxMail.id, id)).get())!;

/** An environment whose mail service records mails, and fails the given number of times. */
function makeMailEnv(failureCount = 0) {
  const sentMails: { to: string[]; subject: string; text: string; html: string; from: string }[] = [];
  let remainingFailureCount = failureCount;
  const send = async (mail: (typeof sentMails)[number]) => {
    if (remainingFailureCount > 0) {
      remainingFailureCount -= 1;
      throw new Error("the mail service is unavailable");
    }
    sentMails.push(mail);
  };
  return { sentMails, env: { ...env, EMAIL: { send } } as unknown as Env };
}

describe("the outbox", () => {
  it("design§Mail sends text and HTML once, however often the message is delivered, and then deletes the content", async () => {
    const id = await makeQueuedMail();
    const { sentMails, env: mailEnv } = makeMailEnv();
    await Promise.all([deliverMail(mailEnv, db(), id), deliverMail(mailEnv, db(), id)]);
    await deliverMail(mailEnv, db(), id);
    expect(sentMails).toHaveLength(1);
    expect(sentMails[0]).toMatchObject({ from: env.MAIL_FROM, subject: "Subject" });
    expect(sentMails[0]?.text).toContain("A paragraph.");
    expect(sentMails[0]?.html).toContain("<p");
    expect(await findMail(id)).toMatchObject({ state: "SENT", text: "", html: "" });
  });

  it("design§Mail retries, and ends in a visible failure", async () => {
    const id = await makeQueuedMail();
    const { sentMails, env: mailEnv } = makeMailEnv(3);
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(deliverMail(mailEnv, db(), id)).rejects.toThrow("unavailable");
    expect(await findMail(id)).toMatchObject({
      state: "PENDING",
      attempts: 3,
      lastError: "the mail service is unavailable",
    });
    await deliverMail(mailEnv, db(), id);
    expect(sentMails).toHaveLength(1);
    const failingId = await makeQueuedMail();
    const { env: failingEnv } = makeMailEnv(100);
    for (let attempt = 0; attempt < 8; attempt += 1)
      await deliverMail(failingEnv, db(), failingId).catch(() => undefined);
    expect(await findMail(failingId)).toMatchObject({ state: "FAILED", attempts: 8, text: "" });
  });

  it("design§Mail does not send a mail that would arrive too late", async () => {
    const id = await makeQueuedMail(-1);
    const { sentMails, env: mailEnv } = makeMailEnv();
    await deliverMail(mailEnv, db(), id);
    expect([sentMails.length, (await findMail(id)).state]).toEqual([0, "EXPIRED"]);
  });

  it("design§Mail is queued again by the sweeper when a message was lost", async () => {
    const id = await makeQueuedMail();
    await db().update(outboxMail).set({ dateCreated: "2026-01-01T00:00:00Z" }).where(eq(outboxMail.id, id));
    const messages: unknown[] = [];
    const JOBS = { send: vi.fn(async (message: unknown) => void messages.push(message)) };
    expect(await requeuePendingMails({ ...env, JOBS } as unknown as Env, db(), new Date())).toContain(
      "queued again",
    );
    expect(messages).toContainEqual({ kind: "sendMail", mailId: id });
  });

  it("design§Mail sends through the real binding", async () => {
    const id = await makeQueuedMail();
    await consumeJob({ kind: "sendMail", mailId: id }, env);
    expect((await findMail(id)).state).toBe("SENT");
  });

  it("design§Mail allows mails of at most 5 MiB", () => {
    const largeContent = makeContent({ paragraphs: ["x".repeat(3 * 1024 * 1024)] });
    expect(() => createOutboxMail(db(), "a@siteproof.example", makeContent())).not.toThrow();
    expect(() => createOutboxMail(db(), "a@siteproof.example", largeContent)).toThrow(RangeError);
  });
});

describe("mails", () => {
  const hostileName = `<script>alert("1")</script>`;
  const makePerson = (language: "en" | "sv") => ({ language, name: hostileName });
  const mails = (["en", "sv"] as const).flatMap((language) => [
    createLoginCodeMail(makePerson(language), "123456"),
    createPasswordChangeMail(
      makePerson(language),
      hostileName,
      `https://siteproof.example/resetpassword/"x"`,
    ),
    createPasswordChangedMail(makePerson(language), hostileName),
  ]);

  it.each(mails)(
    "design§Mail $language, $subject: has the same content as text and as HTML, with names escaped",
    (content) => {
      const html = renderHtml(content);
      expect(html).not.toContain("<script>");
      expect(html).toContain(`lang="${content.language}"`);
      expect(html).not.toMatch(/(src|background)=/);
      expect(renderText(content)).toContain(hostileName);
      for (const part of [content.code, content.note].filter((text) => text !== undefined)) {
        expect(renderText(content)).toContain(part);
        expect(html).toContain(part);
      }
    },
  );

  it("design§Mail cannot get another header from a line break in the subject", async () => {
    const id = await makeQueuedMail(undefined, { subject: "One\r\nBcc: all@siteproof.example" });
    expect((await findMail(id)).subject).toBe("One Bcc: all@siteproof.example");
  });
});
