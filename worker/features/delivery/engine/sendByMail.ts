import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { splitAddresses } from "#domain/configuration/typedParams.ts";
import { email } from "#domain/core/fields.ts";
import { Problem } from "#domain/core/problem.ts";
import { deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import { mailLimits } from "#worker/auth/callLimits.ts";
import { countAttempts } from "#worker/auth/rateLimit.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import {
  customer,
  type DeliveryFileRow,
  type DeliveryRow,
  deliveryFile,
  type MailAttachment,
  type OutboxMailRow,
  outboxMail,
} from "#worker/db/schema/index.ts";
import { splitName, UniquePaths } from "#worker/export/safeNames.ts";
import { createDeliveryLink, createDeliveryUrl, type NewDeliveredFile } from "#worker/links/mailedLink.ts";
import { createDeliveryMail } from "#worker/mail/deliveryMail.ts";
import { createOutboxMail, enqueueMail, fitInMail, type QueuedMail } from "#worker/mail/mailer.ts";
import { digestStoredObject, getOrStoreObject } from "./storeDocument.ts";
import type { DeliveryRun, MailOutcome } from "./types.ts";

/** Seconds until a delivery checks its mails again; the outbox wakes it earlier, unless that message is lost. */
export const recheckSeconds = 60;
/** Concurrent HEAD requests to storage. */
const headConcurrency = 4;

/**
 * Sends a delivery by mail. If a slice is interrupted, it starts over. The outbox keeps the mails from the batch that ends the
 * slice until the delivery has read their outcome, so that no mail is written twice.
 * @throws ConnectorError, DeliveryLostError
 */
export async function sendMailDelivery(run: DeliveryRun): Promise<MailOutcome> {
  const { env, db, delivery } = run;
  const recipients = listRecipients(run);
  const existingMails = await listMails(db, delivery);
  if (existingMails.some(isPending)) return { state: "queued", statements: [], seconds: recheckSeconds };
  await assertNoMailFailed(db, existingMails);
  // Some recipients may already have received a mail before another mail failed.
  const reachedRecipients = new Set(existingMails.flatMap((mail) => mail.recipients));
  const remainingRecipients = recipients.filter((recipient) => !reachedRecipients.has(recipient));
  if (remainingRecipients.length === 0)
    return { state: "sent", statements: [detachMailsStatement(db, existingMails)] };
  await countMailAttempts(run, remainingRecipients);
  const { queuedMails, statements } = await createMails(run, remainingRecipients);
  return {
    state: "queued",
    seconds: recheckSeconds,
    statements: [...statements, ...queuedMails.map(({ statement }) => statement)],
    queued: () => Promise.all(queuedMails.map(({ id }) => enqueueMail(env, id))),
  };
}

const listMails = (db: Database, { id }: DeliveryRow) =>
  db.select().from(outboxMail).where(eq(outboxMail.deliveryId, id));

/** True if the delivery has mails that have not been sent yet. */
export const hasPendingMail = async (db: Database, delivery: DeliveryRow): Promise<boolean> =>
  (await listMails(db, delivery)).some(isPending);
const isPending = ({ state }: OutboxMailRow): boolean => state === "PENDING";

/** Detaches these mails from the delivery, so that a resend writes new ones. */
const detachMailsStatement = (db: Database, mails: readonly OutboxMailRow[]) =>
  db
    .update(outboxMail)
    .set({ deliveryId: null })
    .where(sql`${outboxMail.id} IN ${idListParam(mails.map(({ id }) => id))}`);

/** @throws ConnectorError with the reason of a mail that was given up */
async function assertNoMailFailed(db: Database, mails: readonly OutboxMailRow[]): Promise<void> {
  const failedMails = mails.filter(({ state }) => state !== "SENT");
  const [firstFailedMail] = failedMails;
  if (!firstFailedMail) return;
  await detachMailsStatement(db, failedMails);
  throw new ConnectorError(
    firstFailedMail.errorKind ?? "config",
    `The email to ${firstFailedMail.recipients.slice(0, 3).join(", ")} could not be sent: ${firstFailedMail.lastError ?? "it expired"}`,
  );
}

/**
 * The unique recipients of the mail.
 * @throws ConnectorError config, naming the task or the invalid address
 */
function listRecipients({ plan, destination }: DeliveryRun): string[] {
  const addresses = plan.mail?.recipients ?? [];
  const { emailKey } = destination.params;
  if (addresses.length === 0)
    throw new ConnectorError(
      "config",
      emailKey
        ? `There is no recipient: the task with the key ${emailKey} has no answer, and the destination has no fixed address.`
        : "There is no recipient: the destination has neither a fixed address nor a task that supplies one.",
    );
  const invalidAddress = addresses.find((text) => !email().safeParse(text).success);
  if (invalidAddress !== undefined)
    throw new ConnectorError(
      "config",
      `"${invalidAddress.slice(0, 100)}" is not an email address. Correct the recipient.`,
    );
  return [...new Map(addresses.map((text) => [text.toLowerCase(), text])).values()];
}

