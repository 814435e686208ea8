import { sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { countDeletion, deleteDocumentations } from "#domain/endpoints/review/deleteDocumentations.ts";
import { mount } from "#worker/api/mount.ts";
import { requesterOf } from "#worker/auth/session/actor.ts";
import { databaseOf } from "#worker/db/database.ts";
import { selectNumber } from "#worker/db/rows.ts";
import type { App } from "#worker/http/context.ts";
import { startJob, toJobStatus } from "#worker/jobs/startJob.ts";
import { findCustomer } from "#worker/resources/customerResource.ts";
import { type DeletionRequest, deletionKind } from "./deleteDocumentationsJob.ts";
import { assertSelectionValid, previewDeletion } from "./deletionSelection.ts";

export function mountDeleteDocumentations(app: App): void {
  mount(app, countDeletion, async ({ db, body }) => {
    await findCustomer(db, body.customerId);
    await assertSelectionValid(db, body);
    return previewDeletion(db, body);
  });

  mount(app, deleteDocumentations, async ({ env, actor, body }) => {
    const db = databaseOf(env);
    const { expected, ...selection } = body;
    const { id: customerId } = await findCustomer(db, selection.customerId);
    await assertSelectionValid(db, selection);
    const { documentations, bytes } = await previewDeletion(db, selection);
    if (expected !== undefined && expected !== documentations) throw problem("staleVersion");
    const maxSeq = await selectNumber(db, sql`SELECT max(seq) FROM documentation`);
    const requester = requesterOf(actor);
    const request = {
      ids: selection.ids.join(";"),
      except: selection.except.join(";"),
      query: selection.matching?.query ?? null,
      horizon: maxSeq,
      documentations,
      size: bytes,
    } satisfies DeletionRequest;
    return toJobStatus(await startJob(env, db, deletionKind, { customerId, requester, request }));
  });
}
