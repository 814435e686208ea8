import { Button } from "@primer/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { SaveConflict } from "#ui/form/SaveConflict.tsx";
import { formatList } from "#ui/format/sentenceList.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { offerUndo } from "#ui/undo/undoStore.ts";
import { findDetailsDifferences } from "./detailsDifferences.ts";
import { type ChangedFields, findUndoVersion, recordSave } from "./ownSaves.ts";
import { useChangeDetails } from "./useChangeDetails.ts";
import { useDocumentationMutation } from "./useDocumentationMutation.ts";

/** A change to a documentation that takes no input. */
export interface Change {
  title: string;
  text: ReactNode;
  confirm: string;
  doneText: string;
  /** The fields the change sets. */
  fields: ChangedFields;
  send: (params: { id: string }, version: number) => Promise<DocumentationDetails>;
  /** Skips the confirmation. */
  skipsConfirmation?: boolean;
  /** Undoes the change, given the documentation as it was saved. */
  undo?: (
    savedDetails: DocumentationDetails,
  ) => Promise<DocumentationDetails & { startedExports?: readonly string[] }>;
  /** Whether the change still applies after another user's change. */
  isStillPossible: (serverDetails: DocumentationDetails) => boolean;
}

interface ChangeDialogProps {
  change: Change;
  details: DocumentationDetails;
  /** Called when the dialog appears. */
  onOpen?: (() => void) | undefined;
  onDone?: (() => void) | undefined;
  onUndone?: (() => void) | undefined;
  onClose: () => void;
}

/** Makes a change, after confirmation unless `skipsConfirmation`. On failure it shows the reason, or what another user changed in the meantime. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { change, details: latestDetails, onOpen, onDone, onUndone, onClose } = props;
  const { t } = useTranslation("review");
  const { t: tDocumentation } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const [details] = useState(latestDetails);
  const confirmButton = useRef<HTMLButtonElement>(null);
  const { invalidate, write, invalidateLists } = useDocumentationMutation(details.id);
  const savedDetails = useRef<DocumentationDetails>(details);
  const {
    isSaving,
    objection: saveFailure,
    trySave,
  } = useChangeDetails(details.id, async (params, version) => {
    savedDetails.current = await change.send(params, version);
    return savedDetails.current;
  });
  const serverDetails = saveFailure?.serverRow;
  const canSave = !serverDetails || change.isStillPossible(serverDetails);

  async function save(version: number) {
    if (!(await trySave(version))) return;
    const { undo } = change;
    const changedDetails = savedDetails.current;
    if (undo)
      offerUndo(change.doneText, async () => {
        const undoVersion = findUndoVersion(changedDetails, change.fields);
        const { startedExports = [] } = await write(
          () => undo({ ...changedDetails, version: undoVersion }),
          ["item", "events"],
          ({ startedExports: _, ...row }, cache) => {
            recordSave(undoVersion, row);
            cache.details(row);
          },
        );
        if (startedExports.length > 0)
          showAlert(
            "warning",
            t("status.undoneTooLate", {
              destinations: formatList(startedExports),
            }),
          );
        invalidateLists();
        onUndone?.();
      });
    else showAlert("success", change.doneText);
    onClose();
    onDone?.();
  }
  const hasStarted = useRef(false);
  const isOpen = !change.skipsConfirmation || saveFailure !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (hasStarted.current || isOpen) return;
    hasStarted.current = true;
    void save(details.version);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it appears
  useEffect(() => {
    if (isOpen) onOpen?.();
  }, [isOpen]);
  const keepTheirVersion = () => {
    void invalidate(["item", "events"]);
    onClose();
  };
  if (!isOpen) return null;
  return (
    <Modal
      title={change.title}
      role="alertdialog"
      width="large"
      initialFocus={confirmButton}
      onClose={() => !isSaving && onClose()}
      footer={
        serverDetails === undefined && (
          <>
            <Button disabled={isSaving} onClick={onClose}>
              {tCommon("actions.cancel")}
            </Button>
            <Button
              ref={confirmButton}
              variant="primary"
              loading={isSaving}
              onClick={() => save(details.version)}
            >
              {change.confirm}
            </Button>
          </>
        )
      }
    >
      <Stack>
        <SaveConflict
          saveFailure={saveFailure}
          isSaving={isSaving}
          differences={(current) =>
            findDetailsDifferences(details, current, change.fields, {
              review: t,
              documentation: tDocumentation,
            })
          }
          onUseServerRow={keepTheirVersion}
          onSaveLocal={canSave ? (current) => save(current.version) : undefined}
        />
        {serverDetails === undefined && <div>{change.text}</div>}
      </Stack>
    </Modal>
  );
}
