import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Language } from "#domain/core/language.ts";
import { problem } from "#domain/core/problem.ts";
import { user as userContract } from "#domain/resources/index.ts";
import { type Author, auditStatement, difference } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { user } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { enqueueMail, queueMail } from "#worker/mail/mailer.ts";
import { passwordChangedMail } from "#worker/mail/mailTexts.ts";
import { endUserSessionsStatement } from "./endSession.ts";
import { hashPassword } from "./password.ts";
import { passwordFault } from "./passwordStrength.ts";

interface Owner {
  id: number;
  username: string;
  fullName: string | null;
  email: string | null;
}

interface NewPassword {
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
  { id, username, fullName, email }: Owner,
  { password, author, language, keptSessionId }: NewPassword,
): Promise<{
  statements: [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];
  notify: (env: Env) => Promise<void>;
}> {
  const fault = await passwordFault(password, { username, fullName, email });
  if (fault) throw problem("invalid", { fields: { password: fault } });
  const letter = passwordChangedMail({ language, name: fullName ?? username }, username);
  const mail = email ? queueMail(db, email, letter) : null;
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
        params: difference({ password: "" }, { password }),
      }),
      endUserSessionsStatement(db, id, "PASSWORD_CHANGED", keptSessionId),
      ...(mail ? [mail.statement] : []),
    ],
    notify: async (env) => {
      if (mail) await enqueueMail(env, mail.id);
    },
  };
}
