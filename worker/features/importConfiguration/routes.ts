import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { findNextImport } from "#domain/configuration/importSchedule.ts";
import { suggestionImportFrequencies } from "#domain/configuration/importTypes.ts";
import { toIsoSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import {
  triggerExpectedAnswerImport,
  triggerSuggestionImport,
} from "#domain/endpoints/configuration/importConfiguration.ts";
import { mount } from "#worker/api/mount.ts";
import { requesterOf } from "#worker/auth/session/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { number, selectRow, uuid } from "#worker/db/rows.ts";
import type { Env } from "#worker/env.ts";
import type { App } from "#worker/http/context.ts";
import { parseInput } from "#worker/http/problems.ts";
import { enqueueJobQuietly } from "#worker/jobs/startJob.ts";
import type { Binding, Fields } from "#worker/resources/binding.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { mountTypedConfiguration } from "#worker/resources/typedConfiguration.ts";
import { type ImportKind, importKinds } from "./importKinds.ts";
import { openEventSql, startStatements } from "./startImport.ts";

/** Import configurations (3§3, 3§5), and running one immediately (3§2). Their events use the standard calls. */
export function mountImportConfigurations(app: App): void {
  for (const kind of Object.values(importKinds)) mountConfigurations(app, kind);
  mount(app, triggerSuggestionImport, async ({ env, db, actor, params, query }) => {
    const id = await startOrFindImport(env, db, actor, importKinds.suggestion, params.id, query.confirmed);
    return findRow(db, importKinds.suggestion.events, actor, id);
  });
  mount(app, triggerExpectedAnswerImport, async ({ env, db, actor, params, query }) => {
    const id = await startOrFindImport(
      env,
      db,
      actor,
      importKinds.expectedAnswer,
      params.id,
      query.confirmed,
    );
    return findRow(db, importKinds.expectedAnswer.events, actor, id);
  });
}

/** A configuration belongs to the customer of its list; `customerId` may be omitted when creating one. */
function mountConfigurations(app: App, kind: ImportKind): void {
  const { binding, keys, field, column } = kind;
  mountTypedConfiguration(app, binding, keys, {
    async completeBody(db, body) {
      const input: Fields = parseInput(binding.resource.creation, body);
      return {
        ...(typeof body === "object" && body),
        customerId: input.customerId ?? (await findCustomerId(db, kind, input[field])),
      };
    },
    async columns(db, newValues, existing) {
      if ((await findCustomerId(db, kind, newValues[field])) !== newValues.customerId)
        throw problem("invalid", { fields: { [field]: "notFound" } });
      return {
        [column]: newValues[field],
        ...createNextRunColumn(timingSchema.parse(newValues), existing && timingSchema.parse(existing)),
      };
    },
  });
}

const timingSchema = z.object({ frequency: z.enum(suggestionImportFrequencies), disabled: z.boolean() });
type ImportTiming = z.output<typeof timingSchema>;

/** The column `nextRunAt` after a write. A due configuration stays due if its frequency and state do not change. */
function createNextRunColumn(
  { frequency, disabled }: ImportTiming,
  existing: ImportTiming | undefined,
): { nextRunAt?: string | null } {
  if (disabled) return { nextRunAt: null };
  if (existing && !existing.disabled && existing.frequency === frequency) return {};
  return { nextRunAt: toIsoSeconds(findNextImport(frequency, new Date())) };
}

/** The customer of a list. @throws invalid, naming the field, for an unknown list */
async function findCustomerId(db: Database, { tables, field }: ImportKind, id: unknown): Promise<number> {
  const listRow = await selectRow(
    db,
    { customerId: number("customer_id") },
    (columns) => sql`SELECT ${columns} FROM ${tables.lists} WHERE id = ${idParam(String(id))}`,
  );
  if (!listRow) throw problem("invalid", { fields: { [field]: "notFound" } });
  return listRow.customerId;
}

/** Starts an import unless one is active, and returns the id of the open event. */
async function startOrFindImport(
  env: Env,
  db: Database,
  actor: Actor,
  kind: ImportKind,
  configurationId: string,
  isConfirmed: boolean,
): Promise<string> {
  const binding: Binding = kind.binding;
  const { id, customerId, type } = await findRow(db, binding, actor, configurationId);
  const configuration = { id: String(id), customerId: Number(customerId), type: String(type) };
  const { eventId, job, statements } = startStatements(db, kind, configuration, {
    requester: requesterOf(actor),
    confirmed: isConfirmed,
  });
  const [insertResult] = await db.batch(statements);
  if (insertResult.meta.changes > 0) {
    await enqueueJobQuietly(env, job);
    return eventId;
  }
  const openEventRow = await selectRow(
    db,
    { id: uuid("id") },
    (columns) => sql`SELECT ${columns} FROM (${openEventSql(kind, configuration)})`,
  );
  // The active import ended between the two statements, so another one may be started.
  return openEventRow?.id ?? startOrFindImport(env, db, actor, kind, configurationId, isConfirmed);
}
