import { Select } from "@primer/react";
import { useTranslation } from "react-i18next";
import { orders } from "#domain/contract/resource.ts";
import { isOneOf } from "#domain/core/objects.ts";
import { CardOnly } from "./styles.ts";
import type { TableColumn } from "./TableColumn.ts";
import type { ChangeTable, TableState } from "./tableState.ts";

interface SortSelectProps<T, S extends string> {
  columns: readonly TableColumn<T>[];
  sortable: readonly S[];
  state: TableState<S>;
  change: ChangeTable<S>;
}

/** Sorts cards, which have no column headers. */
export function SortSelect<T, S extends string>({ columns, sortable, state, change }: SortSelectProps<T, S>) {
  const { t } = useTranslation();
  return (
    <CardOnly>
      <Select
        block
        aria-label={t("table.sortBy")}
        value={`${state.sort} ${state.order}`}
        onChange={(event) => {
          const [sort, order] = event.target.value.split(" ");
          if (isOneOf(sortable, sort) && isOneOf(orders, order)) change({ sort, order }, { replace: true });
        }}
      >
        {columns
          .filter(({ id }) => isOneOf(sortable, id))
          .flatMap(({ id, header }) =>
            orders.map((order) => (
              <Select.Option key={`${id} ${order}`} value={`${id} ${order}`}>
                {`${header}: ${t(order === "asc" ? "table.ascending" : "table.descending")}`}
              </Select.Option>
            )),
          )}
      </Select>
    </CardOnly>
  );
}
