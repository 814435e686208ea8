import i18next from "i18next";
import { call } from "#api/client.ts";
import { undoBulkChange } from "#domain/endpoints/review/bulkChangeCalls.ts";
import { getJob, type JobStatus } from "#domain/endpoints/shared/job.ts";
import { isJobRunning } from "#features/job/useJob.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { offerUndo } from "#ui/undo/undoStore.ts";

/** Milliseconds between two polls of a job without an open dialog. */
const pollIntervalMs = 1000;

/**
 * Polls until the job ends.
 * @throws ApiError if a call fails
 */
async function waitForJob(id: string): Promise<JobStatus> {
  for (;;) {
    const job = await call(getJob, { params: { id } });
    if (!isJobRunning(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}

const bulkText = (key: "changed" | "restored" | "notRestored" | "undoTooLate", count: number) =>
  i18next.t(`documentationList:bulk.${key}`, { count, formattedCount: formatNumber(count) });

/**
 * Waits for a bulk change whose dialog was closed, then offers to undo it. Offers nothing if it failed.
 * @param action the change, in the user's language
 * @param refresh called after rows have changed
 */
export async function offerBulkUndo(
  id: string,
  action: string,
  refresh: () => Promise<unknown>,
): Promise<void> {
  const finishedJob = await waitForJob(id).catch(() => null);
  await refresh();
  const changedCount = finishedJob?.state === "DONE" ? (finishedJob.result?.included ?? 0) : 0;
  if (changedCount === 0) return;
  offerUndo(`${action}: ${bulkText("changed", changedCount)}`, async () => {
    const undoJob = await waitForJob((await call(undoBulkChange, { params: { id } })).id);
    await refresh();
    if (undoJob.state !== "DONE") throw new Error("the undo failed");
    const { included = 0, missing = 0, startedExports = 0 } = undoJob.result ?? {};
    const texts = [
      bulkText("restored", included),
      ...(missing > 0 ? [bulkText("notRestored", missing)] : []),
      ...(startedExports > 0 ? [bulkText("undoTooLate", startedExports)] : []),
    ];
    showAlert(texts.length > 1 ? "warning" : "success", texts.join(" "));
  });
}
