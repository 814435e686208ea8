import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useCustomerId } from "#api/session.ts";
import { JobProgress } from "#features/job/JobProgress.tsx";
import { isJobRunning, useJob } from "#features/job/useJob.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { BottomSpace } from "#ui/layout/boxes.ts";
import { Footnote } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";

/** Progress and result of a deletion. */
export function Deletion({ jobId, onDone }: { jobId: string; onDone: () => void }) {
  const { t } = useTranslation("tools");
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const job = useJob(jobId);
  const state = job.data?.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended
  useEffect(() => {
    if (state !== "DONE" && state !== "FAILED") return;
    void queryClient.invalidateQueries({ queryKey: [customerId] });
    if (state !== "DONE") return;
    showAlert("success", t("delete.deletesuccessful", { count: job.data?.result?.included ?? 0 }));
    onDone();
  }, [state]);
  if (state === "FAILED")
    return (
      <BottomSpace>
        <Banner kind="danger" detail={job.data?.error ?? undefined}>
          {t("delete.failed")}
        </Banner>
      </BottomSpace>
    );
  if (job.data && !isJobRunning(job.data)) return null;
  return (
    <BottomSpace>
      <JobProgress job={job.data ?? null} label={t("delete.progress")} waitingText={t("delete.waiting")} />
      <Footnote>{t("delete.continuesText")}</Footnote>
    </BottomSpace>
  );
}
