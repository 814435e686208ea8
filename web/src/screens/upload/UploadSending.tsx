import { UploadIcon } from "@primer/octicons-react";
import { Button, ProgressBar } from "@primer/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { problemText } from "#api/errorTexts.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import { RemoveButton } from "#ui/button/RemoveButton.tsx";
import { useBeforeUnload } from "#ui/dialog/useBeforeUnload.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { Danger, Note, ProgressText } from "#ui/layout/typography.ts";
import { confirmedBytes, isRefused } from "#ui/upload/upload.ts";
import type { LinkUploads } from "./useLinkUploads.ts";

interface SendingProps {
  uploads: LinkUploads;
  texts: { success: string; error: string };
  /** Sending is currently impossible. */
  disabled?: boolean;
  /** The error in the selected files, after an attempt to send. */
  error: string | null;
  onUpload: () => void;
}

/** The button that sends all files, the progress, and the result. */
export function Sending({ uploads, texts, disabled = false, error, onUpload }: SendingProps) {
  const { t } = useTranslation("link");
  const { items, isRunning, outcome } = uploads;
  const unsentItems = items.filter(({ step }) => step.state !== "done");
  useBeforeUnload(unsentItems.some(({ step }) => !isRefused(step)));
  const textOf = (kind: "success" | "error") => {
    if (kind === "success") return texts.success;
    if (outcome?.closed) return t("linkError.ended");
    return unsentItems.every(({ step }) => isRefused(step)) ? t("filesRefused") : texts.error;
  };
  return (
    <Footer>
      {error && (
        <Danger as="p" role="alert">
          {error}
        </Danger>
      )}
      {isRunning && (
        <>
          {uploads.hasResumed && <p role="status">{t("resumed")}</p>}
          <TotalProgress uploads={uploads} />
          <Note as="p">{t("keepOpen")}</Note>
        </>
      )}
      <div role="alert">
        {outcome && (
          <Banner
            kind={outcome.kind === "success" ? "success" : "danger"}
            detail={outcome.closed ? problemText(outcome.closed) : undefined}
            onDismiss={uploads.dismiss}
          >
            {textOf(outcome.kind)}
          </Banner>
        )}
      </div>
      <UploadButton
        variant="primary"
        size="large"
        block
        leadingVisual={UploadIcon}
        loading={isRunning}
        loadingAnnouncement={t("uploading")}
        disabled={disabled}
        onClick={onUpload}
      >
        {t("files.upload")}
      </UploadButton>
    </Footer>
  );
}

function TotalProgress({ uploads: { items } }: { uploads: LinkUploads }) {
  const { t } = useTranslation("link");
  const doneCount = items.filter(({ step }) => step.state === "done").length;
  const totalBytes = items.reduce((sum, { file }) => sum + file.size, 0);
  const receivedBytes = items.reduce((sum, item) => sum + confirmedBytes(item), 0);
  const text = t("progress", {
    receivedCount: doneCount,
    count: items.length,
    receivedSize: formatBytes(receivedBytes),
    totalSize: formatBytes(totalBytes),
  });
  // The bar never shows 100 %: it disappears once everything is accepted.
  const percent = totalBytes === 0 ? 0 : Math.min(99, Math.floor((receivedBytes / totalBytes) * 100));
  return (
    <div>
      <ProgressText as="p">{text}</ProgressText>
      <ProgressBar progress={percent} aria-label={text} />
    </div>
  );
}

/** Lists large files whose upload was interrupted when the page closed; they must be selected again. */
export function SelectAgainNotice({
  uploads,
  slot,
  children,
}: {
  uploads: LinkUploads;
  slot: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation("link");
  const rows = uploads.mustChooseAgain.filter((row) => row.slot === slot);
  if (rows.length === 0) return null;
  return (
    <Banner kind="warning" detail={t("chooseAgain.text")}>
      <strong>{t("chooseAgain.title")}</strong>
      <ul>
        {rows.map((row) => (
          <MissingFile key={row.id}>
            <span>
              <bdi>{safeDisplayName(row.name)}</bdi> ({formatBytes(row.size)})
            </span>
            <RemoveButton
              label={t("chooseAgain.skip", { name: row.name })}
              onClick={() => uploads.forget(row)}
            />
          </MissingFile>
        ))}
      </ul>
      {children}
    </Banner>
  );
}

const Footer = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  > [role="alert"]:empty {
    margin-bottom: calc(-1 * var(--base-size-12));
  }
`;

const UploadButton = styled(Button)`
  min-height: 48px;
`;

const MissingFile = styled.li`
  display: flex;
  align-items: center;
  justify-content: space-between;
  overflow-wrap: anywhere;
`;
