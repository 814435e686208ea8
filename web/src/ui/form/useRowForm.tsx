import { PlusIcon } from "@primer/octicons-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import type { RowId } from "#api/resource.ts";
import type { AnyResource } from "#domain/contract/resource.ts";
import { PermissionButton } from "../button/PermissionButton.tsx";
import { EditDeleteActions, type NamedRow } from "./EditDeleteActions.tsx";

/** Navigation state that opens the form of a new row. */
export const addState = { isAdding: true } as const;

const isAddState = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "isAdding" in state && state.isAdding === true;

/**
 * Connects a list with the form of its rows: an add button, the edit and delete buttons of a row, and the form while it is open.
 */
export function useRowForm<Id extends RowId = string>(resource: AnyResource) {
  const { t } = useTranslation();
  // Undefined while no form is open, null for a new row.
  const [editedId, setEdited] = useState<Id | null | undefined>(undefined);
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isAddState(state)) return;
    setEdited(null);
    // Neither a reload nor the browser's Back button opens the form again.
    void navigate(".", { replace: true, state: null });
  }, [state, navigate]);
  return {
    add: (variant: "primary" | "default" = "primary") => (
      <PermissionButton
        resource={resource}
        action="create"
        icon={PlusIcon}
        variant={variant}
        label={t("actions.add")}
        onClick={() => setEdited(null)}
      />
    ),
    actions: (row: NamedRow<Id>) => (
      <EditDeleteActions resource={resource} row={row} onEdit={() => setEdited(row.id)} />
    ),
    form: (render: (renderForm: { id: Id | null; onClose: () => void }) => ReactNode): ReactNode =>
      editedId === undefined ? null : render({ id: editedId, onClose: () => setEdited(undefined) }),
  };
}
