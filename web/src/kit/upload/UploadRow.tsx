import { AlertIcon, CheckCircleFillIcon, SyncIcon, XIcon } from "@primer/octicons-react";
import { Button, IconButton, ProgressBar, Spinner } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { formatSize } from "../../../../domain/rules/sizes";
import { problemText } from "../../api/texts";
import { numberLocale } from "../../i18n/language";
import { inProgress } from "./upload";
import type { Item } from "./useUploads";

interface UploadRowProps {
  item: Item;
  /** The name it will have, where it is given one. */
  name: string | undefined;
  /** Why it cannot be sent as it is. */
  fault: string | null;
  running: boolean;
  onRemove: () => void;
  onRetry: () => void;
}

/** One file on its way. */
export function UploadRow({ item, name, fault, running, onRemove, onRetry }: UploadRowProps) {
  const { t } = useTranslation("upload");
  const { t: common } = useTranslation();
  const { file, step } = item;
  return (
    <Row>
      <Sign>
        {step.state === "done" && <CheckCircleFillIcon fill="var(--fgColor-success)" />}
        {(step.state === "failed" || fault) && <AlertIcon fill="var(--fgColor-danger)" />}
        {inProgress(step) && <Spinner size="small" srText={null} />}
      </Sign>
      <Words>
        <Name>
          {name ?? file.name}
          {name && <Small>{file.name}</Small>}
        </Name>
        <Small>
          {formatSize(file.size, numberLocale())}
          {" · "}
          <Where item={item} />
        </Small>
        {step.state === "sending" && (
          <ProgressBar
            barSize="small"
            progress={percentOf(step.bytes, file.size)}
            aria-label={t("sentOf", { name: file.name })}
          />
        )}
        {fault && <Fault>{fault}</Fault>}
        {step.state === "failed" && <Fault>{failedText(item, t("unreadable"))}</Fault>}
      </Words>
      {step.state === "failed" && (
        <Button
          type="button"
          size="small"
          leadingVisual={SyncIcon}
          disabled={running}
          aria-label={t("retry", { name: file.name })}
          onClick={onRetry}
        >
          {common("actions.retry")}
        </Button>
      )}
      {(step.state === "waiting" || step.state === "failed") && (
        <IconButton
          type="button"
          size="small"
          variant="invisible"
          icon={XIcon}
          disabled={running}
          aria-label={t("remove", { name: file.name })}
          onClick={onRemove}
        />
      )}
    </Row>
  );
}

function Where({ item: { file, step } }: { item: Item }) {
  const { t } = useTranslation("upload");
  if (step.state === "reading" || step.state === "sending")
    return <>{t(`state.${step.state}`, { percent: percentOf(step.bytes, file.size) })}</>;
  return <>{t(`state.${step.state}`)}</>;
}

/** All of it has left, and yet it is not there until the service has said so. */
const almost = 99;
const percentOf = (bytes: number, size: number): number =>
  size === 0 ? 0 : Math.min(almost, Math.floor((bytes / size) * 100));

const failedText = ({ step }: Item, unreadable: string): string => {
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
`;

const Sign = styled.span`
  flex: 0 0 16px;
  padding-top: 2px;
`;

const Words = styled.div`
  flex: 1;
  min-width: 0;
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

const Fault = styled.div`
  color: var(--fgColor-danger);
  font-size: var(--text-body-size-small);
`;
