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
import { confirmedBytes } from "#ui/upload/upload.ts";
import type { LinkUploads } from "./useLinkUploads.ts";

interface SendingProps {
  uploads: LinkUploads;
  texts: { success: string; error: string };
  /** Sending is impossible at present. */
  disabled?: boolean;
  /** What is wrong with the chosen files, after an attempt to send. */
  fault: string | null;
  onUpload: () => void;
}

/** The button that sends everything, the progress, and the result. */
export function Sending({ uploads, texts, disabled = false, fault, onUpload }: SendingProps) {
  const { t } = useTranslation("link");
  const { items, running, outcome } = uploads;
  const open = items.filter(({ step }) => step.state !== "done");
  useBeforeUnload(open.length > 0);
  return (
    <Foot>
      {fault && (
        <Danger as="p" role="alert">
          {fault}
        </Danger>
      )}
      {running && (
        <>
          {uploads.resumed && <p role="status">{t("wentOn")}</p>}
          <Total uploads={uploads} />
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
            {outcome.kind === "success" ? texts.success : outcome.closed ? t("trouble.ended") : texts.error}
          </Banner>
        )}
      </div>
      <Upload
        variant="primary"
        size="large"
        block
        leadingVisual={UploadIcon}
        loading={running}
        loadingAnnouncement={t("uploading")}
        disabled={disabled}
        onClick={onUpload}
      >
        {t("files.upload")}
      </Upload>
    </Foot>
  );
}

function Total({ uploads: { items } }: { uploads: LinkUploads }) {
  const { t } = useTranslation("link");
  const done = items.filter(({ step }) => step.state === "done").length;
  const size = items.reduce((sum, { file }) => sum + file.size, 0);
  const received = items.reduce((sum, item) => sum + confirmedBytes(item), 0);
  const text = t("total", {
    done,
    count: items.length,
    received: formatBytes(received),
    size: formatBytes(size),
  });
  // The bar never shows 100 %: it disappears when everything is accepted.
  const percent = size === 0 ? 0 : Math.min(99, Math.floor((received / size) * 100));
  return (
    <div>
      <ProgressText as="p">{text}</ProgressText>
      <ProgressBar progress={percent} aria-label={text} />
    </div>
  );
}

/** Large files that were being sent when the page was closed. */
export function ChooseAgainNotice({
  uploads,
  place,
  children,
}: {
  uploads: LinkUploads;
  place: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation("link");
  const rows = uploads.mustChooseAgain.filter((row) => row.place === place);
  if (rows.length === 0) return null;
  return (
    <Banner kind="warning" detail={t("again.text")}>
      <strong>{t("again.title")}</strong>
      <ul>
        {rows.map((row) => (
          <Missing key={row.name}>
            <span>
              <bdi>{safeDisplayName(row.name)}</bdi> ({formatBytes(row.size)})
            </span>
            <RemoveButton label={t("again.forget", { name: row.name })} onClick={() => uploads.forget(row)} />
          </Missing>
        ))}
      </ul>
      {children}
    </Banner>
  );
}

/** Files chosen twice (2§5). */
export function DuplicatesNotice({ uploads }: { uploads: LinkUploads }) {
  const { t } = useTranslation("link");
  return (
    <div role="status">
      {uploads.ignored.length > 0 && (
        <Banner kind="warning" onDismiss={uploads.dismissIgnored}>
          {t("alreadyChosen", { names: uploads.ignored.map(safeDisplayName).join(", ") })}
        </Banner>
      )}
    </div>
  );
}

const Foot = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  > [role="alert"]:empty {
    margin-bottom: calc(-1 * var(--base-size-12));
  }
`;

const Upload = styled(Button)`
  min-height: 48px;
`;

const Missing = styled.li`
  display: flex;
  align-items: center;
  justify-content: space-between;
  overflow-wrap: anywhere;
`;
