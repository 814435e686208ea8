import { Checkbox } from "@primer/react";
import { useTranslation } from "react-i18next";
import { canResend } from "#domain/delivery/states.ts";
import type { DeliveryRow } from "#domain/endpoints/exports/delivery.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";

/** A checkbox column for rows that can be resent. */
export function useSelectColumn(
  rows: readonly DeliveryRow[],
  selectedIds: ReadonlySet<string>,
  onSelect: (ids: ReadonlySet<string>) => void,
): TableColumn<DeliveryRow> {
  const { t } = useTranslation("delivery");
  const resendableIds = rows.filter(({ state }) => canResend(state)).map(({ id }) => id);
  const areAllSelected = resendableIds.length > 0 && resendableIds.every((id) => selectedIds.has(id));
  const toggle = (id: string) => {
    const next = new Set(selectedIds);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return {
    id: "select",
    header: t("select.column"),
    width: "44px",
    isOmitted: ({ state }) => !canResend(state),
    head: (
      <Checkbox
        aria-label={t("select.page")}
        disabled={resendableIds.length === 0}
        checked={areAllSelected}
        indeterminate={!areAllSelected && selectedIds.size > 0}
        onChange={() => onSelect(new Set(areAllSelected ? [] : resendableIds))}
      />
    ),
    cell: ({ id, state, documentationName: name, exportConfigurationName: destination }) =>
      canResend(state) && (
        <Checkbox
          aria-label={t("select.row", { name, destination })}
          checked={selectedIds.has(id)}
          onChange={() => toggle(id)}
        />
      ),
  };
}
