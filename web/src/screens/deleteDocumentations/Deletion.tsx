import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useCustomerId } from "../../api/session";
import { showAlert } from "../../kit/alertStore";
import { Banner } from "../../kit/Flash";
import { JobProgress } from "../../kit/job/JobProgress";
import { isJobRunning, useJob } from "../../kit/job/useJob";
import { BottomSpace } from "../../kit/stacks";
import { Footnote } from "../../kit/text";

/** Progress and result of a deletion. */
export function Deletion({ jobId, onDone }: { jobId: string; onDone: () => void }) {
  const { t } = useTranslation("tools");
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const job = useJob(jobId);
  const state = job.data?.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended
  useEffect(() => {
    if (state !== "DONE" && state !== "FAILED") return;
    void queries.invalidateQueries({ queryKey: [customerId] });
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
      <JobProgress job={job.data ?? null} label={t("delete.progress")} waiting={t("delete.waiting")} />
      <Footnote>{t("delete.goesOn")}</Footnote>
    </BottomSpace>
  );
}
