import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import { canResend, isInProgress } from "#domain/delivery/states.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { useDeliveryActions } from "#features/delivery/useDeliveryActions.ts";
import { ButtonRow } from "#ui/layout/boxes.ts";

interface ExportActsProps {
  event: DocumentationDetails["exportEvents"][number];
  /** Of the documentation, or of the group that was compared. */
  documentationName: string;
  /** Whether the documentation is known to be with the field (2§4); otherwise the service says so. */
  refused?: boolean;
  /** Called once the delivery has been sent again or stopped. */
  changed: () => unknown;
}

/** What may be done with an export: send it again, or stop it. */
export function ExportActions({ event, documentationName, refused = false, changed }: ExportActsProps) {
  const { t } = useTranslation("exporting");
  const { replay, cancel, askCancel } = useDeliveryActions({ onSettled: changed });
  const { id, exportConfigurationName: name, delivery } = event;
  const row = { id, documentationName, exportConfigurationName: name };
  if (!delivery) return null;
  const waits = delivery.state === "WAITING";
  return (
    <ButtonRow>
      {canResend(delivery.state) && !refused && (
        <Button
          size="small"
          loading={replay.isPending}
          aria-label={waits ? t("tryNowTo", { name }) : t("againTo", { name })}
          onClick={() => replay.mutate({ row })}
        >
          {waits ? t("tryNow") : t("again")}
        </Button>
      )}
      {isInProgress(delivery.state) && (
        <Button
          size="small"
          loading={cancel.isPending}
          aria-label={t("stopTo", { name })}
          onClick={() => askCancel(row)}
        >
          {t("stop")}
        </Button>
      )}
    </ButtonRow>
  );
}
