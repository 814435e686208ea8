import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Language } from "#domain/core/language.ts";
import type { ProblemCode } from "#domain/core/problem.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import type { Database } from "#worker/db/database.ts";
import { customer, type ExportDocumentRow } from "#worker/db/schema/index.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { deliveredUrl } from "#worker/links/mailedLink.ts";
import { documentFailedMail, documentReadyMail } from "#worker/mail/documentMails.ts";
import type { MailContent } from "#worker/mail/mailContent.ts";
import { enqueueMail, queueMail } from "#worker/mail/mailer.ts";

/** A mail to the address of a document request; nothing if there is none. */
export interface MailToRequester {
  /** To be run in the batch of the change that the mail reports. */
  statements: BatchItem<"sqlite">[];
  /** Never rejects: a mail that cannot be sent now is sent later. */
  send(env: Env): Promise<void>;
}

function mailToRequester(db: Database, { email }: ExportDocumentRow, mail: MailContent): MailToRequester {
  if (!email) return { statements: [], send: async () => undefined };
  const { id, statement } = queueMail(db, email, mail);
  return {
    statements: [statement],
    send: async (env) => {
      await enqueueMail(env, id).catch((failure: unknown) =>
        console.error(JSON.stringify({ mail: id, unsent: String(failure) })),
      );
    },
  };
}

interface Ready {
  language: Language;
  fileName: string;
  /** Bytes. */
  size: number;
  token: string;
  expireDate: string;
}

export async function readyMail(
  env: Env,
  db: Database,
  row: ExportDocumentRow,
  { token, ...ready }: Ready,
): Promise<MailToRequester> {
  const customerName = await findCustomerName(db, row);
  const fields = { ...ready, documentationName: safeDisplayName(row.documentationName), customerName };
  return mailToRequester(db, row, documentReadyMail({ ...fields, url: deliveredUrl(env, token) }));
}

export async function failedMail(
  env: Env,
  db: Database,
  row: ExportDocumentRow,
  { language, reason }: { language: Language; reason: ProblemCode },
): Promise<MailToRequester> {
  const fields = {
    documentationName: safeDisplayName(row.documentationName),
    customerName: await findCustomerName(db, row),
    url: consoleUrl(env, `/documentation/details/${row.documentationId}`),
  };
  return mailToRequester(db, row, documentFailedMail({ language, reason, ...fields }));
}

async function findCustomerName(db: Database, { customerId }: ExportDocumentRow): Promise<string> {
  const found = await db
    .select({ name: customer.name })
    .from(customer)
    .where(eq(customer.id, customerId))
    .get();
  return found?.name ?? "";
}
