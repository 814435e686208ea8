import { Button, FormControl, ProgressBar, Select } from "@primer/react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { DocumentationTask, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { hasExtension, parseFileExtensions, photoExtensions } from "#domain/task/fileExtensions.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { useBeforeUnload } from "#ui/dialog/useBeforeUnload.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { FieldErrorText, ProgressText } from "#ui/layout/typography.ts";
import { DropZone } from "#ui/upload/DropZone.tsx";
import { FilePreviewImage } from "#ui/upload/FilePreviewImage.tsx";
import { SkippedFiles } from "#ui/upload/SkippedFiles.tsx";
import { UploadRow } from "#ui/upload/UploadRow.tsx";
import { useUploads } from "#ui/upload/useUploads.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";
import { ImportUpload } from "./ImportUpload.ts";
import { createImportCalls, type ImportKind } from "./importCalls.ts";
import { PhotoMetadataFields } from "./PhotoMetadataFields.tsx";
import { namesOf, usePhotoMetadata } from "./photoMetadata.ts";

interface ImportDialogProps {
  kind: ImportKind;
  documentationId: string;
  tasks: readonly DocumentationTask[];
  photos: readonly PhotoRow[];
  onClose: () => void;
}

/** Uploads photos or files of a task directly to storage (2§5, 2§6). Each counts only when the service has confirmed it. */
export function ImportDialog({ kind, documentationId, tasks, photos, onClose }: ImportDialogProps) {
  const { t } = useTranslation("review");
  const { t: tCommon } = useTranslation();
  const { t: tUpload } = useTranslation("upload");
  const confirm = useConfirm();
  const choices = tasks.filter(({ type }) => type === kind);
  const [taskId, setTaskId] = useState(choices.length === 1 ? choices[0]!.id : "");
  const [missingInputs, setMissingInputs] = useState<{ task?: boolean; files?: boolean }>({});
  const { invalidate } = useDocumentationMutation(documentationId);
  // The photos as they were when the dialog opened: `names` already counts those of this import.
  const [initialPhotos] = useState(photos);
  const task = choices.find(({ id }) => id === taskId) ?? null;
  const extensions = kind === "PHOTO" ? photoExtensions : parseFileExtensions(task?.options ?? null);
  const metadata = usePhotoMetadata();
  const calls = useMemo(
    () => createImportCalls(kind, documentationId, taskId),
    [kind, documentationId, taskId],
  );
  const uploads = useUploads({
    createUpload: ({ key, file }) =>
      new ImportUpload(
        file,
        calls(() => metadata.getLatest(key)),
      ),
    // The last file can complete the documentation, so everything shown is fetched again (2§4).
    onSettled: () => void invalidate(["item", "photos", "files", "tasks", "events"]),
  });
  const { items, isRunning } = uploads;
  const unfinishedItems = items.filter(({ step }) => step.state !== "done");
  const doneCount = items.length - unfinishedItems.length;
  const hasStarted = isRunning || doneCount > 0;
  const rejectedItems = items.filter(({ file }) => !hasExtension(file.name, extensions));
  const enteredNames = items.map(({ key }) => metadata.get(key).name);
  const existingNames = initialPhotos.map((photo) => photo.name);
  const names = task && kind === "PHOTO" ? namesOf(task.name, existingNames, enteredNames) : [];
  useBeforeUnload(isRunning);

  function start() {
    const missing = { task: !task, files: items.length === 0 };
    setMissingInputs(missing);
    if (!missing.task && !missing.files && rejectedItems.length === 0) void uploads.start();
  }
  async function close() {
    const canLeave =
      !isRunning ||
      (await confirm({
        title: t("import.stopTitle"),
        text: t("import.stopText"),
        confirm: t("import.stop"),
        cancel: t("import.resume"),
        danger: true,
      }));
    if (canLeave) onClose();
  }
  const isFinished = items.length > 0 && unfinishedItems.length === 0 && !isRunning;
  return (
    <Modal
      title={t(`import.title.${kind}`)}
      width="720px"
      narrow="fullscreen"
      onClose={close}
      footer={
        isFinished ? (
          <Button variant="primary" onClick={onClose}>
            {tCommon("actions.close")}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{tCommon(doneCount > 0 ? "actions.close" : "actions.cancel")}</Button>
            <Button variant="primary" loading={isRunning} onClick={start}>
              {t("import.start")}
            </Button>
          </>
        )
      }
    >
      <Stack>
        <FormControl required disabled={hasStarted}>
          <FormControl.Label>{t("import.task")}</FormControl.Label>
          <Select
            block
            value={taskId}
            onChange={(event) => {
              setTaskId(event.target.value);
              setMissingInputs({});
            }}
            {...(missingInputs.task && { validationStatus: "error" as const })}
          >
            <Select.Option value="">{t("import.chooseTask")}</Select.Option>
            {choices.map((choice) => (
              <Select.Option key={choice.id} value={choice.id}>
                {taskPath(choice, tasks)}
              </Select.Option>
            ))}
          </Select>
          {missingInputs.task && (
            <FormControl.Validation variant="error">{fieldErrorText("required")}</FormControl.Validation>
          )}
          {choices.length === 0 && <FormControl.Caption>{t(`import.noTask.${kind}`)}</FormControl.Caption>}
        </FormControl>
        <DropZone
          label={t(`import.choose.${kind}`)}
          hint={
            extensions.length > 0
              ? tUpload("allowedExtensions", { extensions: extensions.join(", ") })
              : tUpload("anyExtension")
          }
          accept={extensions.join(",")}
          disabled={isRunning}
          onFiles={(files) => {
            void uploads.add(files);
            setMissingInputs({});
          }}
        />
        <SkippedFiles names={uploads.skipped} onDismiss={uploads.dismissSkipped} />
        {missingInputs.files && <FieldErrorText role="alert">{t(`import.noFiles.${kind}`)}</FieldErrorText>}
        {items.length > 0 && (
          <div>
            <ProgressText role="status">
              {tUpload("progress", { receivedCount: doneCount, count: items.length })}
            </ProgressText>
            <ProgressBar
              progress={Math.floor((doneCount / items.length) * 100)}
              aria-label={tUpload("progress", { receivedCount: doneCount, count: items.length })}
            />
          </div>
        )}
        <ul>
          {items.map((item, index) => (
            <UploadRow
              key={item.key}
              item={item}
              name={names[index]}
              picture={kind === "PHOTO" && <FilePreviewImage file={item.file} />}
              error={
                hasExtension(item.file.name, extensions)
                  ? null
                  : tUpload("typeNotAccepted", { extensions: extensions.join(", ") })
              }
              isRunning={isRunning}
              onRemove={() => uploads.remove(item.key)}
              onRetry={() => uploads.retry(item)}
            >
              {kind === "PHOTO" && item.step.state !== "done" && (
                <PhotoMetadataFields
                  file={item.file.name}
                  defaultName={enteredNames[index] ? "" : (names[index] ?? "")}
                  metadata={metadata.get(item.key)}
                  disabled={isRunning}
                  onChange={(change) => metadata.change(item.key, change)}
                />
              )}
            </UploadRow>
          ))}
        </ul>
      </Stack>
    </Modal>
  );
}

/** The path of a task: the names of its groups and its own. */
function taskPath(task: DocumentationTask, tasks: readonly DocumentationTask[]): string {
  const names = [task.name];
  let ancestor = tasks.find(({ id }) => id === task.parentId);
  for (let depth = 0; ancestor && depth < 6; depth += 1) {
    names.unshift(ancestor.name);
    const parent: string | null = ancestor.parentId;
    ancestor = tasks.find(({ id }) => id === parent);
  }
  return names.join(" › ");
}
