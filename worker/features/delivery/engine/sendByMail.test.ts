import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type { DeliveryLinkContents } from "#domain/endpoints/exports/deliveryLink.ts";
import { mailLimits, maxMailsPerHour } from "#worker/auth/callLimits.ts";
import { countStatement } from "#worker/auth/rateLimit.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import { delivery, deliveryFile, orphanedObject, outboxMail, photo } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { createInlineSegment, type ExportFile, exportFileOf } from "#worker/export/segments.ts";
import { deliverMail } from "#worker/mail/deliverMail.ts";
import { toPhotoObjectKey } from "#worker/media/photoKeys.ts";
import { getPartSize } from "#worker/media/storeExport.ts";
import {
  call,
  db,
  env,
  jsonOf,
  makeCustomer,
  makeDocumentation,
  makeUser,
} from "#worker/testing/factories.ts";
import { makeStoredPhoto } from "#worker/testing/storedPhoto.ts";
import type { DeliveryPlan, PlannedFile } from "../plan/types.ts";
import { sendMailDelivery } from "./sendByMail.ts";
import type { DeliveryRun } from "./types.ts";

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
/** Bytes without repetition, so that parts in the wrong order are detected. */
const bytesOf = (size: number, seed: number) => {
  const bytes = new Uint8Array(size);
  const words32 = new Uint32Array(bytes.buffer, 0, Math.floor(size / 4));
  for (let index = 0; index < words32.length; index += 1)
    words32[index] = Math.imul(index + seed, 2654435761);
  return bytes;
};
const documentOf = (bytes: Uint8Array, fileName = "Mast.docx"): ExportFile =>
  exportFileOf([createInlineSegment(bytes)], { fileName, contentType: "application/x-document" });

/** A mail service that records mails, after failing a number of times. */
function makeMailService(failureCount = 0) {
  const sentMails: {
    to: string[];
    subject: string;
    text: string;
    html: string;
    attachments?: EmailAttachment[];
  }[] = [];
  let remainingFailures = failureCount;
  const send = async (mail: (typeof sentMails)[number]) => {
    if (remainingFailures > 0) {
      remainingFailures -= 1;
      throw new Error("the mail service is away");
    }
    sentMails.push(mail);
  };
  const wakeMessages: unknown[] = [];
  const DELIVERIES = { send: async (message: unknown) => void wakeMessages.push(message) };
  const JOBS = { send: async () => undefined };
  return {
    sent: sentMails,
    woken: wakeMessages,
    env: { ...env, EMAIL: { send }, DELIVERIES, JOBS } as unknown as Env,
  };
}

interface MailRunOptions {
  photos?: Uint8Array[];
  document?: ExportFile;
  mail?: Partial<NonNullable<DeliveryPlan["mail"]>>;
  missing?: DeliveryPlan["missing"];
  language?: "en" | "sv";
  params?: Record<string, string>;
  customerId?: number;
  userId?: number;
}

