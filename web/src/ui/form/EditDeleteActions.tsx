import { PencilIcon, TrashIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import type { RowId } from "#api/resource.ts";
import type { AnyResource } from "#domain/contract/resource.ts";
import { PermissionButton } from "../button/PermissionButton.tsx";
import { useDeleteRow } from "./useDeleteRow.ts";

interface RowActionsProps {
  resource: AnyResource;
  row: { id: RowId; version?: number | undefined; name: string };
  /** Absent where rows can only be deleted. */
  onEdit?: () => void;
}

/** Edit and delete, as the contract allows. */
export function EditDeleteActions({ resource, row, onEdit }: RowActionsProps) {
  const { t } = useTranslation();
  const removeRow = useDeleteRow(resource);
  const common = { resource, row, iconOnly: true, variant: "invisible", size: "small" } as const;
  return (
    <>
      {onEdit && (
        <PermissionButton
          {...common}
          action="update"
          icon={PencilIcon}
          label={`${t("actions.edit")}: ${row.name}`}
          onClick={onEdit}
        />
      )}
      <PermissionButton
        {...common}
        action="delete"
        icon={TrashIcon}
        label={`${t("actions.delete")}: ${row.name}`}
        onClick={() => removeRow(row)}
      />
    </>
  );
}
