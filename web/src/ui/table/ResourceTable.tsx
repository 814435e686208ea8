import { useMemo } from "react";
import type { AnyResource, Column, ListRow } from "#domain/contract/resource.ts";
import { SourceTable, type SourceTableProps } from "./SourceTable.tsx";
import type { TableColumn } from "./TableColumn.ts";
import { createResourceSource, type ResourceRows } from "./tableSource.ts";

type ResourceTableProps<R extends AnyResource> = Omit<
  SourceTableProps<ListRow<R>>,
  "source" | "columns" | "rowKey"
> &
  ResourceRows<ListRow<R>> & {
    resource: R;
    /** Columns of the contract; a misspelt one is a type error. */
    columns: readonly TableColumn<ListRow<R>, Column<R>>[];
  };

/** The table of a standard resource. */
export function ResourceTable<R extends AnyResource>({
  resource,
  details: includesDetails = false,
  customerId,
  needsPolling,
  ...props
}: ResourceTableProps<R>) {
  const source = useMemo(
    () =>
      createResourceSource(resource, {
        details: includesDetails,
        needsPolling,
        ...(customerId !== undefined && { customerId }),
      }),
    [resource, includesDetails, customerId, needsPolling],
  );
  return <SourceTable {...props} source={source} rowKey={(row) => String(row.id)} />;
}
