import { AlertIcon, CheckCircleFillIcon, CircleIcon, SyncIcon } from "@primer/octicons-react";
import { Button, ProgressBar, Spinner } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { problemText } from "#api/errorTexts.ts";
import { TouchRow } from "#features/captureForm/TouchTargets.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { FillWidth, Stack } from "#ui/layout/boxes.ts";
import { FieldErrorText, NoteDigits } from "#ui/layout/typography.ts";
import { isFinalRefusal } from "#ui/upload/upload.ts";
import { UnresolvedConflictsError } from "../handedOver/handoverCalls.ts";
import {
  ChecksumMismatchError,
  MissingBytesError,
  type SendingItem,
  type SendingState,
} from "./sendDraft.ts";

interface SendingDialogProps {
  name: string;
  finish: "complete" | "pause";
  state: SendingState;
  /** True while sending is paused until the network is back. */
  isWaiting: boolean;
  onRetry: () => void;
  onBack: () => void;
  /** Closes the dialog; the draft is sent in the background. */
  onLater: () => void;
}

/** The steps of saving (2§4). Each is marked as done only when the service has confirmed it. */
export function SendingDialog({
  name,
  finish,
  state,
  isWaiting,
  onRetry,
  onBack,
  onLater,
}: SendingDialogProps) {
  const { t } = useTranslation("capture");
  const { t: tCommon } = useTranslation();
  const { step, items } = state;
  const confirmedCount = items.filter((item) => item.state === "confirmed").length;
  const failures = items.filter((item) => item.state === "failed");
  const retryableCount = failures.filter(({ failure }) => !isFinalRefusal(failure)).length;
  // A retry cannot help if every failed item was refused for good.
  const isRefused = failures.length > 0 && retryableCount === 0 && state.failure === undefined;
  const isStopped = step === "stopped";
  const isSaved = step === "media" || step === "ending" || step === "done" || items.some(hasStarted);
  return (
    <Modal
      title={t("sending.title", { name })}
      width="large"
      onClose={isStopped && isWaiting ? onLater : onBack}
      footer={
        <TouchRow>
          <Button onClick={onBack}>{isStopped ? t("sending.back") : t("sending.stop")}</Button>
          {isStopped && isWaiting && <Button onClick={onLater}>{t("sending.sendLater")}</Button>}
          {isStopped && !isRefused && (
            <Button variant="primary" leadingVisual={SyncIcon} onClick={onRetry}>
              {retryableCount > 0
                ? t("sending.retryFailed", { count: retryableCount })
                : tCommon("actions.retry")}
            </Button>
          )}
        </TouchRow>
      }
    >
      <Stack $gap={12}>
        {isStopped && isWaiting && <Banner kind="warning">{t("sending.offline")}</Banner>}
        {isStopped && !isWaiting && (
          <Banner kind="danger">
            {isRefused ? t("sending.photosRefused") : stoppedText(state.failure, t)}
          </Banner>
        )}
        <p>{t("sending.lead")}</p>
        <Steps>
          <Step status={isSaved ? "done" : isStopped ? "waiting" : "busy"}>{t("sending.documentation")}</Step>
          {items.length > 0 && (
            <Step status={confirmedCount === items.length ? "done" : step === "media" ? "busy" : "waiting"}>
              <span role="status">{t("sending.progress", { confirmedCount, count: items.length })}</span>
              <List>
                {items.map((item) => (
                  <Item key={item.id} item={item} />
                ))}
              </List>
            </Step>
          )}
          <Step status={step === "done" ? "done" : step === "ending" ? "busy" : "waiting"}>
            {t(`sending.${finish}`)}
          </Step>
        </Steps>
      </Stack>
    </Modal>
  );
}

const hasStarted = ({ state }: SendingItem): boolean => state !== "waiting";

function Step({ status, children }: { status: "done" | "busy" | "waiting"; children: React.ReactNode }) {
  return (
    <li>
      <IconBox>
        <StepIcon status={status} />
      </IconBox>
      <FillWidth>{children}</FillWidth>
    </li>
  );
}

function StepIcon({ status }: { status: "done" | "busy" | "waiting" | "failed" }) {
  switch (status) {
    case "done":
      return <CheckCircleFillIcon fill="var(--fgColor-success)" />;
    case "busy":
      return <Spinner size="small" srText={null} />;
    case "failed":
      return <AlertIcon fill="var(--fgColor-danger)" />;
    case "waiting":
      return <CircleIcon fill="var(--fgColor-muted)" />;
  }
}

const statusByItemState = {
  waiting: "waiting",
  sending: "busy",
  confirmed: "done",
  failed: "failed",
} as const;

function Item({ item }: { item: SendingItem }) {
  const { t } = useTranslation("capture");
  return (
    <li>
      <IconBox>
        <StepIcon status={statusByItemState[item.state]} />
      </IconBox>
      <FillWidth>
        <Line>
          <span>{item.name}</span>
          <NoteDigits>
            {formatBytes(item.size)} · {t(`sending.state.${item.state}`)}
          </NoteDigits>
        </Line>
        {item.state === "sending" && (
          <ProgressBar
            barSize="small"
            progress={Math.min(99, Math.floor((item.sent / Math.max(1, item.size)) * 100))}
            aria-label={t("sending.progressOf", { name: item.name })}
          />
        )}
        {item.state === "failed" && <FieldErrorText as="div">{failureText(item.failure, t)}</FieldErrorText>}
      </FillWidth>
    </li>
  );
}

function stoppedText(failure: unknown, t: ReturnType<typeof useTranslation<"capture">>["t"]): string {
  if (failure instanceof UnresolvedConflictsError) return t("handedOver.resolveConflictsFirst");
  return failureText(failure, t);
}

const failureText = (failure: unknown, t: ReturnType<typeof useTranslation<"capture">>["t"]): string => {
  if (failure instanceof MissingBytesError) return t("sending.fileMissing");
  if (failure instanceof ChecksumMismatchError) return t("sending.fileDiffers");
  return failure instanceof ApiError ? problemText(failure) : t("sending.failed");
};

const Steps = styled.ol`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  list-style: none;
  > li {
    display: flex;
    gap: var(--base-size-8);
  }
`;

const List = styled.ul`
  margin-top: var(--base-size-4);
  > li {
    display: flex;
    gap: var(--base-size-8);
    padding: var(--base-size-4) 0;
  }
`;

const IconBox = styled.span`
  flex: 0 0 16px;
  padding-top: 2px;
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--base-size-8);
  overflow-wrap: anywhere;
`;
