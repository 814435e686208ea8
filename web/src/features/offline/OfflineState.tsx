import { CheckIcon, CloudOfflineIcon, DownloadIcon, SyncIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { LinkButton } from "#ui/button/LinkButton.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { useInstall } from "./useInstall.ts";
import { type OfflineStatus, useOfflineState } from "./useOfflineState.ts";

/** One line: whether capture works offline, and how fresh its data is. Fetches that data in the background. */
export function OfflineState() {
  const { t } = useTranslation();
  const offlineState = useOfflineState();
  const install = useInstall();
  const { textKey, Icon } = statusOf(offlineState);
  const time = offlineState.offlineData ? timeText(offlineState.offlineData.preparedAt) : "";
  return (
    <Row role="status">
      <Icon />
      <Text>
        <span>{t(`offline.${textKey}`, { time })}</span>
        {offlineState.step === "failed" && (
          <LinkButton onClick={offlineState.retry}>{t("actions.retry")}</LinkButton>
        )}
        {install && <LinkButton onClick={install}>{t("offline.install")}</LinkButton>}
      </Text>
    </Row>
  );
}

function statusOf({ isOnline, step, shell, offlineData }: OfflineStatus) {
  // As in Safari's Lockdown Mode.
  if (!("indexedDB" in globalThis)) return { textKey: "noStorage", Icon: CloudOfflineIcon } as const;
  if (!isOnline)
    return { textKey: offlineData ? "offlineReady" : "offlineNotReady", Icon: CloudOfflineIcon } as const;
  if (shell === "never") return { textKey: "unsupported", Icon: CloudOfflineIcon } as const;
  if (offlineData && shell === "kept") return { textKey: "ready", Icon: CheckIcon } as const;
  if (step === "preparing" || (offlineData && shell === "coming"))
    return { textKey: "preparing", Icon: SyncIcon } as const;
  return { textKey: "notReady", Icon: DownloadIcon } as const;
}

/** The time, with the day unless it is today. */
function timeText(preparedAt: number): string {
  const text = formatDateTime(new Date(preparedAt).toISOString());
  const [day, time] = text.split(" ");
  return formatDateTime(new Date().toISOString()).startsWith(`${day} `) ? time! : text;
}

const Row = styled.div`
  display: flex;
  gap: var(--base-size-8);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  svg {
    flex: none;
    margin-top: 1px;
  }
`;

const Text = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--base-size-8);
`;
