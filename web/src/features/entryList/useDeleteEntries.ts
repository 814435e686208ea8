import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import type { DialogAlert } from "./dialogAlert.ts";
import { type Entry, type EntryKind, useEntryWrite } from "./entryKind.ts";

/** Deletes one row, or all imported rows, after confirmation. */
export function useDeleteEntries<E extends Entry>(
  kind: Omit<EntryKind<E>, "sortable" | "rows">,
  list: { id: string; name: string },
  showDialogAlert: (alert: DialogAlert) => void,
) {
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  const confirm = useConfirm();
  const removeOne = useEntryWrite(kind, kind.remove);
  const removeImported = useEntryWrite(kind, kind.removeImported);

  async function runAndReport(work: () => Promise<string>) {
    try {
      showDialogAlert({ kind: "success", text: await work() });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showDialogAlert({ kind: "danger", text: alertText(error) ?? problemText(error) });
    }
  }

  return {
    deleteOne: async (entry: E) => {
      const isConfirmed = await confirm({
        title: tCommon("form.deleteTitle", { name: kind.textOf(entry) }),
        text: tCommon("form.deleteText"),
        confirm: tCommon("actions.delete"),
        danger: true,
      });
      if (!isConfirmed) return;
      await runAndReport(async () => {
        await removeOne.mutateAsync(entry.id);
        return tCommon("alerts.deleted");
      });
    },
    deleteImported: async () => {
      const isConfirmed = await confirm({
        title: t(`${kind.name}.removeTitle`),
        text: t(`${kind.name}.removeText`, { name: list.name }),
        confirm: tCommon("actions.delete"),
        danger: true,
      });
      if (!isConfirmed) return;
      await runAndReport(async () => {
        const { removed } = await removeImported.mutateAsync(list.id);
        return t(`${kind.name}.removed`, { count: removed });
      });
    },
  };
}