/**
 * Counts a mail to each recipient. The limit of a recipient is for addresses that were entered in a form, possibly by a stranger, and not
 * for the destination's own.
 * @throws ConnectorError throttled
 */
async function countMailAttempts({ db, delivery, destination }: DeliveryRun, recipients: readonly string[]) {
  const fixedAddresses = new Set(splitAddresses(destination.params.staticEmail?.toLowerCase()));
  const enteredAddresses = recipients.filter((address) => !fixedAddresses.has(address.toLowerCase()));
  const userId = delivery.requester?.userId ?? null;
  const limits = await mailLimits(delivery.customerId, userId, enteredAddresses, recipients.length);
  try {
    await countAttempts(db, limits);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new ConnectorError("throttled", "Too many emails were sent in the last hour.", {
      retryAfter: error.retryAfter,
    });
  }
}

/** A file of the delivery, with the object that holds its bytes. */
type MailFile = NewDeliveredFile & { name: string; contentType: string };

/** Creates a mail to each recipient, with all files attached or behind one link. */
async function createMails(
  run: DeliveryRun,
  recipients: readonly string[],
): Promise<{ queuedMails: QueuedMail[]; statements: BatchItem<"sqlite">[] }> {
  const { env, db, delivery, plan } = run;
  const { customerId, id: deliveryId } = delivery;
  const files = await storeFiles(run);
  const [documentationName, customerName] = [plan.name, await findCustomerName(run)];
  const attachments = createAttachments(files);
  const link = fitInMail(attachments)
    ? null
    : await createDeliveryLink(db, { customerId, deliveryId, name: documentationName, files });
  const content = createDeliveryMail({
    language: deliveryRequest.parse(delivery.request).language,
    subject: plan.mail?.subject ?? "",
    body: plan.mail?.body ?? "",
    ...{ documentationName, customerName, missingItems: plan.missing },
    files: link
      ? files.map(({ path, bytes }) => ({ name: path, bytes }))
      : attachments.map(({ name, size }) => ({ name, bytes: size })),
    link: link && { url: createDeliveryUrl(env, link.token), expires: link.expires },
  });
  const queuedMails = recipients.map((recipient) =>
    createOutboxMail(db, recipient, content, undefined, { deliveryId, attachments: link ? [] : attachments }),
  );
  return { queuedMails, statements: link?.statements ?? [] };
}

/** Every file with its object. Documents and zips are stored first, so that a mail or link has them in their current state. */
async function storeFiles(run: DeliveryRun): Promise<MailFile[]> {
  const files = await run.syncFiles();
  const storedFiles: MailFile[] = [];
  for (let index = 0; index < files.length; index += headConcurrency) {
    await run.renewLease();
    storedFiles.push(
      ...(await Promise.all(files.slice(index, index + headConcurrency).map((file) => storeFile(run, file)))),
    );
  }
  return storedFiles;
}

async function storeFile(
  run: DeliveryRun,
  { row, file }: Awaited<ReturnType<DeliveryRun["syncFiles"]>>[number],
): Promise<MailFile> {
  const { path, kind, sourceId, contentType } = row;
  const fields = { path, kind, sourceId, contentType, name: file.name };
  if (file.content.kind === "export") {
    const {
      key: objectKey,
      size: bytes,
      ...object
    } = await getOrStoreObject(run, row, file.content.createFile);
    return { ...fields, ...object, objectKey, bytes, isGenerated: true };
  }
  const { key: objectKey, etag, size: bytes, crc32 } = file.content.object;
  const storedObject = await run.env.STORAGE.head(objectKey);
  if (storedObject?.etag !== etag || storedObject.size !== bytes)
    throw new ConnectorError("source", `${path} was removed or replaced while the email was written.`);
  const sha256 = row.sha256 ?? (await computeAndSaveDigest(run, row, objectKey));
  return { ...fields, objectKey, etag, bytes, crc32, sha256, isGenerated: kind === "EXTERNAL_FILE" };
}

/** Computes and saves the SHA-256 of a file that arrived before checksums were stored. */
async function computeAndSaveDigest(
  run: DeliveryRun,
  row: DeliveryFileRow,
  objectKey: string,
): Promise<string> {
  const { sha256 } = await digestStoredObject(run, objectKey);
  await run.db.update(deliveryFile).set({ sha256 }).where(eq(deliveryFile.id, row.id));
  return sha256;
}

/** A mail has no folders: files with the same name are numbered. */
function createAttachments(files: readonly MailFile[]): MailAttachment[] {
  const names = new UniquePaths();
  return files.map(({ name, contentType: type, bytes: size, objectKey: key, etag }) => {
    // Planned names are already safe, and their suffixes distinguish them.
    const { stem, extension } = splitName(name, undefined, Number.POSITIVE_INFINITY);
    return { name: names.reserve("", stem, extension), type, size, key, etag };
  });
}

async function findCustomerName({ db, delivery }: DeliveryRun): Promise<string> {
  const customerRow = await db
    .select({ name: customer.name })
    .from(customer)
    .where(eq(customer.id, delivery.customerId))
    .get();
  return customerRow?.name ?? "";
}