/** A delivery by mail as the engine runs it. */
async function makeMailRun(options: MailRunOptions = {}) {
  const { id: customerId, name: customerName } = options.customerId
    ? { id: options.customerId, name: "" }
    : await makeCustomer();
  const documentationRow = await makeDocumentation(customerId, { name: "Mast 7" });
  const [row] = await db()
    .insert(delivery)
    .values({
      ...{
        customerId,
        documentationId: documentationRow.id,
        state: "RUNNING",
        type: "EMAIL",
        missingItems: [],
      },
      ...{ templateExportConfigurationId: crypto.randomUUID(), exportConfigurationId: crypto.randomUUID() },
      ...{ exportConfigurationName: "Post", isAutomatic: true },
      requester: options.userId ? { userId: options.userId, realUserId: null, customerId } : null,
      request: deliveryRequest.parse({ language: options.language ?? "en" }),
    })
    .returning();
  const files: PlannedFile[] = [];
  const commonFields = { creator: "field", comment: "" };
  for (const [index, bytes] of (options.photos ?? [bytesOf(1000, 1)]).entries()) {
    const photo = await makeStoredPhoto(documentationRow, bytes, { sha256: sha256Of(bytes) });
    const object = {
      key: toPhotoObjectKey(photo, "original"),
      etag: photo.etag!,
      size: bytes.length,
      crc32: photo.crc32!,
    };
    files.push({
      ...commonFields,
      ...{ folders: ["Mast 7", `task ${index}`], name: "Photo.jpg", kind: "PHOTO", sourceId: photo.id },
      ...{ contentType: "image/jpeg", etag: photo.etag!, bytes: bytes.length, sha256: photo.sha256 },
      content: { kind: "object", object, isGenerated: false },
    });
  }
  const { document } = options;
  if (document)
    files.push({
      ...commonFields,
      ...{ folders: ["Mast 7"], name: "Mast.docx", kind: "DOCUMENT", sourceId: "node", sha256: null },
      ...{ contentType: "application/x-document", etag: document.etag, bytes: document.length },
      content: { kind: "export", createFile: async () => document },
    });
  for (const [
    position,
    { folders, name, kind, sourceId, contentType, bytes, sha256, etag },
  ] of files.entries())
    await db()
      .insert(deliveryFile)
      .values({
        ...{ customerId, deliveryId: row!.id, position, path: [...folders, name].join("/") },
        ...{ kind, sourceId, contentType, bytes, sha256, etag },
      });
  const service = makeMailService();
  const plan: DeliveryPlan = {
    ...{ name: "Mast 7", files, variants: [], missing: options.missing ?? [], entries: [], unfilled: [] },
    asOf: "2026-05-04T09:30:00Z",
    mail: { recipients: ["anna@siteproof.example"], subject: "", body: "", ...options.mail },
  };
  const readFileRows = () =>
    db()
      .select()
      .from(deliveryFile)
      .where(eq(deliveryFile.deliveryId, row!.id))
      .orderBy(deliveryFile.position);
  /** The run as the next slice gets it. */
  const createRun = async (overrides: Partial<DeliveryRun> = {}): Promise<DeliveryRun> => ({
    ...{ env: service.env, db: db(), delivery: row!, plan, renewLease: async () => undefined },
    destination: { type: "EMAIL", params: options.params ?? {}, secrets: {}, allowPrivate: false },
    syncFiles: async () => (await readFileRows()).map((row, index) => ({ row, file: files[index]! })),
    ...overrides,
  });
  /** One slice with its final batch. */
  const runSlice = async () => {
    const outcome = await sendMailDelivery(await createRun());
    if (outcome.statements.length > 0) await db().batch(outcome.statements as never);
    return outcome.state;
  };
  const readMails = () => db().select().from(outboxMail).where(eq(outboxMail.deliveryId, row!.id));
  const deliverAll = async (usedService = service) => {
    for (const { id } of await readMails())
      await deliverMail(usedService.env, db(), id).catch(() => undefined);
  };
  return {
    customerName,
    deliveryId: row!.id,
    documentationRow,
    service,
    createRun,
    runSlice,
    readMails,
    deliverAll,
    readFileRows,
  };
}

const readRefusal = async (run: Awaited<ReturnType<typeof makeMailRun>>): Promise<[string, string]> => {
  const error = await run.runSlice().then(
    () => new Error("was not refused"),
    (thrownError: unknown) => thrownError,
  );
  if (!(error instanceof ConnectorError)) throw error;
  return [error.kind, error.message];
};
const contentOf = (attachment: EmailAttachment | undefined) =>
  new Uint8Array((attachment as { content: ArrayBuffer }).content);

