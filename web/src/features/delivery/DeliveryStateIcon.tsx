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

interface StateStyle {
  /** Null for a spinner. */
  icon: Icon | null;
  colour: "muted" | "accent" | "attention" | "success" | "danger";
}

const stateStyles: Record<DeliveryState | DeliveryFileState, StateStyle> = {
  PENDING: { icon: ClockIcon, colour: "muted" },
  RUNNING: { icon: null, colour: "accent" },
  SENDING: { icon: null, colour: "accent" },
  WAITING: { icon: HistoryIcon, colour: "attention" },
  DONE: { icon: CheckCircleFillIcon, colour: "success" },
  FAILED: { icon: XCircleFillIcon, colour: "danger" },
  CANCELLED: { icon: CircleSlashIcon, colour: "muted" },
};

/** The state of a delivery as an icon and text. */
export function DeliveryStateIcon({ state }: { state: DeliveryState }) {
  const { t } = useTranslation("delivery");
  return <StateIconText stateStyle={stateStyles[state]} text={t(`state.${state}`)} />;
}

/** The state of one file of a delivery. */
export function DeliveryFileStateIcon({ state }: { state: DeliveryFileState }) {
  const { t } = useTranslation("delivery");
  return <StateIconText stateStyle={stateStyles[state]} text={t(`fileState.${state}`)} />;
}

function StateIconText({
  stateStyle: { icon: StateIcon, colour },
  text,
}: {
  stateStyle: StateStyle;
  text: string;
}) {
  return (
    <IconText>
      <IconWrapper $colour={colour}>
        {StateIcon ? <StateIcon /> : <Spinner size="small" srText={null} />}
      </IconWrapper>
      <span>{text}</span>
    </IconText>
  );
}

const IconWrapper = styled.span<{ $colour: StateStyle["colour"] }>`
  display: flex;
  color: var(--fgColor-${({ $colour }) => $colour});
`;
