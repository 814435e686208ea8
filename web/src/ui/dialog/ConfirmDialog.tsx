import { Button } from "@primer/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Modal } from "./Modal.tsx";

export interface Question {
  title: string;
  text?: string;
  confirm?: string;
  cancel?: string;
  danger?: boolean;
}

/** A confirmation dialog with the safe button focused. */
export default function ConfirmDialog({
  question,
  onSettle,
}: {
  question: Question;
  onSettle: (yes: boolean) => void;
}) {
  const { t } = useTranslation();
  const cancelButton = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      title={question.title}
      description={question.text}
      role="alertdialog"
      width="medium"
      initialFocus={cancelButton}
      onClose={() => onSettle(false)}
      footer={
        <>
          <Button ref={cancelButton} onClick={() => onSettle(false)}>
            {question.cancel ?? t("actions.cancel")}
          </Button>
          <Button variant={question.danger ? "danger" : "primary"} onClick={() => onSettle(true)}>
            {question.confirm ?? t("actions.confirm")}
          </Button>
        </>
      }
    >
      {question.text}
    </Modal>
  );
}