describe("a delivery by mail", () => {
  it("3§3 attaches the files byte for byte, is sent once, and is done when the mail has been sent", async () => {
    const [bytes, text] = [bytesOf(5000, 3), bytesOf(9000, 4)];
    const run = await makeMailRun({ photos: [bytes, bytes], document: documentOf(text) });
    expect(await run.runSlice()).toBe("queued");
    expect(await run.runSlice()).toBe("queued");
    expect(await run.readMails()).toHaveLength(1);
    await run.deliverAll();
    await run.deliverAll();
    const [mail, ...otherMails] = run.service.sent;
    expect(otherMails).toEqual([]);
    expect(mail!.attachments!.map(({ filename, type }) => [filename, type])).toEqual([
      ["Photo.jpg", "image/jpeg"],
      ["Photo (2).jpg", "image/jpeg"],
      ["Mast.docx", "application/x-document"],
    ]);
    expect(mail!.attachments!.map((attachment) => sha256Of(contentOf(attachment)))).toEqual([
      sha256Of(bytes),
      sha256Of(bytes),
      sha256Of(text),
    ]);
    expect(run.service.woken).toEqual([{ kind: "deliver" }]);
    expect(await run.runSlice()).toBe("sent");
    expect((await run.readFileRows()).map(({ sha256 }) => sha256)).toEqual([
      sha256Of(bytes),
      sha256Of(bytes),
      sha256Of(text),
    ]);
    // Resending manually sends a new mail.
    expect([await run.runSlice(), (await run.readMails()).length]).toEqual(["queued", 1]);
  });

  it("3§3 lists attached and missing items in both languages, with the template's subject and body", async () => {
    const missing = [
      { kind: "PHOTO" as const, name: "IMG <7>.jpg", reason: "notUploaded" as const },
      { kind: "FILE" as const, name: "plan.pdf", reason: "exportRefused" as const },
    ];
    const englishRun = await makeMailRun({
      missing,
      mail: { subject: "Mast\r\nBcc: x", body: "Hello <you>,\nall\n\ndone" },
    });
    await englishRun.runSlice();
    await englishRun.deliverAll();
    const [mail] = englishRun.service.sent;
    expect(mail!.subject).toBe("Mast Bcc: x");
    expect(mail!.text).toContain(
      "Hello <you>,\nall\n\ndone\n\nAttached: 1 file, 1.00 kB\n- Photo.jpg (1.00 kB)",
    );
    expect(mail!.text).toContain(
      "Missing: 2\n- IMG <7>.jpg: has not arrived yet\n- plan.pdf: cannot be exported",
    );
    expect(mail!.html).toContain("Hello &lt;you&gt;,<br>all");
    expect(mail!.html).toContain("<li>IMG &lt;7&gt;.jpg: has not arrived yet</li>");
    const swedishRun = await makeMailRun({ missing, language: "sv" });
    await swedishRun.runSlice();
    await swedishRun.deliverAll();
    expect(swedishRun.service.sent[0]!.subject).toBe(`Mast 7 – ${swedishRun.customerName}`);
    expect(swedishRun.service.sent[0]!.text).toContain("Bifogat: 1 fil, 1,00 kB");
    expect(swedishRun.service.sent[0]!.text).toContain("Saknas: 2\n- IMG <7>.jpg: har inte kommit fram än");
  });

  it("3§3 is sent to the fixed addresses and the task's answer, once each; O9 Argus#532 each in a separate mail", async () => {
    const recipients = [
      "a@siteproof.example",
      "b@siteproof.example",
      "A@siteproof.example",
      "c@siteproof.example",
    ];
    const run = await makeMailRun({ mail: { recipients } });
    await run.runSlice();
    expect((await run.readMails()).map((mail) => mail.recipients).sort()).toEqual([
      ["A@siteproof.example"],
      ["b@siteproof.example"],
      ["c@siteproof.example"],
    ]);
  });

  it("3§3 fails without a recipient or with an invalid one, and says what to correct", async () => {
    const runWithoutRecipients = await makeMailRun({
      mail: { recipients: [] },
      params: { emailKey: "contact" },
    });
    expect(await readRefusal(runWithoutRecipients)).toEqual([
      "config",
      expect.stringContaining("task with the key contact"),
    ]);
    const wrongRecipientRun = await makeMailRun({ mail: { recipients: ["a@siteproof.example", "nobody"] } });
    expect(await readRefusal(wrongRecipientRun)).toEqual(["config", expect.stringContaining(`"nobody"`)]);
    expect([await runWithoutRecipients.readMails(), await wrongRecipientRun.readMails()]).toEqual([[], []]);
  });

  it("design§Mail fails with the reason if its mail is given up, and a resend writes a new mail", async () => {
    const run = await makeMailRun();
    await run.runSlice();
    const brokenService = makeMailService(100);
    for (let attempt = 0; attempt < 8; attempt += 1) await run.deliverAll(brokenService);
    expect(brokenService.woken).toEqual([{ kind: "deliver" }]);
    expect(await readRefusal(run)).toEqual(["config", expect.stringContaining("the mail service is away")]);
    expect(await run.runSlice()).toBe("queued");
    await run.deliverAll();
    expect([run.service.sent.length, await run.runSlice()]).toEqual([1, "sent"]);
  });

  it("design§Mail does not repeat the mails already sent if one of several fails", async () => {
    const recipients = ["a@siteproof.example", "b@siteproof.example"];
    const run = await makeMailRun({ mail: { recipients } });
    await run.runSlice();
    const [firstMail, secondMail] = await run.readMails();
    await deliverMail(run.service.env, db(), firstMail!.id);
    await db()
      .update(outboxMail)
      .set({ state: "FAILED", lastError: "full" })
      .where(eq(outboxMail.id, secondMail!.id));
    expect(await readRefusal(run)).toEqual(["config", expect.stringContaining("full")]);
    await run.runSlice();
    await run.deliverAll();
    expect(run.service.sent.map(({ to }) => to)).toEqual([firstMail!.recipients, secondMail!.recipients]);
    expect(await run.runSlice()).toBe("sent");
  });

  it("design§Mail never omits an attachment silently", async () => {
    const run = await makeMailRun();
    await run.runSlice();
    const [{ key } = { key: "" }] = (await run.readMails())[0]!.attachments;
    await env.STORAGE.put(key, "another photo");
    await run.deliverAll();
    expect(run.service.sent).toEqual([]);
    expect(await readRefusal(run)).toEqual([
      "source",
      expect.stringContaining("Photo.jpg has been removed or has changed"),
    ]);
    expect(await readRefusal(run)).toEqual(["source", expect.stringContaining("was removed or replaced")]);
  });

  it("2§4 does not send its mail once it is cancelled", async () => {
    const run = await makeMailRun();
    await run.runSlice();
    await db().update(delivery).set({ state: "CANCELLED" }).where(eq(delivery.id, run.deliveryId));
    await run.deliverAll();
    expect([run.service.sent, (await run.readMails())[0]!.state]).toEqual([[], "EXPIRED"]);
  });
});

