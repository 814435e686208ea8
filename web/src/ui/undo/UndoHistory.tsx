import { Button } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Modal } from "../dialog/Modal.tsx";
import { formatDateTime } from "../format/dates.ts";
import { Note } from "../layout/typography.ts";
import { showAlert } from "../overlay/alertStore.ts";
import { type Undoable, undoStep, useUndoHistory } from "./undoStore.ts";

/** The steps of the session that can be undone, the newest first. */
export default function UndoHistory({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("undo");
  const { t: tCommon } = useTranslation();
  const steps = useUndoHistory();
  const [undoingId, setUndoingId] = useState<number | null>(null);
  async function undo(step: Undoable) {
    setUndoingId(step.id);
    await undoStep(step).catch(() => showAlert("danger", tCommon("undo.failed")));
    setUndoingId(null);
  }
  return (
    <Modal title={tCommon("undo.history")} width="large" onClose={onClose}>
      <Note>{t(steps.length > 0 ? "lead" : "empty")}</Note>
      <Steps>
        {steps.toReversed().map((step) => (
          <li key={step.id}>
            <span>
              {step.text} <Note as="span">{formatDateTime(step.madeAt)}</Note>
            </span>
            <Button
              aria-label={t("step", { step: step.text })}
              loading={undoingId === step.id}
              disabled={undoingId !== null && undoingId !== step.id}
              onClick={() => void undo(step)}
            >
              {tCommon("undo.undo")}
            </Button>
          </li>
        ))}
      </Steps>
    </Modal>
  );
}

const Steps = styled.ol`
  margin-top: var(--base-size-8);
  list-style: none;
  li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--base-size-12);
    min-height: 52px;
  }
  li + li {
    border-top: 1px solid var(--borderColor-muted);
  }
`;
