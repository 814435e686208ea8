import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { consumeJob } from "#queues/consumers/jobs.ts";
import { outboxMail } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { db, distinct, env } from "#worker/testing/factories.ts";
import { deliverMail, sendWaitingMails } from "./deliver.ts";
import type { MailContent } from "./mailContent.ts";
import { renderHtml, renderText } from "./mailContent.ts";
import { queueMail } from "./mailer.ts";
import { loginCodeMail, passwordChangedMail, passwordChangeMail } from "./mailTexts.ts";

const content = (overrides: Partial<MailContent> = {}): MailContent => ({
  language: "en",
  subject: "Subject",
  greeting: "Hello,",
  paragraphs: ["A paragraph."],
  note: "A note.",
  ...overrides,
});

/** A mail in the outbox, not yet sent. */
async function posted(lifetime?: number, overrides: Partial<MailContent> = {}) {
  const mail = queueMail(db(), `${distinct("to")}@siteproof.example`, content(overrides), lifetime);
  await db().batch([mail.statement] as never);
  return mail.id;
}
const rowOf = async (id: string) =>
  (await db().select().from(outboxMail).where(eq(outboxMail.id, id)).get())!;

/** An environment whose mail service records mails, and fails the given number of times. */
function withMail(failures = 0) {
  const sent: { to: string[]; subject: string; text: string; html: string; from: string }[] = [];
  let left = failures;
  const send = async (mail: (typeof sent)[number]) => {
    if (left > 0) {
      left -= 1;
      throw new Error("the mail service is away");
    }
    sent.push(mail);
  };
  return { sent, env: { ...env, EMAIL: { send } } as unknown as Env };
}

describe("the outbox", () => {
  it("design§Mail sends text and HTML once, however often the message is delivered, and then deletes the content", async () => {
    const id = await posted();
    const { sent, env: mailing } = withMail();
    await Promise.all([deliverMail(mailing, db(), id), deliverMail(mailing, db(), id)]);
    await deliverMail(mailing, db(), id);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ from: env.MAIL_FROM, subject: "Subject" });
    expect(sent[0]?.text).toContain("A paragraph.");
    expect(sent[0]?.html).toContain("<p");
    expect(await rowOf(id)).toMatchObject({ state: "SENT", text: "", html: "" });
  });

  it("design§Mail retries, and ends in a visible failure", async () => {
    const id = await posted();
    const { sent, env: mailing } = withMail(3);
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(deliverMail(mailing, db(), id)).rejects.toThrow("away");
    expect(await rowOf(id)).toMatchObject({
      state: "PENDING",
      attempts: 3,
      lastError: "the mail service is away",
    });
    await deliverMail(mailing, db(), id);
    expect(sent).toHaveLength(1);
    const hopeless = await posted();
    const { env: broken } = withMail(100);
    for (let attempt = 0; attempt < 8; attempt += 1)
      await deliverMail(broken, db(), hopeless).catch(() => undefined);
    expect(await rowOf(hopeless)).toMatchObject({ state: "FAILED", attempts: 8, text: "" });
  });

  it("design§Mail a mail that would arrive too late is not sent", async () => {
    const id = await posted(-1);
    const { sent, env: mailing } = withMail();
    await deliverMail(mailing, db(), id);
    expect([sent.length, (await rowOf(id)).state]).toEqual([0, "EXPIRED"]);
  });

  it("design§Mail a lost message is found by the sweeper", async () => {
    const id = await posted();
    await db().update(outboxMail).set({ dateCreated: "2026-01-01T00:00:00Z" }).where(eq(outboxMail.id, id));
    const called: unknown[] = [];
    const JOBS = { send: vi.fn(async (message: unknown) => void called.push(message)) };
    expect(await sendWaitingMails({ ...env, JOBS } as unknown as Env, db(), new Date())).toContain(
      "sent again",
    );
    expect(called).toContainEqual({ kind: "sendMail", mailId: id });
  });

  it("design§Mail goes through the real binding", async () => {
    const id = await posted();
    await consumeJob({ kind: "sendMail", mailId: id }, env);
    expect((await rowOf(id)).state).toBe("SENT");
  });

  it("design§Mail allows at most 5 MiB", () => {
    const heavy = content({ paragraphs: ["x".repeat(3 * 1024 * 1024)] });
    expect(() => queueMail(db(), "a@siteproof.example", content())).not.toThrow();
    expect(() => queueMail(db(), "a@siteproof.example", heavy)).toThrow(RangeError);
  });
});

describe("letters", () => {
  const hostile = `<script>alert("1")</script>`;
  const person = (language: "en" | "sv") => ({ language, name: hostile });
  const letters = (["en", "sv"] as const).flatMap((language) => [
    loginCodeMail(person(language), "123456"),
    passwordChangeMail(person(language), hostile, `https://siteproof.example/resetpassword/"x"`),
    passwordChangedMail(person(language), hostile),
  ]);

  it.each(letters)(
    "design§Mail $language, $subject: text and HTML say the same, and names stay text",
    (content) => {
      const html = renderHtml(content);
      expect(html).not.toContain("<script>");
      expect(html).toContain(`lang="${content.language}"`);
      expect(html).not.toMatch(/(src|background)=/);
      expect(renderText(content)).toContain(hostile);
      for (const part of [content.code, content.note].filter((text) => text !== undefined)) {
        expect(renderText(content)).toContain(part);
        expect(html).toContain(part);
      }
    },
  );

  it("design§Mail a line break in a subject starts no header", async () => {
    const id = await posted(undefined, { subject: "One\r\nBcc: all@siteproof.example" });
    expect((await rowOf(id)).subject).toBe("One Bcc: all@siteproof.example");
  });
});