describe("the limits on mails", () => {
  const stranger = "stranger@siteproof.example";
  const fixed = "office@siteproof.example";
  const send = async (customerId: number, recipients: string[], userId?: number) => {
    const run = await makeMailRun({
      ...{ customerId, photos: [bytesOf(10, 1)], mail: { recipients }, params: { staticEmail: fixed } },
      ...(userId && { userId }),
    });
    try {
      return await run.runSlice();
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      expect(await run.readMails()).toEqual([]);
      expect(error.retryAfter).toBeGreaterThan(0);
      return error.kind;
    }
  };
  const exhaust = async (customerId: number, userId: number | null, recipients: string[], name: string) => {
    for (const { key, maxAttempts, windowSeconds } of await mailLimits(customerId, userId, recipients))
      if (key.includes(name)) await countStatement(db(), { key, windowSeconds }, maxAttempts - 1);
  };

  it("design§Mail an address entered in a form gets a bounded number an hour, the destination's own any number; a part of a fixed address is not fixed", async () => {
    const { id } = await makeCustomer();
    const part = "fice@siteproof.example";
    for (const address of [stranger, part, fixed]) await exhaust(id, null, [address], "recipient");
    for (const address of [stranger, part, stranger.toUpperCase()])
      expect([address, await send(id, [address])]).toEqual([
        address,
        address === address.toUpperCase() ? "throttled" : "queued",
      ]);
    expect(await send(id, [part])).toBe("throttled");
    expect([await send(id, [fixed]), await send(id, [fixed])]).toEqual(["queued", "queued"]);
    // Another customer's mails do not count.
    expect(await send((await makeCustomer()).id, [stranger])).toBe("queued");
  });

  it("design§Mail every mail of a delivery counts for its user and customer, and one delivery beyond the limit still passes", async () => {
    const { id: customerId } = await makeCustomer();
    const { id: userId } = await makeUser({ customerId });
    const addresses = Array.from(
      { length: maxMailsPerHour.user + 1 },
      (_, index) => `r${index}@siteproof.example`,
    );
    expect(await send(customerId, addresses, userId)).toBe("queued");
    expect(await send(customerId, [fixed], userId)).toBe("throttled");
    expect(await send(customerId, [fixed], (await makeUser({ customerId })).id)).toBe("queued");
    await exhaust(customerId, null, [], "customer");
    expect(await send(customerId, [fixed])).toBe("throttled");
  });
});

