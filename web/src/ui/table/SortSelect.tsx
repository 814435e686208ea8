import { Select } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { Order } from "#domain/contract/resource.ts";
import { CardOnly } from "./styles.ts";
import type { TableColumn } from "./TableColumn.ts";
import type { ChangeTable, TableState } from "./tableState.ts";

interface SortSelectProps<T> {
  columns: readonly TableColumn<T>[];
  sortable: readonly string[];
  state: TableState;
  change: ChangeTable;
}

/** Sorts cards, which have no column headers. */
export function SortSelect<T>({ columns, sortable, state, change }: SortSelectProps<T>) {
  const { t } = useTranslation();
  const orders: Order[] = ["asc", "desc"];
  return (
    <CardOnly>
      <Select
        block
        aria-label={t("table.sortBy")}
        value={`${state.sort} ${state.order}`}
        onChange={(event) => {
          const [sort = "", order] = event.target.value.split(" ");
          change({ sort, order: order === "desc" ? "desc" : "asc" }, { replace: true });
        }}
      >
        {columns
          .filter(({ id }) => sortable.includes(id))
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
