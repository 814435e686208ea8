import { PlusIcon } from "@primer/octicons-react";
import { Button, Checkbox } from "@primer/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import styled from "styled-components";
import { hasAuthority } from "../../../../domain/access/authorities";
import type { DocumentationListRow } from "../../../../domain/endpoints/documentationList";
import type { BulkChange } from "../../../../domain/rules/bulkChange";
import { useGrants } from "../../api/session";
import { Banner } from "../../kit/Flash";
import { formatNumber } from "../../kit/numbers";
import { Page } from "../../kit/Page";
import { useRangeSelection } from "../../kit/shiftRange";
import { IconOnlyOnPhone } from "../../kit/stacks";
import type { TableColumn } from "../../kit/table/columns";
import { SearchBox } from "../../kit/table/SearchBox";
import { SortSelect } from "../../kit/table/SortSelect";
import { SearchPlace, Toolbar, Tools } from "../../kit/table/styles";
import { useTable } from "../../kit/table/useTable";
import { toListQuery } from "../documentation/queue/queueAddress";
import { ReviewButton } from "../documentation/queue/ReviewButton";
import { BulkBar } from "./bulk/BulkBar";
import { BulkDialog } from "./bulk/BulkDialog";
import {
  allSelected,
  emptySelection,
  isEmpty,
  isSelected,
  type Selection,
  togglePage,
  withSelected,
} from "./bulk/selection";
import { DocumentationTable } from "./DocumentationTable";
import { documentationSource, toFilterParams } from "./documentationSource";
import { ExportListDialog } from "./ExportListDialog";
import { ExportListMenu } from "./ExportListMenu";
import { FilterBar } from "./filter/FilterBar";
import { FilterChips } from "./filter/FilterChips";
import { isFiltered, noFilter, useListFilter } from "./filter/listFilter";
import { useRememberedView } from "./filter/rememberedView";
import { ListSettingsMenu } from "./ListSettingsMenu";
import { useListColumns } from "./listColumns";
import { useListSettings } from "./listSettings";
import { SavedViews } from "./views/SavedViews";
import { ZipDialog } from "./zip/ZipDialog";

export { prefetch } from "./documentationSource";

/** The most rows that `all` shows as one scrolling table; browsers limit the height of an element. */
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
  const source = useMemo(() => documentationSource(filter, showHidden), [filter, showHidden]);
  const limit = max === -1 ? Number.POSITIVE_INFINITY : max;
  const table = useTable(source, { inAddress: true, limit });
  const { state, change, total } = table;
  const whole = max === -1 && total !== null && total <= maxVirtualRows;
  const narrowed = isFiltered(filter) || state.q !== "";
  const asked = toFilterParams(filter, state.q, showHidden);
  const [exporting, setExporting] = useState(false);
  /** What the open zip dialog is about. */
  const [zipped, setZipped] = useState<Selection | null>(null);
  const bulk = useBulk(JSON.stringify(asked));
  const columns = useListColumns(settings.thumbnails);
  const shown = useRef<readonly string[]>([]);
  const range = useRangeSelection({
    ids: () => shown.current,
    isTicked: (id) => isSelected(bulk.selection, id),
    tick: (ids, on) => bulk.select(withSelected(bulk.selection, ids, on, shown.current)),
  });
  return (
    <Page
      title={title}
      actions={
        <IconOnlyOnPhone>
          <ReviewButton
            view={toListQuery(params, showHidden)}
            label={t("documentation:review.start")}
            shortcut="r"
            keys={title}
            none={total === 0}
          />
          <ExportListMenu
            none={total === 0}
            onWorkbook={() => setExporting(true)}
            onZip={() => setZipped(allSelected)}
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
        <SearchPlace>
          <SearchBox
            value={state.q}
            hint={t("documentation:searchHint")}
            onSearch={(q) => change({ q }, { replace: true })}
          />
        </SearchPlace>
        <Tools>
          <SavedViews />
          <SortSelect columns={columns} sortable={source.sortable} state={state} change={change} />
          <IconOnlyOnPhone>
            <ListSettingsMenu settings={settings} onChange={setSettings} />
          </IconOnlyOnPhone>
        </Tools>
      </Toolbar>
      <FilterBar filter={filter} change={changeFilter} asked={asked} />
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
        whole={whole}
        columns={(rows) => [selectColumn(rows), ...columns]}
        narrowed={narrowed}
        onClear={() => changeFilter(noFilter, "")}
      />
      {!isEmpty(bulk.selection) && (
        <BulkBar
          selection={bulk.selection}
          total={total}
          onAll={() => bulk.select(allSelected)}
          onClear={() => bulk.select(emptySelection)}
          onZip={() => setZipped(bulk.selection)}
          onChange={bulk.begin}
        />
      )}
      {exporting && (
        <ExportListDialog
          filter={asked}
          sort={state.sort}
          order={state.order}
          total={total}
          onClose={() => setExporting(false)}
        />
      )}
      {zipped && <ZipDialog selection={zipped} filter={asked} onClose={() => setZipped(null)} />}
      {bulk.change && (
        <BulkDialog change={bulk.change} selection={bulk.selection} filter={asked} onClose={bulk.end} />
      )}
    </Page>
  );

  function selectColumn(rows: readonly DocumentationListRow[]): TableColumn<DocumentationListRow> {
    const ids = rows.map(({ id }) => id);
    const { selection, select } = bulk;
    shown.current = ids;
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
          // In a scrolling table "what is visible" means nothing: there the box ticks everything.
          onChange={() =>
            select(whole ? (selection.all ? emptySelection : allSelected) : togglePage(selection, ids))
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

/** The selection and its actions. Another filter clears it: rows out of sight must not be changed. */
function useBulk(filter: string) {
  const [selection, select] = useState<Selection>(emptySelection);
  const [change, begin] = useState<BulkChange | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filter changes
  useEffect(() => select(emptySelection), [filter]);
  return {
    selection,
    select,
    change,
    begin,
    end: (changed: boolean) => {
      begin(null);
      if (changed) select(emptySelection);
    },
  };
}

const Notice = styled.div`
  margin-bottom: var(--base-size-12);
`;
