import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Language } from "#domain/core/language.ts";
import { problem } from "#domain/core/problem.ts";
import { user as userContract } from "#domain/resources/index.ts";
import { type Author, auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { user } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { createOutboxMail, enqueueMail } from "#worker/mail/mailer.ts";
import { createPasswordChangedMail } from "#worker/mail/mailTexts.ts";
import { endUserSessionsStatement } from "./endSession.ts";
import { hashPassword } from "./password.ts";
import { validateNewPassword } from "./passwordStrength.ts";

interface PasswordOwner {
  id: number;
  username: string;
  fullName: string | null;
  email: string | null;
}

interface NewPasswordOptions {
  password: string;
  author: Author;
  /** Language of the mail. */
  language: Language;
  /** Id of the session that continues; all others end. */
  keptSessionId?: string;
}

/**
 * Prepares a password that its owner chose. `statements` belong in a batch: they store it, end the other sessions and queue a mail to
 * the owner. Call `notify` after the batch to send the mail.
 * @throws invalid for a password that can be guessed
 */
export async function prepareNewPassword(
  db: Database,
  { id, username, fullName, email }: PasswordOwner,
  { password, author, language, keptSessionId }: NewPasswordOptions,
): Promise<{
  statements: [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];
  notify: (env: Env) => Promise<void>;
}> {
  const fieldError = await validateNewPassword(password, { username, fullName, email });
  if (fieldError) throw problem("invalid", { fields: { password: fieldError } });
  const content = createPasswordChangedMail({ language, name: fullName ?? username }, username);
  const mail = email ? createOutboxMail(db, email, content) : null;
  return {
    statements: [
      db
        .update(user)
        .set({
          password: await hashPassword(password),
          passwordExpired: false,
          version: sql`${user.version} + 1`,
        })
        .where(eq(user.id, id)),
      auditStatement(db, {
        author,
        objectClass: userContract.objectClass,
        objectId: id,
        action: "UPDATE",
        params: changeParamsOf({ password: "" }, { password }),
      }),
      endUserSessionsStatement(db, id, "PASSWORD_CHANGED", keptSessionId),
      ...(mail ? [mail.statement] : []),
    ],
    notify: async (env) => {
      if (mail) await enqueueMail(env, mail.id);
    },
  };
}
