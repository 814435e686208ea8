import { PlusIcon } from "@primer/octicons-react";
import { Button, Checkbox } from "@primer/react";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import type { BulkChange } from "#domain/documentation/bulkChange.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { useGroupPath } from "#features/documentationGroup/groupPath.ts";
import {
  createDocumentationSource,
  toFilterParams,
} from "#features/documentationList/documentationSource.ts";
import { FilterBar } from "#features/documentationList/filter/FilterBar.tsx";
import { FilterChips } from "#features/documentationList/filter/FilterChips.tsx";
import { emptyFilter, isFiltered, useListFilter } from "#features/documentationList/filter/listFilter.ts";
import { useRememberedView } from "#features/documentationList/filter/rememberedView.ts";
import { useListColumns } from "#features/documentationList/listColumns.tsx";
import { useListSettings } from "#features/documentationList/listSettings.ts";
import { countRowDifferences } from "#features/live/differences.ts";
import { LiveChanges } from "#features/live/lazyLiveChanges.tsx";
import { toReviewQuery } from "#features/reviewQueue/queueUrl.ts";
import { ReviewButton } from "#features/reviewQueue/ReviewButton.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { IconOnlyOnPhone } from "#ui/layout/boxes.ts";
import { Page } from "#ui/layout/Page.tsx";
import { useRangeSelection } from "#ui/select/rangeSelection.ts";
import { allSelected, emptySelection, isEmpty, isSelected, type Selection } from "#ui/select/selection.ts";
import { SearchBox } from "#ui/table/SearchBox.tsx";
import { SortSelect } from "#ui/table/SortSelect.tsx";
import { SearchSlot, Toolbar, Tools } from "#ui/table/styles.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { useTable } from "#ui/table/useTable.ts";
import { togglePage, withSelected } from "./bulk/listSelection.ts";
import { DocumentationTable } from "./DocumentationTable.tsx";
import { ExportListMenu } from "./ExportListMenu.tsx";
import { ListSettingsMenu } from "./ListSettingsMenu.tsx";
import type { SearchSuggestion } from "./searchSuggestions.ts";
import { SavedViews } from "./views/SavedViews.tsx";

// Loaded when needed: most visits open none of them.
const ExportListDialog = lazy(async () => ({
  default: (await import("./ExportListDialog.tsx")).ExportListDialog,
}));
const ZipDialog = lazy(async () => ({ default: (await import("./zip/ZipDialog.tsx")).ZipDialog }));
const BulkBar = lazy(async () => ({ default: (await import("./bulk/BulkBar.tsx")).BulkBar }));
const BulkDialog = lazy(async () => ({ default: (await import("./bulk/BulkDialog.tsx")).BulkDialog }));
const EmptySearch = lazy(async () => ({ default: (await import("./EmptySearch.tsx")).EmptySearch }));

export { prefetch } from "#features/documentationList/documentationSource.ts";

/** Maximum rows that `all` shows in one virtual table; browsers limit the height of an element. */
const maxVirtualRows = 200_000;

/** /documentation (2§2). */
export default function DocumentationList() {
  const { t } = useTranslation();
  const title = t("routes.documentation");
  return useRememberedView() ? <Page title={title}>{null}</Page> : <List title={title} />;
}

