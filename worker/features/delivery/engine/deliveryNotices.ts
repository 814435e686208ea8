import { and, eq, inArray } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { splitAddresses } from "#domain/configuration/typedParams.ts";
import { failureEmail } from "#domain/configuration/types.ts";
import { email } from "#domain/core/fields.ts";
import type { Language } from "#domain/core/language.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import { listDeliveries } from "#domain/endpoints/exports/delivery.ts";
import { isAllowed } from "#worker/auth/session/actor.ts";
import type { ConnectorError } from "#worker/connectors/connector.ts";
import type { Database } from "#worker/db/database.ts";
import { deleteNoticeStatement, noticeStatement } from "#worker/db/notices.ts";
import { type DeliveryRow, documentation, exportConfiguration, user } from "#worker/db/schema/index.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { createOutboxMail, enqueueMail, type QueuedMail } from "#worker/mail/mailer.ts";
import { createDeliveryFailedMail } from "#worker/mail/mailTexts.ts";

/** Maximum number of recipients of the mails about a failed delivery. */
const maxRecipients = 50;

export interface FailureMails {
  /** To be run in the batch that ends the delivery, so that each recipient is notified once. */
  statements: BatchItem<"sqlite">[];
  /** Never rejects: mails that cannot be sent now are sent later. */
  send(): Promise<void>;
}

interface Recipient {
  address: string;
  language: Language;
  name: string | null;
}

/** The user who requested the delivery and is notified in the console; null for an automatic one. */
const findRequesterId = ({ isAutomatic, requester }: DeliveryRow): number | null =>
  isAutomatic || !requester ? null : (requester.realUserId ?? requester.userId);

/** Statements that notify the requester of the arrival and delete the failure notice. */
export function createArrivalNotices(db: Database, row: DeliveryRow): BatchItem<"sqlite">[] {
  const userId = findRequesterId(row);
  if (userId === null) return [];
  return [
    deleteNoticeStatement(db, { userId, kind: "EXPORT_FAILED", dedupKey: row.id }),
    noticeStatement(db, { ...createNoticeFields(row), userId, kind: "EXPORT_READY" }),
  ];
}

const createNoticeFields = ({ customerId, documentationId, id, exportConfigurationName }: DeliveryRow) => ({
  customerId,
  documentationId,
  dedupKey: id,
  params: { deliveryId: id, to: exportConfigurationName },
});

/** Prepares the mails and notice about a failed delivery, to its requester and the destination's failure address. */
export async function createFailureMails(
  env: Env,
  db: Database,
  row: DeliveryRow,
  error: ConnectorError,
): Promise<FailureMails> {
  const [documentationRow, recipients] = await Promise.all([
    db
      .select({ name: documentation.name })
      .from(documentation)
      .where(and(eq(documentation.customerId, row.customerId), eq(documentation.id, row.documentationId)))
      .get(),
    listRecipients(db, row),
  ]);
  const fields = {
    documentationName: safeDisplayName(documentationRow?.name ?? ""),
    destinationName: safeDisplayName(row.exportConfigurationName),
    kind: error.kind,
    message: error.message,
    url: consoleUrl(env, `/delivery?id=${row.id}`),
  };
  const mails: QueuedMail[] = recipients.map(({ address, ...recipient }) =>
    createOutboxMail(db, address, createDeliveryFailedMail(recipient, fields)),
  );
  const userId = findRequesterId(row);
  const isRequesterMailed = recipients.some(({ name }) => name !== null);
  return {
    statements: [
      ...mails.map(({ statement }) => statement),
      ...(userId === null
        ? []
        : [
            noticeStatement(db, {
              ...createNoticeFields(row),
              userId,
              kind: "EXPORT_FAILED",
              isMailed: isRequesterMailed,
            }),
          ]),
    ],
    async send() {
      for (const { id } of mails)
        await enqueueMail(env, id).catch((failure: unknown) =>
          console.error(JSON.stringify({ mail: id, unsent: String(failure) })),
        );
    },
  };
}

async function listRecipients(db: Database, row: DeliveryRow): Promise<Recipient[]> {
  const { customerId, requester, exportConfigurationId, request } = row;
  const recipients: Recipient[] = [];
  // A requester who may no longer see deliveries is not notified.
  if (requester && (await isAllowed(db, requester, listDeliveries, customerId))) {
    const users = await db
      .select()
      .from(user)
      .where(inArray(user.id, [requester.realUserId ?? requester.userId]));
    for (const { email: address, language, fullName, username } of users)
      if (address)
        recipients.push({
          address,
          language: language === "sv" ? "sv" : "en",
          name: fullName ?? username,
        });
  }
  const destination = await db
    .select({ params: exportConfiguration.params })
    .from(exportConfiguration)
    .where(
      and(eq(exportConfiguration.customerId, customerId), eq(exportConfiguration.id, exportConfigurationId)),
    )
    .get();
  const language = request.language === "en" ? "en" : "sv";
  for (const address of splitAddresses(destination?.params[failureEmail])) {
    const { data } = email().safeParse(address);
    if (data && !recipients.some((recipient) => recipient.address.toLowerCase() === data.toLowerCase()))
      recipients.push({ address: data, language, name: null });
  }
  return recipients.slice(0, maxRecipients);
}
