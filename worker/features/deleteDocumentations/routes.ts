import { sql } from "drizzle-orm";
import { countDeletion, deleteDocumentations } from "../../../domain/endpoints/deleteDocumentations";
import { problem } from "../../../domain/problem";
import { databaseOf } from "../../db/database";
import { numberOf } from "../../db/rows";
import { mount } from "../../entrance/mount";
import { requesterOf } from "../../entrance/session/actor";
import type { App } from "../../http/context";
import { jobAnswerOf, startJob } from "../../jobs/job";
import { findCustomer } from "../../resources/customer";
import { type DeletionRequest, deletionKind } from "./kind";
import { assertSelectionValid, extentOf } from "./selection";

export function mountDeleteDocumentations(app: App): void {
  mount(app, countDeletion, async ({ db, body }) => {
    await findCustomer(db, body.customerId);
    await assertSelectionValid(db, body);
    return extentOf(db, body);
  });

  mount(app, deleteDocumentations, async ({ env, actor, body }) => {
    const db = databaseOf(env);
    const { expected, ...selection } = body;
    const { id: customerId } = await findCustomer(db, selection.customerId);
    await assertSelectionValid(db, selection);
    const { documentations, bytes } = await extentOf(db, selection);
    if (expected !== undefined && expected !== documentations) throw problem("staleVersion");
    const horizon = await numberOf(db, sql`SELECT max(seq) FROM documentation`);
    const requester = requesterOf(actor);
    const wish = {
      ids: selection.ids.join(";"),
      except: selection.except.join(";"),
      query: selection.matching?.query ?? null,
      horizon,
      documentations,
      size: bytes,
    } satisfies DeletionRequest;
    return jobAnswerOf(await startJob(env, db, deletionKind, { customerId, requester, wish }));
  });
}
