import { eq } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { splitAddresses } from "#domain/configuration/typedParams.ts";
import { listMissingSettings } from "#domain/configuration/types.ts";
import type { Row } from "#domain/contract/resource.ts";
import type { Language } from "#domain/core/language.ts";
import { problem } from "#domain/core/problem.ts";
import { isRetryable } from "#domain/delivery/states.ts";
import type { ConnectionCheck } from "#domain/endpoints/exports/exportConfigurationCalls.ts";
import type { exportConfiguration as contract } from "#domain/resources/index.ts";
import {
  ConnectorError,
  maxConnectionsPerHost,
  type OutgoingFile,
  type Progress,
} from "#worker/connectors/connector.ts";
import type { HabitStore, WriteHabit } from "#worker/connectors/habitStore.ts";
import { destinationOf, openConnector } from "#worker/connectors/openConnector.ts";
import { withTimeout } from "#worker/connectors/timeouts.ts";
import type { Database } from "#worker/db/database.ts";
import { exportConfiguration } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { createOutboxMail, enqueueMail } from "#worker/mail/mailer.ts";
import { createConnectionTestMail } from "#worker/mail/mailTexts.ts";
import { exportConfigurationBinding } from "#worker/resources/configuration.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { decryptSecrets } from "#worker/resources/secretParams.ts";
import { createHabitStore } from "#worker/resources/writeHabits.ts";
import { createSampleFile, extensionOf } from "./sampleFile.ts";

/** Time limit of the whole check. */
const timeoutMs = 45_000;

/** Path settings, which may contain placeholders for answers. */
const pathSettings = ["path", "directory", "url"] as const;

/**
 * Checks whether a destination accepts files by writing and removing small ones. EMAIL gets a test mail at its fixed addresses.
 * The result is not stored.
 */
export async function runConnectionCheck(
  env: Env,
  db: Database,
  actor: Actor,
  id: string,
  language: Language,
): Promise<ConnectionCheck> {
  const destination = await findRow(db, exportConfigurationBinding, actor, id);
  const startedAt = performance.now();
  const findings: DestinationFindings = { encrypted: null, habit: null, refused: new Map() };
  const createResult = (thrownError: ConnectorError | null): ConnectionCheck => {
    const [refusal] = findings.refused.values();
    const error = thrownError ?? refusal ?? null;
    return {
      ...{
        encrypted: findings.encrypted,
        ok: thrownError === null,
        refusedExtensions: [...findings.refused.keys()],
      },
      ...{ writeMethod: findings.habit?.method ?? null, writeReason: findings.habit?.reason ?? null },
      errorKind: error?.kind ?? null,
      errorStatusCode: error?.status ?? null,
      errorMessage: error?.message ?? null,
      milliseconds: Math.round(performance.now() - startedAt),
    };
  };
  try {
    if (destination.type === "EMAIL") await sendTestMail(env, db, destination, language);
    else {
      await testFiles(env, db, destination, findings);
    }
    return createResult(null);
  } catch (error) {
    if (error instanceof ConnectorError) return createResult(error);
    throw error;
  }
}

type ExportConfiguration = Row<typeof contract>;

/** The findings so far, which are reported even if the check fails. */
interface DestinationFindings {
  encrypted: boolean | null;
  /** Null until a file has been written, and for types with a single write method. */
  habit: WriteHabit | null;
  /** Refusals of single files, by the ending of their names. */
  refused: Map<string, ConnectorError>;
}

function assertRequiredParams({ type, params, secretsSet }: ExportConfiguration): void {
  const missingKeys = listMissingSettings(type, params, secretsSet);
  if (missingKeys.length > 0)
    throw new ConnectorError("config", `These settings are not filled in: ${missingKeys.join(", ")}.`);
}

/**
 * The number of files to write, over as many connections as a delivery uses. FTP opens a data connection for each file, and some servers
 * refuse all or most of them after the first one, such as vsftpd with require_ssl_reuse.
 */
const sampleFileCountOf = (type: ExportConfiguration["type"]): number =>
  type === "FTP" ? 8 * maxConnectionsPerHost : maxConnectionsPerHost;

