import {
  CheckCircleFillIcon,
  CircleSlashIcon,
  ClockIcon,
  HistoryIcon,
  type Icon,
  XCircleFillIcon,
} from "@primer/octicons-react";
import { Spinner } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DeliveryFileState, DeliveryState } from "#domain/delivery/states.ts";
import { IconText } from "#ui/layout/boxes.ts";

interface Look {
  /** Null for a spinner. */
  icon: Icon | null;
  colour: "muted" | "accent" | "attention" | "success" | "danger";
}

const stateStyles: Record<DeliveryState | DeliveryFileState, Look> = {
  PENDING: { icon: ClockIcon, colour: "muted" },
  RUNNING: { icon: null, colour: "accent" },
  SENDING: { icon: null, colour: "accent" },
  WAITING: { icon: HistoryIcon, colour: "attention" },
  DONE: { icon: CheckCircleFillIcon, colour: "success" },
  FAILED: { icon: XCircleFillIcon, colour: "danger" },
  CANCELLED: { icon: CircleSlashIcon, colour: "muted" },
};

/** The state of a delivery as an icon and words. */
export function DeliveryStateIcon({ state }: { state: DeliveryState }) {
  const { t } = useTranslation("delivery");
  return <Mark look={stateStyles[state]} words={t(`state.${state}`)} />;
}

/** The state of one file of a delivery. */
export function DeliveryFileMark({ state }: { state: DeliveryFileState }) {
  const { t } = useTranslation("delivery");
  return <Mark look={stateStyles[state]} words={t(`fileState.${state}`)} />;
}

function Mark({ look: { icon: Sign, colour }, words }: { look: Look; words: string }) {
  return (
    <IconText>
      <Place $colour={colour}>{Sign ? <Sign /> : <Spinner size="small" srText={null} />}</Place>
      <span>{words}</span>
    </IconText>
  );
}

const Place = styled.span<{ $colour: Look["colour"] }>`
  display: flex;
  color: var(--fgColor-${({ $colour }) => $colour});
`;
