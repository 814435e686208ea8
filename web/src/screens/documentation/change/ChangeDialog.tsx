import { Button } from "@primer/react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentationDetails } from "../../../../../domain/endpoints/documentation";
import { showAlert } from "../../../kit/alertStore";
import { Modal } from "../../../kit/Modal";
import { Stack } from "../../../kit/stacks";
import { detailsDifferences } from "./detailsDifferences";
import { Objections } from "./Objections";
import { useChangeDetails } from "./useChangeDetails";
import { useWrite } from "./useWrite";

/** A change of a documentation that only needs confirmation. */
export interface Change {
  title: string;
  text: ReactNode;
  confirm: string;
  done: string;
  /** The fields the change sets. */
  mine: Partial<Pick<DocumentationDetails, "status" | "hidden">>;
  send: (params: { id: string }, version: number) => Promise<DocumentationDetails>;
  /** Whether the change still applies after somebody else's. */
  stillPossible: (theirs: DocumentationDetails) => boolean;
}

interface ChangeDialogProps {
  change: Change;
  details: DocumentationDetails;
  onClose: () => void;
}

/** Asks and carries out the change. On failure it stays open and shows the reason, or what somebody else changed meanwhile. */
export function ChangeDialog({ change, details: shown, onClose }: ChangeDialogProps) {
  const { t } = useTranslation("review");
  const { t: documentation } = useTranslation("documentation");
  const { t: common } = useTranslation();
  const [details] = useState(shown);
  const yes = useRef<HTMLButtonElement>(null);
  const { forget } = useWrite(details.id);
  const { saving, objection, attempt } = useChangeDetails(details.id, change.send);
  const theirs = objection?.theirs;
  const possible = !theirs || change.stillPossible(theirs);

  async function save(version: number) {
    if (!(await attempt(version))) return;
    showAlert("success", change.done);
    onClose();
  }
  const takeTheirs = () => {
    void forget(["item", "events"]);
    onClose();
  };
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
        <Objections
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
