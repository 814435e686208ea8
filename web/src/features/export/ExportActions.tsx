import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import { canResend, isInProgress } from "#domain/delivery/states.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { useDeliveryActions } from "#features/delivery/useDeliveryActions.ts";
import { ButtonRow } from "#ui/layout/boxes.ts";

interface ExportActionsProps {
  event: DocumentationDetails["exportEvents"][number];
  /** Name of the documentation, or of the compared group. */
  documentationName: string;
  /** Whether the documentation is known to be in the field (2§4), where exports are refused. If it is not known, the service refuses the call. */
  isExportRefused?: boolean;
  /** Called after the delivery has been sent again or cancelled. */
  onChanged: () => unknown;
}

/** The actions on an export: send again, or cancel. */
export function ExportActions({
  event,
  documentationName,
  isExportRefused = false,
  onChanged,
}: ExportActionsProps) {
  const { t } = useTranslation("exporting");
  const { resend, cancel, confirmCancel } = useDeliveryActions({ onSettled: onChanged });
  const { id, exportConfigurationName: name, delivery } = event;
  const row = { id, documentationName, exportConfigurationName: name };
  if (!delivery) return null;
  const isWaiting = delivery.state === "WAITING";
  return (
    <ButtonRow>
      {canResend(delivery.state) && !isExportRefused && (
        <Button
          size="small"
          loading={resend.isPending}
          aria-label={isWaiting ? t("retryNowTo", { name }) : t("resendTo", { name })}
          onClick={() => resend.mutate({ row })}
        >
          {isWaiting ? t("retryNow") : t("resend")}
        </Button>
      )}
      {isInProgress(delivery.state) && (
        <Button
          size="small"
          loading={cancel.isPending}
          aria-label={t("stopTo", { name })}
          onClick={() => confirmCancel(row)}
        >
          {t("stop")}
        </Button>
      )}
    </ButtonRow>
  );
}
