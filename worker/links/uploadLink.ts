import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import { addSeconds, now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { defaultLinkDays, type LinkPurpose, maxLinkDays } from "#domain/links/uploadLink.ts";
import { deriveToken, linkUrl, newToken } from "#worker/auth/linkAuth.ts";
import { authorOf, requesterOf } from "#worker/auth/session/actor.ts";
import { sha256 } from "#worker/auth/session/sessionTokens.ts";
import { auditStatement } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { type DocumentationRow, uploadToken } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";

const secondsPerDay = 86_400;

/** A new link and the statements that insert it. Only the token's hash is stored. */
export interface NewLink {
  row: typeof uploadToken.$inferSelect;
  token: string;
  url: string;
  statements: [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];
}

/** @throws invalid for an expiry that is in the past or too far in the future */
export async function prepareLink(
  env: Env,
  db: Database,
  actor: Actor,
  { customerId, licenseId, id: documentationId }: DocumentationRow,
  {
    purpose,
    expireDate = addSeconds(defaultLinkDays * secondsPerDay),
    isMailed = false,
  }: { purpose: LinkPurpose; expireDate?: string | undefined; isMailed?: boolean },
): Promise<NewLink> {
  if (expireDate <= now()) throw problem("invalid", { fields: { expireDate: "tooSmall" } });
  if (expireDate > addSeconds(maxLinkDays * secondsPerDay))
    throw problem("invalid", { fields: { expireDate: "tooLarge" } });
  const id = crypto.randomUUID();
  const token = isMailed ? deriveToken(env, customerId, id) : newToken(customerId);
  const row = {
    id,
    customerId,
    documentationId,
    licenseId,
    purpose,
    tokenHash: await sha256(token),
    creator: actor.username,
    userId: actor.realUserId ?? actor.userId,
    requester: requesterOf(actor),
    notifiedUntil: null,
    expireDate,
    revokedAt: null,
    dateCreated: now(),
  };
  const statements: NewLink["statements"] = [
    db.insert(uploadToken).values(row),
    auditStatement(db, {
      author: { ...authorOf(actor), customerId },
      objectClass: "siteproof.UploadToken",
      objectId: row.id,
      action: "CREATE",
      params: {
        documentationId: { after: documentationId },
        purpose: { after: purpose },
        expireDate: { after: expireDate },
      },
    }),
  ];
  return { row, token, url: linkUrl(env, purpose, token), statements };
}
