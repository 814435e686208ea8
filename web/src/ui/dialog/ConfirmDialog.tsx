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
  onAnswer,
}: {
  question: Question;
  onAnswer: (isConfirmed: boolean) => void;
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
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button ref={cancelButton} onClick={() => onAnswer(false)}>
            {question.cancel ?? t("actions.cancel")}
          </Button>
          <Button variant={question.danger ? "danger" : "primary"} onClick={() => onAnswer(true)}>
            {question.confirm ?? t("actions.confirm")}
          </Button>
        </>
      }
    >
      {question.text}
    </Modal>
  );
}
