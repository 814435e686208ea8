import { Button, FormControl, Select } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { problemText } from "#api/errorTexts.ts";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import { addReceivedFiles, type ReceivedFile } from "#domain/endpoints/links/receivedFiles.ts";
import { hasExtension, parseFileExtensions } from "#domain/task/fileExtensions.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { BreakableItem, FieldErrorText } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";

interface AddReceivedFilesDialogProps {
  documentationId: string;
  files: readonly ReceivedFile[];
  tasks: readonly DocumentationTask[];
  onClose: () => void;
  /** Called on failure: another user may have decided in the meantime. */
  onStale: () => void;
}

/** Adds received files to a file task, or to the documentation outside its tasks. */
export function AddReceivedFilesDialog({
  documentationId,
  files,
  tasks,
  onClose,
  onStale,
}: AddReceivedFilesDialogProps) {
  const { t } = useTranslation("received");
  const { t: tCommon } = useTranslation();
  const { t: tUpload } = useTranslation("upload");
  const { write } = useDocumentationMutation(documentationId);
  const choices = tasks.filter(({ type }) => type === "FILE");
  const [taskId, setTaskId] = useState(choices.length === 1 ? choices[0]!.id : "");
  const extensions = parseFileExtensions(choices.find(({ id }) => id === taskId)?.options ?? null);
  const rejectedFiles = files.filter(({ name }) => !hasExtension(name, extensions));
  const addFiles = useMutation({
    mutationFn: () =>
      write(
        () =>
          call(addReceivedFiles, {
            body: { documentationId, ids: files.map(({ id }) => id), taskId: taskId || null },
          }),
        ["received", "files", "item", "events"],
      ),
    onSuccess: () => {
      showAlert("success", t("addSuccess", { count: files.length }));
      onClose();
    },
    onError: onStale,
    meta: { handlesErrors: true },
  });
  return (
    <Modal
      title={t("addTitle", { count: files.length })}
      narrow="fullscreen"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{tCommon("actions.cancel")}</Button>
          <Button
            variant="primary"
            loading={addFiles.isPending}
            disabled={rejectedFiles.length > 0}
            onClick={() => addFiles.mutate()}
          >
            {t("addShort")}
          </Button>
        </>
      }
    >
      <Stack>
        <FormControl>
          <FormControl.Label>{t("target")}</FormControl.Label>
          <Select block value={taskId} onChange={({ target }) => setTaskId(target.value)}>
            <Select.Option value="">{t("outsideTasks")}</Select.Option>
            {choices.map(({ id, name }) => (
              <Select.Option key={id} value={id}>
                {name}
              </Select.Option>
            ))}
          </Select>
          <FormControl.Caption>
            {extensions.length > 0
              ? tUpload("allowedExtensions", { extensions: extensions.join(", ") })
              : tUpload("anyExtension")}
          </FormControl.Caption>
        </FormControl>
        {rejectedFiles.length > 0 && (
          <FieldErrorText role="alert">
            {t("notAccepted", { names: rejectedFiles.map(({ name }) => name).join(", ") })}
          </FieldErrorText>
        )}
        <ul>
          {files.map(({ id, name }) => (
            <li key={id}>
              <BreakableItem>{name}</BreakableItem>
            </li>
          ))}
        </ul>
        {addFiles.error && <FieldErrorText role="alert">{problemText(addFiles.error)}</FieldErrorText>}
      </Stack>
    </Modal>
  );
}
