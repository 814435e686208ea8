import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { type FileRow, listFiles } from "#domain/endpoints/documentation/details.ts";
import { updateFile } from "#domain/endpoints/review/review.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { NameDialog } from "../change/NameDialog.tsx";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";
import { useVersionedSave } from "../change/useVersionedSave.ts";

/** Renames a file. */
export function FileNameDialog({ file: latestFile, onClose }: { file: FileRow; onClose: () => void }) {
  const { t } = useTranslation("review");
  const [file] = useState(latestFile);
  const [name, setName] = useState(file.name);
  const { documentationId } = file;
  const { write, invalidate } = useDocumentationMutation(documentationId);
  const versionedSave = useVersionedSave<FileRow>({
    save: (version) =>
      write(
        () => call(updateFile, { params: { id: file.id }, body: { name, version } }),
        ["files", "events"],
        (row, cache) => cache.file(row),
      ),
    reload: async () => {
      const { items } = await call(listFiles, { query: { documentationId, max: 10_000 } });
      return items.find(({ id }) => id === file.id) ?? null;
    },
  });
  return (
    <NameDialog
      title={t("file.editTitle")}
      row={file}
      name={name}
      onNameChange={setName}
      versionedSave={versionedSave}
      differences={(serverFile) => [
        { label: t("conflict.name"), serverText: serverFile.name, localText: name },
      ]}
      onDone={() => showAlert("success", t("file.renameSuccess"))}
      onStale={() => void invalidate(["files", "events"])}
      onClose={onClose}
    />
  );
}
