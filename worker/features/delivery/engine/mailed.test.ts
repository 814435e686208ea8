import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { delivery, outboxMail, template } from "#worker/db/schema/index.ts";
import { deliverMail } from "#worker/mail/deliverMail.ts";
import { db, readLastMail } from "#worker/testing/factories.ts";
import { makeStoredPhoto } from "#worker/testing/storedPhoto.ts";
import {
  listFiles,
  makeDelivery,
  makeDestination,
  makeQuietEnv,
  readDelivery,
  runNextSlice,
} from "../testing/deliveries.ts";
import { productionDependencies } from "./dependencies.ts";

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

it("3§3 an EMAIL destination sends originals and documents to its recipient, and is done once the mail has been sent", async () => {
  const address = `${crypto.randomUUID()}@siteproof.example`;
  const destination = await makeDestination({
    type: "EMAIL",
    params: { staticEmail: address, body: "Here it is." },
    templateParams: { subject: "Mast {DOCUMENTATION_NAME}" },
  });
  await db()
    .update(template)
    .set({ exportUnzippedPhotos: true, createZipFile: true })
    .where(eq(template.id, destination.templateId));
  const row = await makeDelivery(destination);
  const bytes = new TextEncoder().encode("not really a photo, but its bytes arrive");
  await makeStoredPhoto({ customerId: row.customerId, id: row.documentationId }, bytes, {
    ...{ sha256: hashOf(bytes), width: 4, height: 3, renditionWidth: 4, renditionHeight: 3 },
  });
  expect((await runNextSlice(productionDependencies, row))?.state).toBe("waiting");
  const mail = (await readLastMail(address))!;
  expect(mail.subject).toMatch(/^Mast /);
  expect(mail.text).toContain("Here it is.");
  expect(mail.attachments.length).toBe(2);
  const { env: quietEnv } = makeQuietEnv();
  const sentMails: { attachments: EmailAttachment[] }[] = [];
  const EMAIL = { send: async (message: (typeof sentMails)[number]) => void sentMails.push(message) };
  await deliverMail({ ...quietEnv, EMAIL } as unknown as typeof quietEnv, db(), mail.id);
  const contents = sentMails[0]!.attachments.map(
    (attachment) => new Uint8Array(attachment.content as ArrayBuffer),
  );
  // A photo that arrives later is not in the mail, whether the mail is queued or already sent.
  const previousFiles = (await listFiles(row.id)).map(({ path, etag }) => [path, etag]);
  const lateBytes = new TextEncoder().encode("a photo that came too late for the mail");
  const documentationKey = { customerId: row.customerId, id: row.documentationId };
  await db().update(outboxMail).set({ state: "PENDING" }).where(eq(outboxMail.id, mail.id));
  await makeStoredPhoto(documentationKey, lateBytes, {
    name: "Late",
    sha256: hashOf(lateBytes),
    width: 4,
    height: 3,
  });
  expect(await runNextSlice(productionDependencies, row)).toMatchObject({ state: "waiting" });
  expect((await listFiles(row.id)).map(({ path, etag }) => [path, etag])).toEqual(previousFiles);
  await db().update(outboxMail).set({ state: "SENT" }).where(eq(outboxMail.id, mail.id));
  expect((await runNextSlice(productionDependencies, row))?.state).toBe("done");
  expect((await listFiles(row.id)).map(({ path, etag }) => [path, etag])).toEqual(previousFiles);
  expect(await readDelivery(row.id)).toMatchObject({ state: "DONE", fileCount: 2, filesDone: 2 });
  const files = await listFiles(row.id);
  expect(files.map(({ sha256 }) => sha256)).toEqual(contents.map(hashOf));
  expect(files.map(({ kind }) => kind).sort()).toEqual(["PHOTO", "ZIP"]);
  // Resending queues another mail.
  await db().update(delivery).set({ state: "PENDING" }).where(eq(delivery.id, row.id));
  await runNextSlice(productionDependencies, row);
  const mails = await db().select().from(outboxMail).where(eq(outboxMail.deliveryId, row.id));
  expect(mails).toHaveLength(1);
  expect(mails[0]!.id).not.toBe(mail.id);
});
