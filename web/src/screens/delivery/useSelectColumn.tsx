import { Checkbox } from "@primer/react";
import { useTranslation } from "react-i18next";
import { canResend } from "#domain/delivery/states.ts";
import type { DeliveryRow } from "#domain/endpoints/exports/delivery.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";

/** Boxes for the rows that can be sent again; null where the page has none of them. */
export function useSelectColumn(
  rows: readonly DeliveryRow[],
  selected: ReadonlySet<string>,
  select: (ids: ReadonlySet<string>) => void,
): TableColumn<DeliveryRow> | null {
  const { t } = useTranslation("delivery");
  const able = rows.filter(({ state }) => canResend(state)).map(({ id }) => id);
  if (able.length === 0) return null;
  const all = able.every((id) => selected.has(id));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    select(next);
  };
  return {
    id: "select",
    header: t("select.column"),
    width: "44px",
    omitted: ({ state }) => !canResend(state),
    head: (
      <Checkbox
        aria-label={t("select.page")}
        checked={all}
        indeterminate={!all && selected.size > 0}
        onChange={() => select(new Set(all ? [] : able))}
      />
    ),
    cell: ({ id, state, documentationName: name, exportConfigurationName: destination }) =>
      canResend(state) && (
        <Checkbox
          aria-label={t("select.row", { name, destination })}
          checked={selected.has(id)}
          onChange={() => toggle(id)}
        />
      ),
  };
}
