import { Button } from "@primer/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import { type BulkChange, canBeUndone } from "#domain/documentation/bulkChange.ts";
import {
  bulkChange,
  countBulkChange,
  maxMailedSentBack,
  undoBulkChange,
} from "#domain/endpoints/review/bulkChangeCalls.ts";
import { JobProgress } from "#features/job/JobProgress.tsx";
import { isJobRunning, useJob } from "#features/job/useJob.ts";
import { loadTexts } from "#i18n/i18n.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { useDebounced } from "#ui/hooks/useDebounced.ts";
import { CollapsingStack } from "#ui/layout/boxes.ts";
import { Note } from "#ui/layout/typography.ts";
import type { Selection } from "#ui/select/selection.ts";
import { BulkPreviewView, RefusalList } from "./BulkPreviewView.tsx";
import { BulkTagFields, type BulkTagging } from "./BulkTagFields.tsx";
import { type BulkAssignment, emptyAssignment, toAssignmentRequest } from "./bulkAssignment.ts";
import { emptySendBack, hasRecipient, toPreviewedSendBack, toSendBackRequest } from "./bulkSendBack.ts";
import { offerBulkUndo } from "./offerBulkUndo.ts";

const BulkAssignFields = lazy(async () => {
  const [module] = await Promise.all([import("./BulkAssignFields.tsx"), loadTexts("assignment")]);
  return { default: module.BulkAssignFields };
});

const BulkSendBackFields = lazy(async () => {
  const [module] = await Promise.all([import("./BulkSendBackFields.tsx"), loadTexts("retake")]);
  return { default: module.BulkSendBackFields };
});

interface BulkDialogProps {
  change: BulkChange;
  selection: Selection;
  /** The filter behind "all". */
  filter: Record<string, string>;
  onClose: (hasChanged: boolean) => void;
}

