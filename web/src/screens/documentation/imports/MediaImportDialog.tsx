import { Button, FormControl, ProgressBar, Select } from "@primer/react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldFaultText } from "#api/errorTexts.ts";
import type { DocumentationTask, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { fileExtensions, hasExtension, photoExtensions } from "#domain/task/fileExtensions.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { useBeforeUnload } from "#ui/dialog/useBeforeUnload.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { FieldErrorText, ProgressText } from "#ui/layout/typography.ts";
import { DropZone } from "#ui/upload/DropZone.tsx";
import { Preview } from "#ui/upload/FilePreviewImage.tsx";
import { UploadRow } from "#ui/upload/UploadRow.tsx";
import { useUploads } from "#ui/upload/useUploads.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";
import { ImportUpload } from "./ImportUpload.ts";
import { type ImportKind, importCalls } from "./importCalls.ts";
import { PhotoMetadataFields } from "./PhotoMetadataFields.tsx";
import { namesOf, usePhotoMetadata } from "./photoMetadata.ts";

interface ImportDialogProps {
  kind: ImportKind;
  documentationId: string;
  tasks: readonly DocumentationTask[];
  photos: readonly PhotoRow[];
  onClose: () => void;
}

/** Adds photos or files to a task (2§5, 2§6), straight to storage. Each counts only when the service has confirmed it. */
export function ImportDialog({ kind, documentationId, tasks, photos, onClose }: ImportDialogProps) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation();
  const { t: upload } = useTranslation("upload");
  const confirm = useConfirm();
  const choices = tasks.filter(({ type }) => type === kind);
  const [taskId, setTaskId] = useState(choices.length === 1 ? choices[0]!.id : "");
  const [faulty, setFaulty] = useState<{ task?: boolean; files?: boolean }>({});
  const { invalidate } = useDocumentationMutation(documentationId);
  // The photos when the dialog opened: those of this import have names here already.
  const [before] = useState(photos);
  const task = choices.find(({ id }) => id === taskId) ?? null;
  const extensions = kind === "PHOTO" ? photoExtensions : fileExtensions(task?.options ?? null);
  // The last file ends the documentation's waiting: everything shown is read again (2§4).
  const words = usePhotoMetadata();
  const calls = useMemo(() => importCalls(kind, documentationId, taskId), [kind, documentationId, taskId]);
  const imported = useUploads({
    uploadOf: ({ key, file }) =>
      new ImportUpload(
        file,
        calls(() => words.newestOf(key)),
      ),
    onSettled: () => void invalidate(["item", "photos", "files", "tasks", "events"]),
  });
  const { items, running } = imported;
  const left = items.filter(({ step }) => step.state !== "done");
  const done = items.length - left.length;
  const begun = running || done > 0;
  const refused = items.filter(({ file }) => !hasExtension(file.name, extensions));
  const given = items.map(({ key }) => words.of(key).name);
  const taken = before.map((photo) => photo.name);
  const names = task && kind === "PHOTO" ? namesOf(task.name, taken, given) : [];
  useBeforeUnload(running);

  function start() {
    const wrong = { task: !task, files: items.length === 0 };
    setFaulty(wrong);
    if (!wrong.task && !wrong.files && refused.length === 0) void imported.start();
  }
  async function close() {
    const leave =
      !running ||
      (await confirm({
        title: t("import.stopTitle"),
        text: t("import.stopText"),
        confirm: t("import.stop"),
        cancel: t("import.goOn"),
        danger: true,
      }));
    if (leave) onClose();
  }
  const finished = items.length > 0 && left.length === 0 && !running;
  return (
    <Modal
      title={t(`import.title.${kind}`)}
      width="720px"
      narrow="fullscreen"
      onClose={close}
      footer={
        finished ? (
          <Button variant="primary" onClick={onClose}>
            {common("actions.close")}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{common(done > 0 ? "actions.close" : "actions.cancel")}</Button>
            <Button variant="primary" loading={running} onClick={start}>
              {t("import.start")}
            </Button>
          </>
        )
      }
    >
      <Stack>
        <FormControl required disabled={begun}>
          <FormControl.Label>{t("import.task")}</FormControl.Label>
          <Select
            block
            value={taskId}
            onChange={(event) => {
              setTaskId(event.target.value);
              setFaulty({});
            }}
            {...(faulty.task && { validationStatus: "error" as const })}
          >
            <Select.Option value="">{t("import.chooseTask")}</Select.Option>
            {choices.map((choice) => (
              <Select.Option key={choice.id} value={choice.id}>
                {placeOf(choice, tasks)}
              </Select.Option>
            ))}
          </Select>
          {faulty.task && (
            <FormControl.Validation variant="error">{fieldFaultText("required")}</FormControl.Validation>
          )}
          {choices.length === 0 && <FormControl.Caption>{t(`import.noTask.${kind}`)}</FormControl.Caption>}
        </FormControl>
        <DropZone
          label={t(`import.choose.${kind}`)}
          hint={
            extensions.length > 0
              ? upload("extensions", { extensions: extensions.join(", ") })
              : upload("anyExtension")
          }
          accept={extensions.join(",")}
          disabled={running}
          onFiles={(files) => {
            imported.add(files);
            setFaulty({});
          }}
        />
        {faulty.files && <FieldErrorText role="alert">{t(`import.noFiles.${kind}`)}</FieldErrorText>}
        {items.length > 0 && (
          <div>
            <ProgressText role="status">{upload("confirmed", { done, count: items.length })}</ProgressText>
            <ProgressBar
              progress={Math.floor((done / items.length) * 100)}
              aria-label={upload("confirmed", { done, count: items.length })}
            />
          </div>
        )}
        <ul>
          {items.map((item, index) => (
            <UploadRow
              key={item.key}
              item={item}
              name={names[index]}
              picture={kind === "PHOTO" && <Preview file={item.file} />}
              fault={
                hasExtension(item.file.name, extensions)
                  ? null
                  : upload("notAccepted", { extensions: extensions.join(", ") })
              }
              running={running}
              onRemove={() => imported.remove(item.key)}
              onRetry={() => imported.retry(item)}
            >
              {kind === "PHOTO" && item.step.state !== "done" && (
                <PhotoMetadataFields
                  file={item.file.name}
                  usual={given[index] ? "" : (names[index] ?? "")}
                  words={words.of(item.key)}
                  disabled={running}
                  onChange={(change) => words.change(item.key, change)}
                />
              )}
            </UploadRow>
          ))}
        </ul>
      </Stack>
    </Modal>
  );
}

/** A task with its groups. */
function placeOf(task: DocumentationTask, tasks: readonly DocumentationTask[]): string {
  const names = [task.name];
  let above = tasks.find(({ id }) => id === task.parentId);
  for (let depth = 0; above && depth < 6; depth += 1) {
    names.unshift(above.name);
    const parent: string | null = above.parentId;
    above = tasks.find(({ id }) => id === parent);
  }
  return names.join(" › ");
}
