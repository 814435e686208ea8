import { eq } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { customer, type DocumentationRow, user } from "#worker/db/schema/index.ts";
import { createOutboxMail, type QueuedMail } from "#worker/mail/mailer.ts";
import { createRetakeMail } from "#worker/mail/retakeMail.ts";

interface RetakeRequestFacts {
  recipient: string;
  reasons: readonly string[];
  dueDay: string | null;
  url: string;
}

/** The mail that asks a recipient to answer a retake request, in the reviewer's language. */
export async function prepareRetakeMail(
  db: Database,
  actor: Actor,
  { customerId, alias, name }: DocumentationRow,
  { recipient, ...facts }: RetakeRequestFacts,
): Promise<QueuedMail> {
  const [[sender], [owner]] = await db.batch([
    db.select({ language: user.language }).from(user).where(eq(user.id, actor.userId)),
    db.select({ name: customer.name }).from(customer).where(eq(customer.id, customerId)),
  ]);
  return createOutboxMail(
    db,
    recipient,
    createRetakeMail({
      ...{ language: sender?.language === "sv" ? "sv" : "en", occasion: "SENT" },
      ...{ documentationName: alias ?? name, customerName: owner?.name ?? "" },
      ...facts,
    }),
  );
}