/** Dialog for a bulk change: preview with refusals, progress, result, undo. */
export function BulkDialog({ change: action, selection, filter, onClose }: BulkDialogProps) {
  const { t } = useTranslation("documentationList");
  const { t: tCommon } = useTranslation();
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const [jobs, setJobs] = useState<{ changeJobId: string | null; undoJobId: string | null }>({
    changeJobId: null,
    undoJobId: null,
  });
  const [assignment, setAssignment] = useState<BulkAssignment>(emptyAssignment);
  const [tagging, setTagging] = useState<BulkTagging>({ change: "TAG", tag: "" });
  const [sendBackInput, setSendBackInput] = useState(emptySendBack);
  const isSendBack = action === "SEND_BACK";
  const change = action === "TAG" ? tagging.change : action;
  const tag = useDebounced(tagging.tag.trim());
  const isChosen =
    action === "TAG"
      ? tag !== "" && tag === tagging.tag.trim()
      : isSendBack
        ? hasRecipient(sendBackInput)
        : change !== "ASSIGN" || assignment.clearsAssignees || assignment.assignees.length > 0;
  const request = {
    change,
    ...(change === "ASSIGN" && toAssignmentRequest(assignment)),
    ...(action === "TAG" && { tag }),
    ...(selection.all ? { matching: filter } : { ids: [...selection.ids] }),
  };
  const previewRequest = {
    ...request,
    ...(isSendBack && { sendBack: toPreviewedSendBack(sendBackInput) }),
  };
  const preview = useQuery({
    queryKey: [customerId, "bulkChange", previewRequest],
    queryFn: ({ signal }) => call(countBulkChange, { body: previewRequest, signal }),
    staleTime: 0,
    gcTime: 0,
    enabled: jobs.changeJobId === null && isChosen,
    meta: { handlesErrors: true },
  });
  const startMutation = useMutation({
    mutationFn: (expected: number) =>
      call(bulkChange, {
        body: {
          ...request,
          ...(isSendBack && { sendBack: toSendBackRequest(sendBackInput) }),
          expected,
        },
      }),
    meta: { handlesErrors: true },
    onSuccess: ({ id }) => setJobs({ changeJobId: id, undoJobId: null }),
    onError: () => preview.refetch(),
  });
  const undoMutation = useMutation({
    mutationFn: (id: string) => call(undoBulkChange, { params: { id } }),
    meta: { handlesErrors: true },
    onSuccess: ({ id }) => setJobs(({ changeJobId }) => ({ changeJobId, undoJobId: id })),
  });
  const job = useJob(jobs.undoJobId ?? jobs.changeJobId);
  const isRunning = jobs.changeJobId !== null && (!job.data || isJobRunning(job.data));
  const finishedJob = job.data?.state === "DONE" ? job.data : null;
  const state = job.data?.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per job, when it ends
  useEffect(() => {
    if (state === "DONE" || state === "FAILED")
      void queryClient.invalidateQueries({ queryKey: [customerId, "documentation"] });
  }, [state, job.data?.id]);

  const failure = startMutation.error ?? undoMutation.error;
  const { included = 0, missing = 0, startedExports = 0 } = finishedJob?.result ?? {};
  const changedCount = preview.data?.changed ?? 0;
  const exceedsMails = sendBackInput.address !== null && changedCount > maxMailedSentBack;
  const isComplete = !isSendBack || (sendBackInput.reason.trim() !== "" && !exceedsMails);
  const keys = jobs.undoJobId
    ? ({ changed: "restored", notChanged: "notRestored" } as const)
    : change === "DELETE"
      ? ({ changed: "deleted", notChanged: "notDeleted" } as const)
      : ({ changed: "changed", notChanged: "notChanged" } as const);
  const countText = (key: (typeof keys)["changed" | "notChanged"] | "undoTooLate", count: number) =>
    t(`bulk.${key}`, { count, formattedCount: formatNumber(count) });
  const isUndoable = finishedJob && !jobs.undoJobId && canBeUndone(change) && included > 0;
  const close = (hasChanged: boolean) => {
    if (jobs.changeJobId && !jobs.undoJobId && canBeUndone(change) && state !== "FAILED")
      void offerBulkUndo(jobs.changeJobId, t(`bulk.${change}`), () =>
        queryClient.invalidateQueries({ queryKey: [customerId, "documentation"] }),
      );
    onClose(hasChanged);
  };
  return (
    <Modal
      title={t(`bulk.title.${change}`)}
      role={change === "DELETE" ? "alertdialog" : "dialog"}
      width="medium"
      narrow="bottom"
      onClose={() => close(jobs.changeJobId !== null)}
      footer={
        jobs.changeJobId === null ? (
          <>
            <Button onClick={() => close(false)}>{tCommon("actions.cancel")}</Button>
            <Button
              variant={change === "DELETE" ? "danger" : "primary"}
              disabled={!isChosen || !isComplete || !preview.data || changedCount === 0}
              loading={startMutation.isPending}
              onClick={() => startMutation.mutate(changedCount)}
            >
              {t("bulk.confirm", {
                count: changedCount,
                action: t(`bulk.${change}`),
                formattedCount: formatNumber(changedCount),
              })}
            </Button>
          </>
        ) : (
          <>
            {isUndoable && (
              <Button loading={undoMutation.isPending} onClick={() => undoMutation.mutate(jobs.changeJobId!)}>
                {t("bulk.undo")}
              </Button>
            )}
            <Button variant="primary" onClick={() => close(true)}>
              {tCommon("actions.close")}
            </Button>
          </>
        )
      }
    >
      <CollapsingStack>
        {jobs.changeJobId === null && change === "ASSIGN" && (
          <Suspense fallback={<Loading />}>
            <BulkAssignFields
              customerId={filter.customerId ? Number(filter.customerId) : customerId}
              value={assignment}
              onChange={setAssignment}
            />
          </Suspense>
        )}
        {jobs.changeJobId === null && action === "TAG" && (
          <BulkTagFields value={tagging} onChange={setTagging} />
        )}
        {jobs.changeJobId === null && isSendBack && (
          <Suspense fallback={<Loading />}>
            <BulkSendBackFields
              value={sendBackInput}
              exceedsMails={exceedsMails}
              onChange={setSendBackInput}
            />
          </Suspense>
        )}
        {jobs.changeJobId === null &&
          isChosen &&
          (preview.error ? (
            <LoadError failure={preview.error} onRetry={() => preview.refetch()} />
          ) : !preview.data ? (
            <Loading label={t("bulk.counting")} />
          ) : (
            <BulkPreviewView
              change={change}
              handsOver={change === "PAUSED" || (isSendBack && sendBackInput.address === null)}
              preview={preview.data}
            />
          ))}
        {isRunning && (
          <>
            <JobProgress
              job={job.data ?? null}
              label={t(
                jobs.undoJobId ? "bulk.undoing" : change === "DELETE" ? "bulk.deleting" : "bulk.progress",
              )}
              waitingText={t("bulk.waiting")}
            />
            <Note as="p">{t("bulk.continuesText")}</Note>
          </>
        )}
        <div role="status">
          {finishedJob && (
            <>
              <p>{countText(keys.changed, included)}</p>
              {missing > 0 && <p>{countText(keys.notChanged, missing)}</p>}
              {missing > 0 && !jobs.undoJobId && preview.data && (
                <RefusalList title={t("bulk.reasonsTitle")} refused={preview.data.refused} />
              )}
              {startedExports > 0 && <p>{countText("undoTooLate", startedExports)}</p>}
            </>
          )}
        </div>
        <div role="alert">
          {state === "FAILED" && (
            <Banner kind="danger" detail={job.data?.error ?? undefined}>
              {t(change === "DELETE" ? "bulk.deletionFailed" : "bulk.failed")}
            </Banner>
          )}
          {failure && (
            <Banner kind="danger">
              {failure.code === "staleVersion"
                ? t("bulk.countsUpdated")
                : (alertText(failure) ?? problemText(failure))}
            </Banner>
          )}
        </div>
      </CollapsingStack>
    </Modal>
  );
}
