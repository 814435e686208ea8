import { AlertIcon, CheckCircleFillIcon, SyncIcon } from "@primer/octicons-react";
import { Button, ProgressBar, Spinner } from "@primer/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { problemText } from "#api/errorTexts.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import { RemoveButton } from "../button/RemoveButton.tsx";
import { formatBytes } from "../format/numbers.ts";
import { FillWidth } from "../layout/boxes.ts";
import { FieldErrorText } from "../layout/typography.ts";
import { isInProgress, isRefused, type UploadItem } from "./upload.ts";

interface UploadRowProps {
  item: UploadItem;
  /** The name that the file gets, if it is renamed. */
  name?: string | undefined;
  /** Distinguishes it from other files of the same name. */
  label?: string | undefined;
  /** Replaces the icon. */
  picture?: ReactNode;
  /** Shown below the name. */
  children?: ReactNode;
  /** The reason why the file cannot be sent. */
  error: string | null;
  isRunning: boolean;
  onRemove: () => void;
  onRetry: () => void;
}

/** One file of an upload. */
export function UploadRow(props: UploadRowProps) {
  const { item, name: newName, picture, children, error, isRunning, onRemove, onRetry } = props;
  const label = props.label ?? item.file.name;
  const { t } = useTranslation("upload");
  const { t: tCommon } = useTranslation();
  const { file, step } = item;
  return (
    <Row>
      {picture}
      <StateIcon>
        {step.state === "done" && <CheckCircleFillIcon fill="var(--fgColor-success)" />}
        {(step.state === "failed" || error) && <AlertIcon fill="var(--fgColor-danger)" />}
        {isInProgress(step) && <Spinner size="small" srText={null} />}
      </StateIcon>
      <FillWidth>
        <Name>
          <bdi>{newName ?? safeDisplayName(file.name)}</bdi>
          {newName && <Small>{safeDisplayName(file.name)}</Small>}
        </Name>
        <Small>
          {formatBytes(file.size)}
          {" · "}
          <UploadStatus item={item} />
        </Small>
        <Bar item={item} />
        {error && <FieldErrorText as="div">{error}</FieldErrorText>}
        {step.state === "failed" && (
          <FieldErrorText as="div">{failureText(item, t("unreadable"))}</FieldErrorText>
        )}
        {children}
      </FillWidth>
      {step.state === "failed" && !isRefused(step) && (
        <Button
          type="button"
          size="small"
          leadingVisual={SyncIcon}
          disabled={isRunning}
          aria-label={t("retry", { name: label })}
          onClick={onRetry}
        >
          {tCommon("actions.retry")}
        </Button>
      )}
      {(step.state === "waiting" || step.state === "failed") && (
        <RemoveButton label={t("remove", { name: label })} disabled={isRunning} onClick={onRemove} />
      )}
    </Row>
  );
}

/** Bytes sent and, if known, the bytes that the service has confirmed, which are the darker part of the bar. */
function Bar({ item: { file, step } }: { item: UploadItem }) {
  const { t } = useTranslation("upload");
  if (step.state !== "sending" && step.state !== "offline") return null;
  const label = t("progressOf", { name: file.name });
  const bytes = step.state === "sending" ? step.bytes : 0;
  if (step.confirmed === undefined)
    return <ProgressBar barSize="small" progress={toPercent(bytes, file.size)} aria-label={label} />;
  const confirmedPercent = toPercent(step.confirmed, file.size);
  return (
    <ProgressBar barSize="small" aria-label={label}>
      <ProgressBar.Item
        progress={confirmedPercent}
        aria-label={t("state.received", { percent: confirmedPercent })}
      />
      <ProgressBar.Item
        progress={Math.max(0, toPercent(bytes, file.size) - confirmedPercent)}
        bg="accent.muted"
        aria-hidden="true"
      />
    </ProgressBar>
  );
}

function UploadStatus({ item: { file, step } }: { item: UploadItem }) {
  const { t } = useTranslation("upload");
  if (step.state === "sending" && step.confirmed !== undefined)
    return (
      <>
        {t("state.sendingPart", {
          receivedSize: formatBytes(step.confirmed),
          percent: toPercent(step.confirmed, file.size),
        })}
      </>
    );
  if (step.state === "reading" || step.state === "sending")
    return <>{t(`state.${step.state}`, { percent: toPercent(step.bytes, file.size) })}</>;
  return <>{t(`state.${step.state}`)}</>;
}

/** Maximum percent shown until the service has confirmed the file. */
const maxUnconfirmedPercent = 99;
const toPercent = (bytes: number, size: number): number =>
  size === 0 ? 0 : Math.min(maxUnconfirmedPercent, Math.floor((bytes / size) * 100));

const failureText = ({ step }: UploadItem, unreadable: string): string => {
  if (step.state !== "failed") return "";
  return step.failure.statusText === "file" ? unreadable : problemText(step.failure);
};

const Row = styled.li`
  display: flex;
  align-items: flex-start;
  gap: var(--base-size-8);
  padding: var(--base-size-8) 0;
  & + & {
    border-top: 1px solid var(--borderColor-muted);
  }
  @media (pointer: coarse) {
    button {
      min-width: 44px;
      min-height: 44px;
    }
  }
`;

const StateIcon = styled.span`
  flex: 0 0 16px;
  padding-top: 2px;
  /* Takes no space beside a picture while empty. */
  img + &:empty {
    display: none;
  }
`;

const Name = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--base-size-8);
  overflow-wrap: anywhere;
`;

const Small = styled.span`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
`;
