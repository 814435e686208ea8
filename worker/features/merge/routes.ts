import { eq } from "drizzle-orm";
import { mergeDocumentations } from "#domain/endpoints/review/mergeCalls.ts";
import { mount } from "#worker/api/mount.ts";
import { requesterOf } from "#worker/auth/session/actor.ts";
import { databaseOf } from "#worker/db/database.ts";
import { job } from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import type { App } from "#worker/http/context.ts";
import { runJobToEnd } from "#worker/jobs/runJob.ts";
import { insertInlineJob, startJob, toJobStatus } from "#worker/jobs/startJob.ts";
import { assertCustomerHasProduct } from "#worker/resources/products.ts";
import { deriveDocumentationId } from "./mergeIds.ts";
import { mergeKind } from "./mergeJob.ts";
import { readOriginals } from "./originals.ts";
import { createMergePlan } from "./planMerge.ts";

/** Limits of a merge during the call; larger ones run in the background. */
const maxInlineMerge = { objects: 60, bytes: 50_000_000 };

export function mountMerge(app: App): void {
  mount(app, mergeDocumentations, async ({ env, actor, body }) => {
    const db = databaseOf(env);
    const originals = await readOriginals(db, { ...body, customerId: scopeOf(actor).customerId });
    await assertCustomerHasProduct(
      db,
      "MERGE_DOCUMENTATIONS",
      originals.documentations[0]!.customerId,
      "documentations",
    );
    const request = {
      name: body.name,
      documentations: body.documentations.join(";"),
      tasks: body.tasks.join(";"),
      photos: body.photos.join(";"),
    };
    const { customerId } = originals.documentations[0]!;
    const startRequest = { customerId, requester: requesterOf(actor), request };
    const { copies } = createMergePlan("", originals);
    const bytes = copies.reduce((sum, { size }) => sum + (size ?? 0), 0);
    if (copies.length > maxInlineMerge.objects || bytes > maxInlineMerge.bytes) {
      const row = await startJob(env, db, mergeKind, startRequest);
      return { id: deriveDocumentationId(row.id), job: toJobStatus(row) };
    }
    const { id } = await insertInlineJob(db, mergeKind, startRequest);
    await runJobToEnd(env, db, id, mergeKind);
    const row = await db.select().from(job).where(eq(job.id, id)).get();
    return { id: deriveDocumentationId(id), job: toJobStatus(row!) };
  });
}