function List({ title }: { title: string }) {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const grants = useGrants();
  const [params] = useSearchParams();
  const [settings, setSettings] = useListSettings();
  const [filter, changeFilter] = useListFilter();
  const { showHidden, max } = settings;
  const source = useMemo(() => createDocumentationSource(filter, showHidden), [filter, showHidden]);
  const limit = max === -1 ? Number.POSITIVE_INFINITY : max;
  const table = useTable(source, { isInUrl: true, limit });
  const { state, change, total } = table;
  const isVirtual = max === -1 && total !== null && total <= maxVirtualRows;
  const isNarrowed = isFiltered(filter) || state.q !== "";
  const filterParams = toFilterParams(filter, state.q, showHidden);
  const search = ({ kind, query }: SearchSuggestion) => {
    if (kind === "hidden") setSettings({ showHidden: true });
    else if (kind === "unfiltered") changeFilter(emptyFilter);
    else change({ q: query.query ?? "" });
  };
  const [isExporting, setIsExporting] = useState(false);
  /** The selection of the open zip dialog. */
  const [zipSelection, setZipSelection] = useState<Selection | null>(null);
  const bulk = useBulk(JSON.stringify(filterParams));
  const columns = useListColumns(settings.showsThumbnails);
  const visibleRows = useRef<readonly DocumentationListRow[]>([]);
  const visibleIds = useRef<readonly string[]>([]);
  const pathOfGroup = useGroupPath("/documentationComparison");
  const range = useRangeSelection({
    ids: () => visibleIds.current,
    isSelected: (id) => isSelected(bulk.selection, id),
    setSelected: (ids, isSelected) =>
      bulk.select(withSelected(bulk.selection, ids, isSelected, visibleIds.current)),
  });
  return (
    <Page
      title={title}
      trailing={
        <LiveChanges
          loadedAtMs={table.rows.dataUpdatedAt}
          countDifferences={async (signal) =>
            countRowDifferences(table.rows.data?.items ?? [], await table.fetchRows(signal))
          }
        />
      }
      actions={
        <IconOnlyOnPhone>
          <ReviewButton
            listQuery={toReviewQuery(params, showHidden)}
            label={t("documentation:review.start")}
            shortcut="r"
            shortcutGroup={title}
            isEmpty={total === 0}
          />
          <ExportListMenu
            isEmpty={total === 0}
            onWorkbook={() => setIsExporting(true)}
            onZip={() => setZipSelection(allSelected)}
          />
          {hasAuthority(grants, "ROLE_CREATE_DOCUMENTATION") && (
            <Button as={Link} to="/documentation/create" variant="primary" leadingVisual={PlusIcon}>
              {t("add")}
            </Button>
          )}
        </IconOnlyOnPhone>
      }
    >
      <Toolbar role="search">
        <SearchSlot>
          <SearchBox
            value={state.q}
            hint={t("documentation:searchHint")}
            onSearch={(q) => change({ q }, { replace: true })}
          />
        </SearchSlot>
        <Tools>
          <SavedViews />
          <SortSelect columns={columns} sortable={source.sortable} state={state} change={change} />
          <IconOnlyOnPhone>
            <ListSettingsMenu settings={settings} onChange={setSettings} />
          </IconOnlyOnPhone>
        </Tools>
      </Toolbar>
      <FilterBar filter={filter} change={changeFilter} query={filterParams} />
      <FilterChips filter={filter} change={changeFilter} />
      {total !== null && total > limit && (
        <Notice>
          <Banner kind="warning">
            {t("documentation:limitWarning", { total: formatNumber(total), max: formatNumber(limit) })}
          </Banner>
        </Notice>
      )}
      <DocumentationTable
        label={title}
        source={source}
        table={table}
        showsAllRows={isVirtual}
        columns={(rows) => [selectColumn(rows), ...columns]}
        emptySearch={
          isNarrowed ? (
            <Suspense>
              <EmptySearch
                params={filterParams}
                onSelect={search}
                onClear={() => changeFilter(emptyFilter, "")}
              />
            </Suspense>
          ) : null
        }
      />
      <Suspense>
        {!isEmpty(bulk.selection) && (
          <BulkBar
            selection={bulk.selection}
            total={total}
            onAll={() => bulk.select(allSelected)}
            onClear={() => bulk.select(emptySelection)}
            onZip={() => setZipSelection(bulk.selection)}
            comparePath={comparePath()}
            onChange={bulk.begin}
          />
        )}
      </Suspense>
      <Suspense>
        {isExporting && (
          <ExportListDialog
            filter={filterParams}
            sort={state.sort}
            order={state.order}
            total={total}
            onClose={() => setIsExporting(false)}
          />
        )}
        {zipSelection && (
          <ZipDialog selection={zipSelection} filter={filterParams} onClose={() => setZipSelection(null)} />
        )}
      </Suspense>
      {bulk.change && (
        <Suspense>
          <BulkDialog
            change={bulk.change}
            selection={bulk.selection}
            filter={filterParams}
            onClose={bulk.end}
          />
        </Suspense>
      )}
    </Page>
  );

  /** Documentations are compared with others of their name (2§2), so what is selected must have one name. */
  function comparePath(): string | null {
    const { all, ids } = bulk.selection;
    const rows = visibleRows.current.filter(({ id }) => ids.has(id));
    const [first] = rows;
    if (all || !first || rows.length < 2 || rows.length < ids.size) return null;
    const isSameGroup = rows.every(
      ({ name, customerId }) => name === first.name && customerId === first.customerId,
    );
    return isSameGroup ? pathOfGroup(first) : null;
  }

  function selectColumn(rows: readonly DocumentationListRow[]): TableColumn<DocumentationListRow> {
    const ids = rows.map(({ id }) => id);
    const { selection, select } = bulk;
    visibleIds.current = ids;
    visibleRows.current = rows;
    return {
      id: "select",
      card: "tick",
      header: t("bulk.select"),
      width: "44px",
      head: (
        <Checkbox
          aria-label={t("bulk.selectPage")}
          checked={ids.length > 0 && ids.every((id) => isSelected(selection, id))}
          indeterminate={
            !selection.all && selection.ids.size > 0 && !ids.every((id) => selection.ids.has(id))
          }
          // In a virtual table there is no page to select, so the box selects all matches.
          onChange={() =>
            select(isVirtual ? (selection.all ? emptySelection : allSelected) : togglePage(selection, ids))
          }
        />
      ),
      cell: ({ id, alias, name }) => (
        <Checkbox
          aria-label={t("bulk.selectRow", { name: alias ?? name })}
          checked={isSelected(selection, id)}
          {...range.box(id)}
        />
      ),
    };
  }
}

/**
 * The selection and the pending bulk action. A changed filter clears the selection, so that rows out of sight are not changed.
 */
function useBulk(filter: string) {
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const [change, start] = useState<BulkChange | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filter changes
  useEffect(() => setSelection(emptySelection), [filter]);
  return {
    selection,
    select: setSelection,
    change,
    begin: start,
    end: (hasChanged: boolean) => {
      start(null);
      if (hasChanged) setSelection(emptySelection);
    },
  };
}

const Notice = styled.div`
  margin-bottom: var(--base-size-12);
`;
