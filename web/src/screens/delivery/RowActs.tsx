import { SidebarCollapseIcon, StopIcon, SyncIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useTranslation } from "react-i18next";
import { mayReplay, underWay } from "../../../../domain/delivery/words";
import type { DeliveryRow } from "../../../../domain/endpoints/delivery";
import { useDeliveryActs } from "./useDeliveryActs";

/** The buttons of a row: its details, and sending again or stopping. */
export function RowActs({ row, onOpen }: { row: DeliveryRow; onOpen: () => void }) {
  const { t } = useTranslation("delivery");
  const { replay, cancel, askCancel } = useDeliveryActs();
  const names = { name: row.documentationName, destination: row.exportConfigurationName };
  return (
    <>
      {mayReplay(row.state) && (
        <IconButton
          icon={SyncIcon}
          variant="invisible"
          size="small"
          loading={replay.isPending}
          aria-label={t("replayOf", names)}
          onClick={() => replay.mutate({ row })}
        />
      )}
      {underWay(row.state) && (
        <IconButton
          icon={StopIcon}
          variant="invisible"
          size="small"
          loading={cancel.isPending}
          aria-label={t("cancelOf", names)}
          onClick={() => askCancel(row)}
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
    </>
  );
}
