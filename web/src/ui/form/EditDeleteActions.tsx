import { PencilIcon, TrashIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import type { RowId } from "#api/resource.ts";
import type { AnyResource } from "#domain/contract/resource.ts";
import { PermissionButton } from "../button/PermissionButton.tsx";
import { useDeleteRow } from "./useDeleteRow.ts";

export interface NamedRow<Id extends RowId> {
  id: Id;
  version?: number | undefined;
  /** The row's name in confirmations and labels. */
  name: string;
  /** The consequence of deleting the row. Replaces the default text of the confirmation. */
  deletionText?: string;
}

interface EditDeleteActionsProps {
  resource: AnyResource;
  row: NamedRow<RowId>;
  /** Absent if rows can only be deleted. */
  onEdit?: () => void;
}

/** The edit and delete buttons of a row, as the contract allows. */
export function EditDeleteActions({ resource, row, onEdit }: EditDeleteActionsProps) {
  const { t } = useTranslation();
  const deleteRow = useDeleteRow(resource);
  const { deletionText: text, ...namedRow } = row;
  const buttonProps = {
    resource,
    row: namedRow,
    iconOnly: true,
    variant: "invisible",
    size: "small",
  } as const;
  return (
    <>
      {onEdit && (
        <PermissionButton
          {...buttonProps}
          action="update"
          icon={PencilIcon}
          label={`${t("actions.edit")}: ${row.name}`}
          onClick={onEdit}
        />
      )}
      <PermissionButton
        {...buttonProps}
        action="delete"
        icon={TrashIcon}
        label={`${t("actions.delete")}: ${row.name}`}
        onClick={() => deleteRow({ ...namedRow, ...(text !== undefined && { text }) })}
      />
    </>
  );
}
