import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Language } from "#domain/core/language.ts";
import type { ProblemCode } from "#domain/core/problem.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import type { Database } from "#worker/db/database.ts";
import { customer, type ExportDocumentRow } from "#worker/db/schema/index.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { createDeliveryUrl } from "#worker/links/mailedLink.ts";
import { createDocumentFailedMail, createDocumentReadyMail } from "#worker/mail/documentMails.ts";
import type { MailContent } from "#worker/mail/mailContent.ts";
import { createOutboxMail, enqueueMail } from "#worker/mail/mailer.ts";

/** A mail to the address of a document request; no mail if the request has no address. */
export interface RequesterMail {
  /** To be run in the batch of the change that the mail reports. */
  statements: BatchItem<"sqlite">[];
  /** Never rejects: a mail that cannot be sent now is sent later. */
  send(env: Env): Promise<void>;
}

function createRequesterMail(db: Database, { email }: ExportDocumentRow, mail: MailContent): RequesterMail {
  if (!email) return { statements: [], send: async () => undefined };
  const { id, statement } = createOutboxMail(db, email, mail);
  return {
    statements: [statement],
    send: async (env) => {
      await enqueueMail(env, id).catch((error: unknown) =>
        console.error(JSON.stringify({ mail: id, unsent: String(error) })),
      );
    },
  };
}

interface ReadyDocument {
  language: Language;
  fileName: string;
  /** Bytes. */
  size: number;
  token: string;
  expireDate: string;
}

export async function createReadyMail(
  env: Env,
  db: Database,
  row: ExportDocumentRow,
  { token, ...readyFields }: ReadyDocument,
): Promise<RequesterMail> {
  const customerName = await findCustomerName(db, row);
  const fields = { ...readyFields, documentationName: safeDisplayName(row.documentationName), customerName };
  return createRequesterMail(
    db,
    row,
    createDocumentReadyMail({ ...fields, url: createDeliveryUrl(env, token) }),
  );
}

export async function createFailedMail(
  env: Env,
  db: Database,
  row: ExportDocumentRow,
  { language, reason }: { language: Language; reason: ProblemCode },
): Promise<RequesterMail> {
  const fields = {
    documentationName: safeDisplayName(row.documentationName),
    customerName: await findCustomerName(db, row),
    url: consoleUrl(env, `/documentation/details/${row.documentationId}`),
  };
  return createRequesterMail(db, row, createDocumentFailedMail({ language, reason, ...fields }));
}

async function findCustomerName(db: Database, { customerId }: ExportDocumentRow): Promise<string> {
  const customerRow = await db
    .select({ name: customer.name })
    .from(customer)
    .where(eq(customer.id, customerId))
    .get();
  return customerRow?.name ?? "";
}
