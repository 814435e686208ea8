import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "../../domain/access/actor";
import { addSeconds, now } from "../../domain/fields";
import { problem } from "../../domain/problem";
import { defaultLinkDays, type LinkPurpose, maxLinkDays } from "../../domain/rules/uploadToken";
import { auditStatement } from "../db/audit";
import type { Database } from "../db/database";
import { uploadToken } from "../db/schema";
import { linkUrl, newToken } from "../entrance/link";
import { authorOf, requesterOf } from "../entrance/session/actor";
import { sha256 } from "../entrance/session/tokens";
import type { Env } from "../env";
import type { DocumentationRow } from "./change";

const day = 86_400;

/** A link that is about to be made, and the statements that make it. Just the token's hash is stored. */
export interface NewLink {
  row: typeof uploadToken.$inferSelect;
  token: string;
  url: string;
  statements: BatchItem<"sqlite">[];
}

/** @throws invalid for an end that has passed or is too far away */
export async function newLink(
  env: Env,
  db: Database,
  actor: Actor,
  { customerId, licenseId, id: documentationId }: DocumentationRow,
  {
    purpose,
    expireDate = addSeconds(defaultLinkDays * day),
  }: { purpose: LinkPurpose; expireDate?: string | undefined },
): Promise<NewLink> {
  if (expireDate <= now()) throw problem("invalid", { fields: { expireDate: "tooSmall" } });
  if (expireDate > addSeconds(maxLinkDays * day))
    throw problem("invalid", { fields: { expireDate: "tooLarge" } });
  const token = newToken(customerId);
  const row = {
    id: crypto.randomUUID(),
    customerId,
    documentationId,
    licenseId,
    purpose,
    tokenHash: await sha256(token),
    creator: actor.username,
    userId: actor.realUserId ?? actor.userId,
    requester: requesterOf(actor),
    told: null,
    expireDate,
    revoked: null,
    dateCreated: now(),
  };
  const statements = [
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
