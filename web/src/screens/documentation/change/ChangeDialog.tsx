import { Button } from "@primer/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { offerUndo } from "#ui/undo/undoStore.ts";
import { detailsDifferences } from "./detailsDifferences.ts";
import { SaveConflict } from "./SaveConflict.tsx";
import { useChangeDetails } from "./useChangeDetails.ts";
import { useDocumentationMutation } from "./useDocumentationMutation.ts";

/** A change of a documentation that takes no input. */
export interface Change {
  title: string;
  text: ReactNode;
  confirm: string;
  done: string;
  /** The fields the change sets. */
  mine: Partial<Pick<DocumentationDetails, "status" | "hidden">>;
  send: (params: { id: string }, version: number) => Promise<DocumentationDetails>;
  /** Done without a question. */
  atOnce?: boolean;
  /** Takes it back, given the documentation after it. */
  undo?: (after: DocumentationDetails) => Promise<DocumentationDetails>;
  /** Whether the change still applies after somebody else's. */
  stillPossible: (theirs: DocumentationDetails) => boolean;
}

interface ChangeDialogProps {
  change: Change;
  details: DocumentationDetails;
  /** Called when there is something to ask or to say. */
  onShown?: (() => void) | undefined;
  onDone?: (() => void) | undefined;
  onUndone?: (() => void) | undefined;
  onClose: () => void;
}

/** Asks, unless the change is done at once, and carries it out. On failure it stays open and shows the reason, or what somebody else changed meanwhile. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { change, details: shown, onShown, onDone, onUndone, onClose } = props;
  const { t } = useTranslation("review");
  const { t: documentation } = useTranslation("documentation");
  const { t: common } = useTranslation();
  const [details] = useState(shown);
  const yes = useRef<HTMLButtonElement>(null);
  const { invalidate, write, invalidateLists } = useDocumentationMutation(details.id);
  const after = useRef<DocumentationDetails>(details);
  const { saving, objection, trySave } = useChangeDetails(details.id, async (params, version) => {
    after.current = await change.send(params, version);
    return after.current;
  });
  const theirs = objection?.theirs;
  const possible = !theirs || change.stillPossible(theirs);

  async function save(version: number) {
    if (!(await trySave(version))) return;
    const { undo } = change;
    const changed = after.current;
    if (undo)
      offerUndo(change.done, async () => {
        await write(
          () => undo(changed),
          ["item", "events"],
          (row, cache) => cache.details(row),
        );
        invalidateLists();
        onUndone?.();
      });
    else showAlert("success", change.done);
    onClose();
    onDone?.();
  }
  const begun = useRef(false);
  const asks = !change.atOnce || objection !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (begun.current || asks) return;
    begun.current = true;
    void save(details.version);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it appears
  useEffect(() => {
    if (asks) onShown?.();
  }, [asks]);
  const takeTheirs = () => {
    void invalidate(["item", "events"]);
    onClose();
  };
  if (!asks) return null;
  return (
    <Modal
      title={change.title}
      role="alertdialog"
      width="large"
      initialFocus={yes}
      onClose={() => !saving && onClose()}
      footer={
        theirs === undefined && (
          <>
            <Button disabled={saving} onClick={onClose}>
              {common("actions.cancel")}
            </Button>
            <Button ref={yes} variant="primary" loading={saving} onClick={() => save(details.version)}>
              {change.confirm}
            </Button>
          </>
        )
      }
    >
      <Stack>
        <SaveConflict
          objection={objection}
          saving={saving}
          differences={(now) => detailsDifferences(details, now, change.mine, { review: t, documentation })}
          onTakeTheirs={takeTheirs}
          onSaveMine={possible ? (now) => save(now.version) : undefined}
        />
        {theirs === undefined && <div>{change.text}</div>}
      </Stack>
    </Modal>
  );
}
