import { CircleSlashIcon, SidebarCollapseIcon, SyncIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { canResend, isInProgress } from "#domain/delivery/states.ts";
import type { DeliveryRow } from "#domain/endpoints/exports/delivery.ts";
import { useDeliveryActions } from "#features/delivery/useDeliveryActions.ts";
import { ButtonRow } from "#ui/layout/boxes.ts";

/** The buttons of a row: resend, stop, and details. */
export function DeliveryRowActions({ row, onOpen }: { row: DeliveryRow; onOpen: () => void }) {
  const { t } = useTranslation("delivery");
  const { resend, cancel, confirmCancel } = useDeliveryActions();
  const names = { name: row.documentationName, destination: row.exportConfigurationName };
  return (
    <ActionButtons>
      {canResend(row.state) && (
        <IconButton
          icon={SyncIcon}
          variant="invisible"
          size="small"
          loading={resend.isPending}
          aria-label={row.state === "WAITING" ? t("retryNowOf", names) : t("resendOf", names)}
          onClick={() => resend.mutate({ row })}
        />
      )}
      {isInProgress(row.state) && (
        <IconButton
          icon={CircleSlashIcon}
          variant="invisible"
          size="small"
          loading={cancel.isPending}
          aria-label={t("cancelOf", names)}
          onClick={() => confirmCancel(row)}
        />
      )}
      <IconButton
        icon={SidebarCollapseIcon}
        variant="invisible"
        size="small"
        aria-haspopup="dialog"
        aria-label={t("detailsOf", names)}
        onClick={onOpen}
      />
    </ActionButtons>
  );
}

/** One tight line: at the end of a row, or at the start of a card's last line. */
const ActionButtons = styled(ButtonRow)`
  gap: 0;
  justify-content: flex-end;
  @media (max-width: 767px) {
    justify-content: flex-start;
  }
`;