describe("a delivery too large for a mail", () => {
  const findToken = (text: string) => /\/delivered\?token=([0-9a-z]+-[\w-]{43})\n/.exec(text)![1]!;

  it("design§Links contains a link to the files as they were when it was sent", async () => {
    const [largePhoto, text] = [bytesOf(3_500_000, 5), bytesOf(100, 6)];
    const run = await makeMailRun({ photos: [largePhoto], document: documentOf(text) });
    await run.runSlice();
    await run.deliverAll();
    const [mail] = run.service.sent;
    expect(mail!.attachments).toBeUndefined();
    expect(mail!.text).toContain("Too large to attach, available through the link: 2 files, 3.50 MB");
    expect(mail!.text).toContain("- Mast 7/task 0/Photo.jpg (3.50 MB)");
    const token = findToken(mail!.text);
    // A document composed now would be different.
    await db().delete(photo).where(eq(photo.documentationId, run.documentationRow.id));
    const link = await jsonOf<DeliveryLinkContents>(call("POST", "/deliveryLink/get", { body: { token } }));
    expect(link.files.map(({ path, removed, sha256 }) => [path, removed, sha256])).toEqual([
      ["Mast 7/task 0/Photo.jpg", true, sha256Of(largePhoto)],
      ["Mast 7/Mast.docx", false, sha256Of(text)],
    ]);
    const downloadResponse = await call(
      "GET",
      `/deliveryLink/download?link=${token}&file=${link.files[1]!.id}`,
    );
    expect(sha256Of(new Uint8Array(await downloadResponse.arrayBuffer()))).toBe(sha256Of(text));
    expect((await run.readMails())[0]!.text).toBe("");
  });

  it("design§Links attaches files of up to 3 500 000 bytes", async () => {
    const run = await makeMailRun({ photos: [bytesOf(3_500_000, 5)] });
    await run.runSlice();
    await run.deliverAll();
    expect(run.service.sent[0]!.attachments).toHaveLength(1);
  });

  it("design§Delivery resumes storing a large document at the part where it stopped", async () => {
    const bytes = bytesOf(70_000_000, 7);
    const run = await makeMailRun({ photos: [], document: documentOf(bytes) });
    let renewalCount = 0;
    const interruptedRun = await run.createRun({
      renewLease: async () => {
        renewalCount += 1;
        if (renewalCount === 4) throw new Error("the Worker ended");
      },
    });
    await expect(sendMailDelivery(interruptedRun)).rejects.toThrow("the Worker ended");
    const [partialRow] = await run.readFileRows();
    expect(partialRow).toMatchObject({ state: "SENDING", objectKey: null });
    expect(partialRow!.bytesSent).toBe(getPartSize(bytes.length));
    expect(partialRow!.resumeToken).toMatch(/^v1\./);
    await run.runSlice();
    const [storedRow] = await run.readFileRows();
    expect(storedRow).toMatchObject({ sha256: sha256Of(bytes), resumeToken: null });
    const object = await env.STORAGE.get(storedRow!.objectKey!);
    expect(sha256Of(new Uint8Array(await object!.arrayBuffer()))).toBe(sha256Of(bytes));
    const orphans = await db()
      .select()
      .from(orphanedObject)
      .where(eq(orphanedObject.keyOrPrefix, storedRow!.objectKey!));
    expect(orphans).toEqual([]);
  });

  it("design§Links removes stored objects with the delivery", async () => {
    const run = await makeMailRun({ photos: [bytesOf(3_500_000, 5)], document: documentOf(bytesOf(10, 1)) });
    await run.runSlice();
    const key = (await run.readFileRows())[1]!.objectKey!;
    const readOrphans = () => db().select().from(orphanedObject).where(eq(orphanedObject.keyOrPrefix, key));
    await db()
      .update(deliveryFile)
      .set({ objectKey: null })
      .where(eq(deliveryFile.deliveryId, run.deliveryId));
    expect(await readOrphans()).toEqual([]);
    await db().delete(delivery).where(eq(delivery.id, run.deliveryId));
    expect(await readOrphans()).toHaveLength(1);
  });
});
