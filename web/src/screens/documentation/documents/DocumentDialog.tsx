import { CheckCircleIcon, DownloadIcon, FileIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ApiError } from "#api/apiError.ts";
import { pathOf } from "#api/client.ts";
import { useReasonText } from "#api/useReasonText.ts";
import { type DocumentJob, downloadStoredDocument } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { JobProgress } from "#features/job/JobProgress.tsx";
import { useDownload } from "#features/useDownload.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { formatBytes } from "#ui/format/numbers.ts";
import { CollapsingStack } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Note } from "#ui/layout/typography.ts";

interface DocumentDialogProps {
  /** Undefined while it loads, null if it no longer exists. */
  job: DocumentJob | null | undefined;
  failure: ApiError | null;
  onRetry: () => void;
  onClose: () => void;
}

/** A document that is created in the background: its progress, then a download button. */
export function DocumentDialog({ job, failure, onRetry, onClose }: DocumentDialogProps) {
  const { t } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const download = useDownload();
  const readyJob = job?.state === "READY" ? job : null;
  return (
    <Modal
      title={job?.fileName ?? t("background.title")}
      width="large"
      narrow="bottom"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{tCommon("actions.close")}</Button>
          {readyJob && (
            <Button
              variant="primary"
              leadingVisual={DownloadIcon}
              loading={download.isPending}
              onClick={() => download.mutate({ path: pathOf(downloadStoredDocument, { id: readyJob.id }) })}
            >
              {t("background.download", { size: formatBytes(readyJob.size) })}
            </Button>
          )}
        </>
      }
    >
      {job ? (
        <DocumentJobStatus job={job} />
      ) : failure ? (
        <LoadError failure={failure} onRetry={onRetry} />
      ) : job === undefined ? (
        <Loading />
      ) : (
        <EmptyState
          icon={FileIcon}
          title={t("background.unavailable")}
          text={t("background.unavailableText")}
        />
      )}
    </Modal>
  );
}

function DocumentJobStatus({ job }: { job: DocumentJob }) {
  const { t } = useTranslation("documentation");
  const reason = useReasonText();
  const { state, progress, size: total, email, expireDate } = job;
  return (
    <CollapsingStack>
      {state === "MAKING" && (
        <>
          <JobProgress
            job={{ progress, total, state: "RUNNING" }}
            label={t("background.creating")}
            waitingText={t("background.waiting")}
            formatSteps={formatBytes}
          />
          <Note as="p">{t("background.continuesText", { email })}</Note>
        </>
      )}
      <div role="status">
        {state === "READY" && (
          <Ready>
            <CheckCircleIcon fill="var(--fgColor-success)" />
            <div>
              <strong>{t("background.ready")}</strong>
              <p>{t("background.readyText", { email, date: formatDateTime(expireDate) })}</p>
            </div>
          </Ready>
        )}
      </div>
      <div role="alert">
        {state === "FAILED" && (
          <Banner kind="danger" detail={t("background.failedText", { email })}>
            {t("background.failed")}. {reason(job.reason)}
          </Banner>
        )}
      </div>
    </CollapsingStack>
  );
}

const Ready = styled.div`
  display: flex;
  gap: var(--base-size-8);
  overflow-wrap: anywhere;
  svg {
    flex: none;
    margin-top: var(--base-size-4);
  }
`;
