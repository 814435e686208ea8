import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { type FieldError, problem } from "#domain/core/problem.ts";
import type { TextRepair } from "#domain/core/text/textRepairs.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import type { createDocumentation } from "#domain/endpoints/review/review.ts";
import { listCaptureLicenses } from "#worker/auth/captureLicenses.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { template } from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { findVisibleDocumentation, readDetails } from "#worker/documentation/details.ts";
import { offeredTemplatesCondition } from "./deviceTemplates.ts";
import { saveCapturedDocumentation } from "./saveDocumentation.ts";

type NewDocumentation = z.output<NonNullable<typeof createDocumentation.body>>;

const invalidFieldProblem = (field: string, error: FieldError) =>
  problem("invalid", { fields: { [field]: error } });

/**
 * Creates a documentation for a logged-in user (2§3).
 * @throws forbidden for another customer; invalid for another creator, a licence the user cannot capture with or a template that
 * is not offered; duplicate for an id in use
 */
export async function createDocumentationByStaff(
  db: Database,
  actor: Actor,
  { licenseId, ...input }: NewDocumentation,
  repairs: readonly TextRepair[],
): Promise<DocumentationDetails> {
  const customerId = scopeOf(actor, input.customerId).customerId ?? actor.customerId;
  if (input.creator !== undefined && input.creator !== actor.username)
    throw invalidFieldProblem("creator", "invalid");
  if (licenseId !== null) {
    const licenses = await listCaptureLicenses(db, { customerId, userId: actor.userId });
    if (!licenses.some(({ id }) => id === licenseId)) throw invalidFieldProblem("licenseId", "notFound");
  }
  const allowedTemplate = await db
    .select({ id: template.id })
    .from(template)
    .where(and(offeredTemplatesCondition(customerId, licenseId), eq(template.id, input.templateId)))
    .get();
  if (!allowedTemplate) throw invalidFieldProblem("templateId", "notFound");
  const id = input.id ?? crypto.randomUUID();
  const author = { ...authorOf(actor), customerId };
  await saveCapturedDocumentation(
    db,
    { customerId, licenseId, author, path: "", isNew: true, repairs },
    { ...input, id, creator: actor.username, dateCreated: input.dateCreated ?? now() },
  );
  return readDetails(db, await findVisibleDocumentation(db, scopeOf(actor), id));
}
