import { HistoryIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { restoreTemplateBackup, type TemplateBackup } from "#domain/endpoints/configuration/templateCalls.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { formatDateTimeWithSeconds } from "#ui/format/dates.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { useDroppedReferencesText } from "../droppedReferencesText.ts";
import type { TemplateRow } from "../useTemplate.ts";

interface RestoreProps {
  backup: TemplateBackup;
  version: number;
  /** The newest version, which needs no restoring. */
  isCurrent: boolean;
  hasUnsavedChanges: boolean;
  onRestored: (row: TemplateRow) => void;
}

/** Restores an earlier version, for users who can write templates. */
export function Restore({ backup, version, isCurrent, hasUnsavedChanges, onRestored }: RestoreProps) {
  const { t } = useTranslation("template");
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const droppedReferencesText = useDroppedReferencesText();
  const restore = useMutation({
    mutationFn: () => call(restoreTemplateBackup, { body: { id: backup.id, version } }),
    onSuccess: ({ template, droppedReferences }) => {
      void queryClient.invalidateQueries({ queryKey: [customerId], refetchType: "none" });
      showAlert("success", t("backups.restored"));
      if (droppedReferences.length > 0) showAlert("warning", droppedReferencesText(droppedReferences));
      onRestored(template);
    },
  });
  if (!hasAuthority(useGrants(), "ROLE_TEMPLATE_WRITE") || isCurrent) return null;
  const date = formatDateTimeWithSeconds(backup.dateCreated);
  async function confirmRestore() {
    const isConfirmed = await confirm({
      title: t("backups.restoreTitle", { version: date }),
      text: t(hasUnsavedChanges ? "backups.restoreUnsaved" : "backups.restoreText"),
      confirm: t("backups.restoreConfirm"),
      danger: hasUnsavedChanges,
    });
    if (isConfirmed) restore.mutate();
  }
  return (
    <div>
      <Button leadingVisual={HistoryIcon} loading={restore.isPending} onClick={confirmRestore}>
        {t("backups.restore", { version: date })}
      </Button>
    </div>
  );
}
