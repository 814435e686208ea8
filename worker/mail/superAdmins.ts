import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Language } from "#domain/core/language.ts";
import type { Database } from "#worker/db/database.ts";
import { selectRows, text } from "#worker/db/rows.ts";
import type { Env } from "#worker/env.ts";
import type { MailContent } from "./mailContent.ts";
import { createOutboxMail, enqueueMail } from "./mailer.ts";

export interface Reader {
  language: Language;
  name: string;
}

/** Mails to all super admins. The statements belong in the batch of the change that the mails report; `enqueueMails` then queues them. */
export interface Mailing {
  statements: BatchItem<"sqlite">[];
  /** The sweeper sends mails that this call does not send. */
  enqueueMails(env: Env): Promise<void>;
}

export async function mailSuperAdmins(
  db: Database,
  createMail: (reader: Reader) => MailContent,
): Promise<Mailing> {
  const mails = (await listSuperAdmins(db)).map(({ email, language, name }) =>
    createOutboxMail(db, email, createMail({ language: language === "sv" ? "sv" : "en", name })),
  );
  return {
    statements: mails.map(({ statement }) => statement),
    enqueueMails: async (env) => {
      await Promise.all(mails.map(({ id }) => enqueueMail(env, id)));
    },
  };
}

const maxSuperAdmins = 100;

const readerColumns = {
  email: text("u.email"),
  language: text("u.language"),
  name: text("coalesce(u.full_name, u.username)"),
};

/** Super admins who can log in and have an email address. */
const listSuperAdmins = (db: Database) =>
  selectRows(
    db,
    readerColumns,
    (columns) => sql`SELECT ${columns} FROM role r
      JOIN user_role x ON x.role_id = r.id
      JOIN user u ON u.id = x.user_id
    WHERE r.authority = 'ROLE_SUPER_ADMIN' AND u.enabled AND NOT u.account_locked AND NOT u.account_expired AND u.email IS NOT NULL
    LIMIT ${maxSuperAdmins}`,
  );
