import { DownloadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { isProblemCode } from "#domain/core/problem.ts";
import { JobProgress } from "#features/job/JobProgress.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { CollapsingStack } from "#ui/layout/boxes.ts";
import { Footnote } from "#ui/layout/typography.ts";
import type { DownloadState, useBackgroundDownload } from "./useBackgroundDownload.ts";

interface BackgroundJobDialogProps {
  title: string;
  /** The dialog's position on a phone. */
  narrow: "bottom" | "fullscreen";
  work: ReturnType<typeof useBackgroundDownload>;
  /** The label of the progress bar. */
  progressLabel: string;
  /** Shown above every state of the job. */
  lead: ReactNode;
  /** The job's options, before it starts. */
  idle?: ReactNode;
  startButton: ReactNode;
  result: ReactNode;
  /** An alternative to downloading again. */
  repeatText?: ReactNode;
  /** An alternative to retrying. */
  retryAlternative?: ReactNode;
  onClose: () => void;
}

/** A dialog for a background job: options, progress, result and failure. */
export function BackgroundJobDialog(props: BackgroundJobDialogProps) {
  const {
    title,
    narrow,
    work,
    progressLabel,
    lead,
    idle: options,
    startButton,
    result,
    repeatText: repeatButton,
    retryAlternative,
    onClose,
  } = props;
  const { t } = useTranslation("customer");
  const { t: tCommon } = useTranslation();
  const { preparation } = work;
  return (
    <Modal
      title={title}
      width="large"
      narrow={narrow}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            {tCommon(preparation.step === "idle" ? "actions.cancel" : "actions.close")}
          </Button>
          {preparation.step === "idle" && startButton}
          {preparation.step === "failed" && (
            <>
              {retryAlternative}
              <Button variant="primary" onClick={work.begin}>
                {tCommon("actions.retry")}
              </Button>
            </>
          )}
          {preparation.step === "ready" && (
            <>
              {repeatButton}
              <Button
                variant="primary"
                leadingVisual={DownloadIcon}
                loading={work.isDownloading}
                onClick={work.download}
              >
                {t("backgroundJob.download")}
              </Button>
            </>
          )}
        </>
      }
    >
      <CollapsingStack>
        <div>{lead}</div>
        {preparation.step === "idle" && options}
        {preparation.step === "working" && (
          <>
            <JobProgress
              job={preparation.job}
              label={progressLabel}
              waitingText={t("backgroundJob.waiting")}
            />
            {preparation.isConnectionLost && (
              <Banner kind="warning">{t("backgroundJob.connectionLost")}</Banner>
            )}
            <Footnote>{t("backgroundJob.hint")}</Footnote>
          </>
        )}
        <div role="status">
          {preparation.step === "ready" && (
            <>
              {result}
              {work.hasDownloaded && <Footnote>{tCommon("alerts.downloadStarted")}</Footnote>}
            </>
          )}
        </div>
        <div role="alert">
          {preparation.step === "failed" && <JobFailure reason={preparation.reason} />}
          {preparation.step === "ready" && work.downloadFailure && (
            <JobFailure reason={work.downloadFailure} />
          )}
        </div>
      </CollapsingStack>
    </Modal>
  );
}

function JobFailure({ reason }: { reason: Extract<DownloadState, { step: "failed" }>["reason"] }) {
  const { t } = useTranslation("customer");
  const { t: tCommon } = useTranslation();
  const detail =
    reason instanceof ApiError && reason.requestId
      ? tCommon("state.requestId", { id: reason.requestId })
      : undefined;
  return (
    <Banner kind="danger" detail={detail}>
      <strong>{t("backgroundJob.failed")}</strong>
      <div>{reasonText()}</div>
    </Banner>
  );

  function reasonText(): string {
    if (reason === null) return tCommon("problem.internal");
    if (reason instanceof ApiError)
      return reason.status === 404
        ? t("backgroundJob.unavailable")
        : (alertText(reason) ?? problemText(reason));
    return isProblemCode(reason) ? tCommon(`problem.${reason}`) : reason;
  }
}

/** The job's result in numbers. */
export const Facts = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, auto) minmax(0, 1fr);
  gap: var(--base-size-4) var(--base-size-16);
  margin: var(--base-size-4) 0;
  line-height: 1.4;
  dt {
    color: var(--fgColor-muted);
  }
  dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
`;
