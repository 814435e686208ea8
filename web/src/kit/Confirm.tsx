import { Button } from "@primer/react";
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Modal } from "./Modal";

interface Question {
  title: string;
  text?: ReactNode;
  confirm?: string;
  cancel?: string;
  danger?: boolean;
}

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

/** Answers whether the user said yes; closing the dialog in any other way is no. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error("useConfirm needs a ConfirmProvider");
  return ask;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const answer = useRef<(yes: boolean) => void>(() => {});
  const ask = useCallback<Ask>(
    (next) =>
      new Promise((resolve) => {
        // A second question takes the first one's place, which was not answered with yes.
        answer.current(false);
        answer.current = resolve;
        setQuestion(next);
      }),
    [],
  );
  const settle = (yes: boolean) => {
    answer.current(yes);
    setQuestion(null);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      {question && <ConfirmDialog question={question} onSettle={settle} />}
    </ConfirmContext>
  );
}

function ConfirmDialog({ question, onSettle }: { question: Question; onSettle: (yes: boolean) => void }) {
  const { t } = useTranslation();
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      title={question.title}
      role="alertdialog"
      width="medium"
      initialFocus={safe}
      onClose={() => onSettle(false)}
      footer={
        <>
          <Button ref={safe} onClick={() => onSettle(false)}>
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
