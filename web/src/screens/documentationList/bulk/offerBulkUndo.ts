import i18next from "i18next";
import { call } from "#api/client.ts";
import { undoBulkChange } from "#domain/endpoints/review/bulkChangeCalls.ts";
import { getJob, type JobStatus } from "#domain/endpoints/shared/job.ts";
import { isJobRunning } from "#features/job/useJob.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { offerUndo } from "#ui/undo/undoStore.ts";

/** Milliseconds between two looks at a job that nobody watches. */
const pollIntervalMs = 1000;

/** The job when it is over. @throws whatever its calls fail with */
async function waitForJob(id: string): Promise<JobStatus> {
  for (;;) {
    const job = await call(getJob, { params: { id } });
    if (!isJobRunning(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}

const bulkText = (key: "done" | "undone" | "undoLeft", count: number) =>
  i18next.t(`documentationList:bulk.${key}`, { count, shown: formatNumber(count) });

/**
 * Offers to undo a change in bulk whose dialog is closed, once it is over; where it failed, nothing is offered.
 * @param refresh called when rows have changed
 */
export async function offerBulkUndo(id: string, refresh: () => Promise<unknown>): Promise<void> {
  const done = await waitForJob(id).catch(() => null);
  await refresh();
  const changed = done?.state === "DONE" ? (done.result?.included ?? 0) : 0;
  if (changed === 0) return;
  offerUndo(bulkText("done", changed), async () => {
    const undone = await waitForJob((await call(undoBulkChange, { params: { id } })).id);
    await refresh();
    if (undone.state !== "DONE") throw new Error("the undo did not end");
    const { included = 0, missing = 0 } = undone.result ?? {};
    const left = missing > 0 ? ` ${bulkText("undoLeft", missing)}` : "";
    showAlert(missing > 0 ? "warning" : "success", `${bulkText("undone", included)}${left}`);
  });
}
