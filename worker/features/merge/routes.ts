import { eq } from "drizzle-orm";
import { mergeDocumentations } from "../../../domain/endpoints/merge";
import { databaseOf } from "../../db/database";
import { job } from "../../db/schema";
import { scopeOf } from "../../db/scope";
import { mount } from "../../entrance/mount";
import { requesterOf } from "../../entrance/session/actor";
import type { App } from "../../http/context";
import { insertInlineJob, jobAnswerOf, startJob } from "../../jobs/job";
import { runToEnd } from "../../jobs/run";
import { assertHasProduct } from "../../resources/products";
import { mergedId } from "./ids";
import { mergeKind } from "./kind";
import { readOriginals } from "./originals";
import { planOf } from "./plan";

/** The most that is copied while the caller waits; larger merges run in the background. */
const inlineLimits = { objects: 60, bytes: 50_000_000 };

export function mountMerge(app: App): void {
  mount(app, mergeDocumentations, async ({ env, actor, body }) => {
    const db = databaseOf(env);
    const originals = await readOriginals(db, { ...body, customerId: scopeOf(actor).customerId });
    await assertHasProduct(
      db,
      "MERGE_DOCUMENTATIONS",
      originals.documentations[0]!.customerId,
      "documentations",
    );
    const wish = {
      name: body.name,
      documentations: body.documentations.join(";"),
      tasks: body.tasks.join(";"),
      photos: body.photos.join(";"),
    };
    const { customerId } = originals.documentations[0]!;
    const start = { customerId, requester: requesterOf(actor), wish };
    const { copies } = planOf("", originals);
    const bytes = copies.reduce((sum, { size }) => sum + (size ?? 0), 0);
    if (copies.length > inlineLimits.objects || bytes > inlineLimits.bytes) {
      const row = await startJob(env, db, mergeKind, start);
      return { id: mergedId(row.id), job: jobAnswerOf(row) };
    }
    const { id } = await insertInlineJob(db, mergeKind, start);
    await runToEnd(env, db, id, mergeKind);
    const row = await db.select().from(job).where(eq(job.id, id)).get();
    return { id: mergedId(id), job: jobAnswerOf(row!) };
  });
}
