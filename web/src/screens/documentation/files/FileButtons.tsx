import { PencilIcon, TrashIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import type { FileRow } from "#domain/endpoints/documentation/details.ts";
import { deleteFile } from "#domain/endpoints/review/review.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";
import { FileNameDialog } from "./FileNameDialog.tsx";

/** Editing and deleting a file (2§6 ROLE_FILE_WRITE). */
export function FileButtons({ file }: { file: FileRow }) {
  const { t } = useTranslation("review");
  const { t: tCommon } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const confirm = useConfirm();
  const { write } = useDocumentationMutation(file.documentationId);
  const remove = useMutation({
    mutationFn: () =>
      write(
        () => call(deleteFile, { params: { id: file.id } }),
        ["files", "item", "events"],
        (_, cache) => cache.removeFile(file.id),
      ),
    onSuccess: () => showAlert("success", tCommon("alerts.deleted")),
  });
  async function confirmDelete() {
    const isConfirmed = await confirm({
      title: tCommon("form.deleteTitle", { name: file.name }),
      text: tCommon("form.deleteText"),
      confirm: tCommon("actions.delete"),
      danger: true,
    });
    if (isConfirmed) remove.mutate();
  }
  return (
    <>
      <IconButton
        size="small"
        variant="invisible"
        icon={PencilIcon}
        aria-label={t("file.edit", { name: file.name })}
        onClick={() => setEditing(true)}
      />
      <IconButton
        size="small"
        variant="invisible"
        icon={TrashIcon}
        aria-label={t("file.delete", { name: file.name })}
        loading={remove.isPending}
        onClick={confirmDelete}
      />
      {isEditing && <FileNameDialog file={file} onClose={() => setEditing(false)} />}
    </>
  );
}