async function testFiles(
  env: Env,
  db: Database,
  destination: ExportConfiguration,
  findings: DestinationFindings,
): Promise<void> {
  assertRequiredParams(destination);
  const { id, type, params } = destination;
  const secretsRow = await db.select().from(exportConfiguration).where(eq(exportConfiguration.id, id)).get();
  if (!secretsRow) throw problem("notFound");
  const secrets = decryptSecrets(
    env,
    { entity: exportConfigurationBinding.resource.name, id },
    secretsRow.secrets,
  );
  // Ignores habits learnt by deliveries, because the destination may have changed.
  const store = createHabitStore(db, secretsRow, { method: null, reason: null });
  const habits: HabitStore = {
    habit: store.habit,
    async learn(habit) {
      findings.habit = habit;
      await store.learn(habit);
    },
  };
  const connector = openConnector(type, {
    ...destinationOf(env, removePlaceholderFolders(params), secrets),
    habits,
  });
  const writeAndRemoveFiles = async () => {
    await connector.ensureFolder([]);
    const files = Array.from({ length: sampleFileCountOf(type) }, (_, index) => createSampleFile(index));
    const writtenFiles: OutgoingFile[] = [];
    const put = async (file: OutgoingFile) => {
      try {
        await connector.put(file, createDiscardedProgress(file));
        writtenFiles.push(file);
      } catch (error) {
        const isRefusal = error instanceof ConnectorError && error.isOfFile && !isRetryable(error.kind);
        if (!isRefusal) throw error;
        findings.refused.set(extensionOf(file), error);
      }
    };
    try {
      await runConcurrently(maxConnectionsPerHost, files, put);
      const [refusal] = findings.refused.values();
      if (refusal && writtenFiles.length === 0) throw refusal;
    } catch (error) {
      // Removes the files that were written. The original error is reported.
      await runConcurrently(maxConnectionsPerHost, files, async (file) => {
        await connector.remove(file.folders, file.name).catch(() => undefined);
        await connector.forget(file.folders, file.name, createDiscardedProgress(file).key);
      });
      throw error;
    }
    await runConcurrently(maxConnectionsPerHost, writtenFiles, (file) =>
      connector.remove(file.folders, file.name),
    );
  };
  try {
    await withTimeout(timeoutMs, destination.name, writeAndRemoveFiles());
  } finally {
    findings.encrypted = connector.isEncrypted();
    await connector.close();
  }
}

/** Processes all items, several at a time. @throws the first error, once the items in progress have ended */
async function runConcurrently<T>(
  concurrency: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...items];
  const run = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift())
      await work(item).catch((error: unknown) => {
        queue.length = 0;
        throw error;
      });
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, run));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

const createDiscardedProgress = ({ name }: OutgoingFile): Progress => ({
  key: `check-${name.split(/[-.]/).at(-2)}`,
  resumePoint: null,
  save: async () => {},
});

/** Cuts paths before the first folder with a placeholder: the check creates no folders for answers, and writes into the parent. */
function removePlaceholderFolders(params: ExportConfiguration["params"]): ExportConfiguration["params"] {
  const truncatedPaths = pathSettings.flatMap((key) => {
    const segments = params[key]?.split("/") ?? [];
    const firstPlaceholderIndex = segments.findIndex((segment) => /\{[^{}]+\}/.test(segment));
    return firstPlaceholderIndex > 0
      ? [[key, segments.slice(0, firstPlaceholderIndex).join("/")] as const]
      : [];
  });
  return { ...params, ...Object.fromEntries(truncatedPaths) };
}

async function sendTestMail(
  env: Env,
  db: Database,
  destination: ExportConfiguration,
  language: Language,
): Promise<void> {
  assertRequiredParams(destination);
  const recipients = splitAddresses(destination.params.staticEmail);
  if (recipients.length === 0)
    throw new ConnectorError(
      "config",
      "There is no fixed address to send a test mail to: the address comes from a task.",
    );
  const sampleContent = createConnectionTestMail(language, destination.name);
  for (const recipient of recipients) {
    const { id, statement } = createOutboxMail(db, recipient, sampleContent, 3600);
    await statement;
    await enqueueMail(env, id);
  }
}
