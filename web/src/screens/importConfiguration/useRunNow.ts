import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCustomerId } from "../../api/session";
import { showAlert } from "../../kit/alertStore";
import { useConfirm } from "../../kit/Confirm";
import type { ImportKind } from "./importKind";

/** Starts an import once the user has said so (3§2); what goes wrong is an alert of the catalogue. */
export function useRunNow(kind: ImportKind, onStarted: () => void) {
  const { t } = useTranslation("imports");
  const confirm = useConfirm();
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const run = useMutation({
    mutationFn: kind.run,
    onSuccess: async () => {
      showAlert("success", t("run.queued"));
      await queries.invalidateQueries({ queryKey: [customerId, kind.events.name] });
      onStarted();
    },
  });
  return async (id: string) => {
    const sure = await confirm({ title: t("run.title"), text: t("run.text"), confirm: t("run.title") });
    if (sure && !run.isPending) run.mutate(id);
  };
}
