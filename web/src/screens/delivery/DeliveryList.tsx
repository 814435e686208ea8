import { PaperAirplaneIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  clearedFilter,
  hasDeliveryFilter,
  useDeliveryFilter,
  useOpenDeliveryId,
} from "#features/delivery/deliveryFilter.ts";
import { createDeliverySource } from "#features/delivery/deliverySource.ts";
import { ActionBar } from "#ui/layout/boxes.ts";
import { Page } from "#ui/layout/Page.tsx";
import { NoRows } from "#ui/table/NoRows.tsx";
import { SearchBox } from "#ui/table/SearchBox.tsx";
import { SortSelect } from "#ui/table/SortSelect.tsx";
import { SearchSlot, Toolbar, Tools } from "#ui/table/styles.ts";
import { TableBody } from "#ui/table/TableBody.tsx";
import { useTable } from "#ui/table/useTable.ts";
import { DeliveryFilterBar } from "./DeliveryFilterBar.tsx";
import { DeliveryFilterChips } from "./DeliveryFilterChips.tsx";
import { DeliveryPanel } from "./DeliveryPanel.tsx";
import { DeliveryRowActions } from "./DeliveryRowActions.tsx";
import { DeliverySelectionBar } from "./DeliverySelectionBar.tsx";
import { Destinations } from "./Destinations.tsx";
import { useDeliveryColumns } from "./useDeliveryColumns.tsx";
import { useDestinations } from "./useDestinations.ts";
import { useSelectColumn } from "./useSelectColumn.tsx";

/** /delivery: the deliveries to destinations, with their state and why they failed. */
export default function DeliveryList() {
  const { t } = useTranslation("delivery");
  const { t: tCommon } = useTranslation();
  const title = tCommon("routes.delivery");
  const [filter, changeFilter] = useDeliveryFilter();
  const [openId, openDelivery] = useOpenDeliveryId();
  const source = useMemo(() => createDeliverySource(filter), [filter]);
  const table = useTable(source, { isInUrl: true });
  const { state, rows } = table;
  const destinations = useDestinations(filter.customerId);
  const items = rows.data?.items ?? [];
  const columns = useDeliveryColumns();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const selectColumn = useSelectColumn(items, selectedIds, setSelectedIds);
  // Rows that are no longer listed must not be resent: a new view clears the selection.
  const viewKey = JSON.stringify([filter, state]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other rows are listed
  useEffect(() => setSelectedIds(new Set()), [viewKey]);
  const isFiltered = hasDeliveryFilter(filter) || state.q !== "";
  return (
    <Page title={title} lead={t("lead")}>
      <Destinations query={destinations} filter={filter} change={changeFilter} />
      {/* The list must not move once the destinations above it have loaded. */}
      {!destinations.isPending && (
        <>
          <Toolbar role="search">
            <SearchSlot>
              <SearchBox
                value={state.q}
                hint={t("searchHint")}
                onSearch={(q) => table.change({ q }, { replace: true })}
              />
            </SearchSlot>
            <Tools>
              <SortSelect columns={columns} sortable={source.sortable} state={state} change={table.change} />
            </Tools>
          </Toolbar>
          <ActionBar role="group" aria-label={t("filters.label")}>
            <DeliveryFilterBar
              filter={filter}
              change={changeFilter}
              destinations={destinations.data ?? null}
            />
          </ActionBar>
          <DeliveryFilterChips
            filter={filter}
            change={changeFilter}
            destinations={destinations.data ?? []}
            rows={items}
          />
          <TableBody
            label={title}
            table={table}
            sortable={source.sortable}
            columns={[selectColumn, ...columns]}
            rowKey={({ id }) => id}
            actionsWidth={108}
            rowActions={(row) => <DeliveryRowActions row={row} onOpen={() => openDelivery(row.id)} />}
            empty={
              isFiltered ? (
                <NoRows
                  icon={PaperAirplaneIcon}
                  title={t("noMatches")}
                  action={
                    <Button onClick={() => changeFilter(clearedFilter, "")}>{t("filters.clearAll")}</Button>
                  }
                />
              ) : (
                <NoRows icon={PaperAirplaneIcon} title={t("empty")} text={t("emptyText")} />
              )
            }
          />
        </>
      )}
      {selectedIds.size > 0 && (
        <DeliverySelectionBar selectedIds={selectedIds} onClear={() => setSelectedIds(new Set())} />
      )}
      {openId && <DeliveryPanel key={openId} id={openId} onClose={() => openDelivery(null)} />}
    </Page>
  );
}
