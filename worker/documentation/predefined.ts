import { and, desc, eq, inArray, isNotNull, ne, type SQL } from "drizzle-orm";
import { predefinedTypes } from "#domain/configuration/types.ts";
import { problem } from "#domain/core/problem.ts";
import type { PredefinedAnswers } from "#domain/endpoints/capture/predefined.ts";
import { predefinedOptions } from "#domain/template/types.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import { destinationOf } from "#worker/connectors/openConnector.ts";
import { lookUp } from "#worker/connectors/sources/lookup.ts";
import type { KnownAnswers } from "#worker/connectors/sources/sourceReader.ts";
import type { Database } from "#worker/db/database.ts";
import {
  documentation,
  documentationTask,
  predefinedConfiguration,
  template,
} from "#worker/db/schema/index.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import type { Env } from "#worker/env.ts";
import { decryptSecrets } from "#worker/resources/secretParams.ts";

/** Answers that are read for a name, newest first: more than its latest documentations have. */
const maxAnswers = 200;

/**
 * The predefined answers for a name (2§7), by option: from the template's source system, otherwise the one that was captured last. A source
 * that fails or times out is reported as `failure`, so that it does not prevent capturing.
 * @param usableCondition condition for the templates that the caller may use
 * @throws notFound for any other template
 */
export async function lookUpPredefinedAnswers(
  env: Env,
  db: Database,
  { usableCondition, id, name }: { usableCondition: SQL | undefined; id: string; name: string },
): Promise<PredefinedAnswers> {
  const templateRow = await db
    .select({
      customerId: template.customerId,
      enabled: template.predefinedEnabled,
      configurationId: template.predefinedConfigurationId,
    })
    .from(template)
    .where(and(usableCondition, eq(template.id, id)))
    .get();
  if (!templateRow) throw problem("notFound");
  if (!templateRow.enabled) return { items: [], failure: null };
  const [capturedAnswers, { answers, failure }] = await Promise.all([
    findCapturedAnswers(db, templateRow.customerId, name),
    lookUpAnswers(env, db, templateRow, name),
  ]);
  const items = predefinedOptions.flatMap((option): PredefinedAnswers["items"] => {
    const [lookedUpAnswer, capturedAnswer] = [answers[option], capturedAnswers.get(option)];
    if (lookedUpAnswer !== undefined) return [{ option, answer: lookedUpAnswer, captured: false }];
    return capturedAnswer === undefined ? [] : [{ option, answer: capturedAnswer, captured: true }];
  });
  return { items, failure };
}

async function lookUpAnswers(
  env: Env,
  db: Database,
  { customerId, configurationId }: { customerId: number; configurationId: string | null },
  name: string,
): Promise<{ answers: KnownAnswers; failure: PredefinedAnswers["failure"] }> {
  if (configurationId === null) return { answers: {}, failure: null };
  const configuration = await db
    .select()
    .from(predefinedConfiguration)
    .where(
      and(
        eq(predefinedConfiguration.customerId, customerId),
        eq(predefinedConfiguration.id, configurationId),
      ),
    )
    .get();
  const type = predefinedTypes.find((value) => value === configuration?.type);
  if (!configuration || !type) return { answers: {}, failure: null };
  try {
    const secrets = decryptSecrets(
      env,
      { entity: "predefinedConfiguration", id: configuration.id },
      configuration.secrets,
    );
    return {
      answers: await lookUp(type, destinationOf(env, configuration.params, secrets), name),
      failure: null,
    };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return {
      answers: {},
      failure: { configuration: configuration.name, kind: error.kind, message: error.message },
    };
  }
}

/** The newest answer to each option in the documentations of that name. */
async function findCapturedAnswers(
  db: Database,
  customerId: number,
  name: string,
): Promise<Map<string, string>> {
  const rows = await db
    .select({ option: documentationTask.options, answer: documentationTask.answer })
    .from(documentation)
    // A cross join fixes the order: documentations by name, then their tasks.
    .crossJoin(documentationTask)
    .where(
      and(
        eq(documentationTask.customerId, documentation.customerId),
        eq(documentationTask.documentationId, documentation.id),
        eq(documentation.customerId, customerId),
        eq(documentation.name, name),
        ne(documentation.status, "DELETED"),
        eq(documentation.hidden, false),
        eq(documentationTask.type, "PREDEFINED"),
        isNotNull(documentationTask.answer),
        inArray(documentationTask.options, [...predefinedOptions]),
      ),
    )
    .orderBy(desc(withoutIndex(documentation.dateCreated)), desc(withoutIndex(documentation.seq)))
    .limit(maxAnswers);
  const newest = new Map<string, string>();
  for (const { option, answer } of rows)
    if (option && answer && !newest.has(option)) newest.set(option, answer);
  return newest;
}
