import { SyncIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import { useResendDeliveries } from "#features/delivery/useDeliveryActions.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { TrailingActions } from "#ui/layout/boxes.ts";
import { SelectionBar } from "#ui/select/SelectionBar.ts";

interface DeliverySelectionBarProps {
  selectedIds: ReadonlySet<string>;
  onClear: () => void;
}

/** The number of selected rows, and the actions on them. */
export function DeliverySelectionBar({ selectedIds, onClear }: DeliverySelectionBarProps) {
  const { t } = useTranslation("delivery");
  const confirm = useConfirm();
  const resend = useResendDeliveries(onClear);
  const countParams = { count: selectedIds.size, formattedCount: formatNumber(selectedIds.size) };
  const confirmResend = async () => {
    const isConfirmed = await confirm({
      title: t("select.confirmTitle"),
      text: t("select.confirmText", countParams),
      confirm: t("resend"),
    });
    if (isConfirmed) resend.mutate([...selectedIds]);
  };
  return (
    <SelectionBar aria-label={t("select.region")}>
      <strong role="status">{t("select.selectedCount", countParams)}</strong>
      <Button size="small" variant="invisible" onClick={onClear}>
        {t("select.clear")}
      </Button>
      <TrailingActions>
        <Button size="small" leadingVisual={SyncIcon} loading={resend.isPending} onClick={confirmResend}>
          {t("resend")}
        </Button>
      </TrailingActions>
    </SelectionBar>
  );
}
