import { OrganizationIcon } from "@primer/octicons-react";
import { Button, Checkbox } from "@primer/react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { type DocumentationSort, documentationSorts } from "#domain/documentation/columns.ts";
import {
  countDocumentations,
  type DocumentationListRow,
  listDocumentations,
} from "#domain/endpoints/documentation/list.ts";
import { fetchCustomers } from "#features/customer/CustomerField.tsx";
import { useDocumentationColumns } from "#features/documentationList/documentationColumns.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";
import { isEmpty, isSelected } from "#ui/select/selection.ts";
import { SourceTable } from "#ui/table/SourceTable.tsx";
import { Toolbar } from "#ui/table/styles.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import type { TableSource } from "#ui/table/tableSource.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { Deletion } from "./Deletion.tsx";
import { type DeletionSelection, emptySelection, selectAllMatches, toggleRow } from "./deletionSelection.ts";

/** /deleteDocumentations [super admin] (2§2). */
export default function DeleteDocumentations() {
  const { t } = useTranslation("tools");
  const { t: tCommon } = useTranslation();
  const [customer, setCustomer] = useState<Option | null>(null);
  const [jobId, setJobId] = useState<string | null>(null);
  const [round, setDeletionCount] = useState(0);
  return (
    <Page title={tCommon("routes.deleteDocumentations")} lead={t("delete.lead")}>
      <CustomerChoice>
        <ServerSelect
          name="customer"
          label={t("delete.customer")}
          placeholder={tCommon("form.chooseCustomer")}
          required
          value={customer}
          queryKey="customerOptions/"
          find={fetchCustomers}
          onChange={setCustomer}
        />
      </CustomerChoice>
      {jobId && (
        <Deletion
          key={jobId}
          jobId={jobId}
          onDone={() => {
            setJobId(null);
            setDeletionCount(round + 1);
          }}
        />
      )}
      {customer ? (
        <Documentations key={customer.id} customer={customer} deletionCount={round} onStarted={setJobId} />
      ) : (
        <EmptyState icon={OrganizationIcon} title={t("delete.chooseCustomer")} />
      )}
    </Page>
  );
}

interface DocumentationsProps {
  customer: Option;
  /** The number of finished deletions: each changes the rows. */
  deletionCount: number;
  onStarted: (jobId: string) => void;
}

function Documentations({ customer, deletionCount, onStarted }: DocumentationsProps) {
  const { t } = useTranslation("tools");
  const [params] = useSearchParams();
  const q = params.get("q") ?? "";
  const [storedSelection, setStoredSelection] = useState<DeletionSelection>(emptySelection);
  // Selecting all applies to one search: a new search clears it.
  const selection = storedSelection.all && storedSelection.q !== q ? emptySelection : storedSelection;
  const [isConfirming, setIsConfirming] = useState(false);
  const source = useMemo(
    () => createDocumentationSource(customer.id, deletionCount),
    [customer.id, deletionCount],
  );
  const columns = useDocumentationColumns().filter(({ id }) => id !== "customerName");
  const selectColumn: TableColumn<DocumentationListRow> = {
    id: "select",
    header: t("delete.selectedColumn"),
    width: "80px",
    cell: (row) => (
      <Checkbox
        checked={isSelected(selection, row.id)}
        aria-label={t("delete.select", { name: row.alias ?? row.name })}
        onChange={() => setStoredSelection(toggleRow(selection, row.id))}
      />
    ),
  };
  return (
    <>
      <Toolbar>
        <Button size="small" onClick={() => setStoredSelection(selectAllMatches(q))}>
          {t("delete.selectAll")}
        </Button>
        <Button size="small" onClick={() => setStoredSelection(emptySelection)} disabled={isEmpty(selection)}>
          {t("delete.selectNone")}
        </Button>
        <SelectionText role="status">{selectionText()}</SelectionText>
        <Button
          variant="danger"
          size="small"
          disabled={isEmpty(selection)}
          onClick={() => setIsConfirming(true)}
        >
          {t("delete.delete")}
        </Button>
      </Toolbar>
      <SourceTable
        label={customer.label}
        source={source}
        columns={[selectColumn, ...columns]}
        rowKey={({ id }) => id}
        isInUrl
      />
      {isConfirming && (
        <DeleteDialog
          customer={customer}
          selection={selection}
          onClose={() => setIsConfirming(false)}
          onStarted={({ id }) => {
            setIsConfirming(false);
            setStoredSelection(emptySelection);
            onStarted(id);
          }}
        />
      )}
    </>
  );

  function selectionText(): string {
    if (isEmpty(selection)) return t("delete.atLeastOne");
    if (!selection.all) return t("delete.selectedCount", { count: selection.ids.size });
    if (selection.ids.size > 0) return t("delete.allExcept", { count: selection.ids.size });
    return q ? t("delete.allMatchesSelected", { query: q }) : t("delete.allSelected");
  }
}

/** All documentations of a customer, hidden and deleted ones included. */
function createDocumentationSource(
  customerId: string,
  round: number,
): TableSource<DocumentationListRow, DocumentationSort> {
  const filter = { customerId: Number(customerId), showHidden: "true" };
  return {
    name: "documentation",
    sortable: documentationSorts.filter((sort) => sort !== "customerName"),
    sort: "dateCreated",
    order: "desc",
    scope: { ...filter, round },
    rows: async ({ q, ...page }, signal) =>
      (
        await call(listDocumentations, {
          query: { ...page, ...filter, query: q },
          signal,
        })
      ).items,
    total: async (q, signal) =>
      (await call(countDocumentations, { query: { ...filter, query: q }, signal })).total,
  };
}

const CustomerChoice = styled.div`
  max-width: 420px;
  margin-bottom: var(--base-size-16);
`;

const SelectionText = styled.span`
  flex: 1;
  min-width: 140px;
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;
