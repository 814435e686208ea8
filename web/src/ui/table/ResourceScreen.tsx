import type { Icon } from "@primer/octicons-react";
import type { ComponentProps, ReactNode } from "react";
import type { RowId } from "#api/resource.ts";
import type { AnyResource, ListRow } from "#domain/contract/resource.ts";
import type { NamedRow } from "../form/EditDeleteActions.tsx";
import { useRowForm } from "../form/useRowForm.tsx";
import { Page } from "../layout/Page.tsx";
import { ResourceTable } from "./ResourceTable.tsx";

type TableProps<R extends AnyResource> = ComponentProps<typeof ResourceTable<R>>;

interface ResourceScreenProps<R extends AnyResource, Id extends RowId>
  extends Pick<TableProps<R>, "resource" | "columns" | "searchHint" | "actionsWidth"> {
  title: string;
  lead: string;
  icon: Icon;
  emptyTitle: string;
  includesDetails?: boolean;
  /** Before the button that adds a row. */
  actions?: ReactNode;
  /** Before the buttons that edit and delete the row. */
  rowActions?: (row: ListRow<R>) => ReactNode;
  /** The row with its name in confirmations and labels. */
  toNamedRow: (row: ListRow<R>) => NamedRow<Id>;
  /** Adds a row, or edits one. */
  form: (form: { id: Id | null; onClose: () => void }) => ReactNode;
  children?: ReactNode;
}

/** The screen of a standard resource: its table, the form of its rows, and the buttons that open it. */
export function ResourceScreen<R extends AnyResource, Id extends RowId = string>(
  props: ResourceScreenProps<R, Id>,
) {
  const {
    resource,
    columns,
    searchHint,
    actionsWidth,
    title,
    lead,
    icon,
    emptyTitle,
    includesDetails,
    children,
  } = props;
  const rows = useRowForm<Id>(resource);
  return (
    <Page
      title={title}
      lead={lead}
      actions={
        <>
          {props.actions}
          {rows.add()}
        </>
      }
    >
      <ResourceTable
        resource={resource}
        {...(includesDetails && { details: true })}
        label={title}
        isInUrl
        {...(searchHint !== undefined && { searchHint })}
        {...(actionsWidth !== undefined && { actionsWidth })}
        columns={columns}
        rowActions={(row) => (
          <>
            {props.rowActions?.(row)}
            {rows.actions(props.toNamedRow(row))}
          </>
        )}
        empty={{ icon, title: emptyTitle, action: rows.add("default") }}
      />
      {rows.form(props.form)}
      {children}
    </Page>
  );
}
