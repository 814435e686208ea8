import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { renameDocumentation } from "#domain/endpoints/review/review.ts";
import { offerUndo } from "#ui/undo/undoStore.ts";
import { findDetailsDifferences } from "./detailsDifferences.ts";
import { NameDialog } from "./NameDialog.tsx";
import { findUndoVersion, recordSave } from "./ownSaves.ts";
import { useChangeDetails } from "./useChangeDetails.ts";
import { useDocumentationMutation } from "./useDocumentationMutation.ts";

interface RenameDialogProps {
  details: DocumentationDetails;
  onClose: () => void;
}

/** Renames a documentation. */
export function RenameDialog({ details: latestDetails, onClose }: RenameDialogProps) {
  const { t } = useTranslation("review");
  const { t: tDocumentation } = useTranslation("documentation");
  // The row as it was when the dialog opened: a newer version fetched in the meantime must not be overwritten unseen.
  const [details] = useState(latestDetails);
  const [name, setName] = useState(details.name);
  const { invalidate, invalidateLists, write } = useDocumentationMutation(details.id);
  const savedDetails = useRef(details);
  const rename = (newName: string, version: number) =>
    call(renameDocumentation, { params: { id: details.id }, body: { name: newName, version } });
  const versionedSave = useChangeDetails(details.id, async (_, version) => {
    savedDetails.current = await rename(name, version);
    return savedDetails.current;
  });
  const undo = async () => {
    const version = findUndoVersion(savedDetails.current, { name });
    await write(
      () => rename(details.name, version),
      ["item", "events"],
      (row, cache) => {
        recordSave(version, row);
        cache.details(row);
      },
    );
    invalidateLists();
  };
  return (
    <NameDialog
      title={t("rename.title")}
      hint={t("rename.hint")}
      row={details}
      name={name}
      onNameChange={setName}
      versionedSave={versionedSave}
      differences={(serverDetails) =>
        findDetailsDifferences(details, serverDetails, { name }, { review: t, documentation: tDocumentation })
      }
      onDone={() => offerUndo(t("rename.success"), undo)}
      onStale={() => void invalidate(["item", "events"])}
      onClose={onClose}
    />
  );
}
