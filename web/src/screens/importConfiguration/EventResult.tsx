import { AlertIcon, CheckCircleIcon, ClockIcon, StopIcon, SyncIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { Outcome } from "#features/importConfiguration/importKind.ts";

const icons = {
  queued: ClockIcon,
  running: SyncIcon,
  success: CheckCircleIcon,
  needsConfirmation: AlertIcon,
  failed: StopIcon,
} as const;

/** The outcome of a run as text, icon and colour. */
export function EventResult({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation("imports");
  const OutcomeIcon = icons[outcome];
  return (
    <Line data-result={outcome}>
      <OutcomeIcon />
      {t(`result.${outcome}`)}
    </Line>
  );
}

const Line = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--base-size-4);
  vertical-align: middle;
  white-space: nowrap;
  &[data-result="queued"],
  &[data-result="running"] {
    color: var(--fgColor-muted);
  }
  &[data-result="success"] svg {
    color: var(--fgColor-success);
  }
  &[data-result="failed"],
  &[data-result="needsConfirmation"] {
    color: var(--fgColor-danger);
    font-weight: var(--base-text-weight-semibold);
  }
`;
