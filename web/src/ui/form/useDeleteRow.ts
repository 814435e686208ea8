import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { alertText } from "#api/errorTexts.ts";
import { type RowId, useRemove } from "#api/resource.ts";
import type { AnyResource } from "#domain/contract/resource.ts";
import { useConfirm } from "../dialog/Confirm.tsx";
import { showAlert } from "../overlay/alertStore.ts";
import { createReferenceLinks } from "./referenceLinks.ts";

interface DeletionRequest {
  id: RowId;
  version?: number | undefined;
  name: string;
  /** Explains the deletion, in place of the default text. */
  text?: string;
  /** Keeps the alert after the navigation away from the deleted row's page. */
  stay?: boolean;
}

/** Returns a function that deletes a row after confirmation and resolves to whether it is deleted. */
export function useDeleteRow(resource: AnyResource) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const remove = useRemove(resource);
  return async ({
    id,
    version,
    name,
    text: consequence,
    stay: survivesNavigation = false,
  }: DeletionRequest): Promise<boolean> => {
    const isConfirmed = await confirm({
      title: t("form.deleteTitle", { name }),
      text: consequence ?? t("form.deleteText"),
      confirm: t("actions.delete"),
      danger: true,
    });
    if (!isConfirmed) return false;
    try {
      await remove.mutateAsync({ id, version });
      showAlert("success", t("alerts.deleted"), { survivesNavigation });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const text = alertText(error);
      if (text) showAlert("danger", text, { links: createReferenceLinks(error.uses) });
      return false;
    }
  };
}
