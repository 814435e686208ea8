import { useTranslation } from "react-i18next";
import type { AnyResource } from "../../../../domain/resource";
import { Failure } from "../../api/failure";
import { type RowId, useRemove } from "../../api/resource";
import { alertText } from "../../api/texts";
import { showAlert } from "../alertStore";
import { useConfirm } from "../Confirm";

/** Deletes a row once the user has said so; destructive work asks. */
export function useRemoveRow(resource: AnyResource) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const remove = useRemove(resource);
  return async ({ id, version, name }: { id: RowId; version?: number; name: string }) => {
    const sure = await confirm({
      title: t("form.deleteTitle", { name }),
      text: t("form.deleteText"),
      confirm: t("actions.delete"),
      danger: true,
    });
    if (!sure) return;
    try {
      await remove.mutateAsync({ id, version });
      showAlert("success", t("alerts.deleted"));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const text = alertText(error);
      if (text) showAlert("danger", text);
    }
  };
}
