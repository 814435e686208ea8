import { and, eq } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { HabitStore, WriteHabit } from "#worker/connectors/habitStore.ts";
import type { Database } from "#worker/db/database.ts";
import { exportConfiguration } from "#worker/db/schema/index.ts";
import { getErrorMessage } from "#worker/jobs/runJob.ts";

type ExportConfiguration = typeof exportConfiguration.$inferSelect;

/** Time after which a destination that only accepted direct writes is tested again, because it may support renaming by now. */
const directHabitSeconds = 30 * 86_400;

/** The scope of a habit: another server, folder or user may have other habits. */
const addressOf = ({ type, params }: Pick<ExportConfiguration, "type" | "params">): string =>
  JSON.stringify([type, params.url?.trim() || params.host?.trim() || "", params.username?.trim() ?? ""]);

/** How a destination accepts files, as learnt by deliveries; unknown once its address has changed. */
export function getKnownHabit(row: Pick<ExportConfiguration, "type" | "params" | "writeHabit">): WriteHabit {
  const { writeHabit } = row;
  if (!writeHabit || writeHabit.address !== addressOf(row)) return { method: null, reason: null };
  const isOutdated = writeHabit.method === "DIRECT" && writeHabit.learntAt < addSeconds(-directHabitSeconds);
  return isOutdated
    ? { method: null, reason: null }
    : { method: writeHabit.method, reason: writeHabit.reason };
}

/**
 * The habits of a destination, kept with its configuration.
 * @param habit null fields are learnt again
 */
export function createHabitStore(
  db: Database,
  row: Pick<ExportConfiguration, "id" | "customerId" | "type" | "params" | "writeHabit">,
  habit: WriteHabit = getKnownHabit(row),
): HabitStore {
  return {
    habit: habit,
    async learn({ method, reason }) {
      try {
        await db
          .update(exportConfiguration)
          .set({ writeHabit: { address: addressOf(row), method, reason, learntAt: now() } })
          .where(and(eq(exportConfiguration.customerId, row.customerId), eq(exportConfiguration.id, row.id)));
      } catch (error) {
        console.error(JSON.stringify({ exportConfiguration: row.id, error: getErrorMessage(error) }));
      }
    },
  };
}
