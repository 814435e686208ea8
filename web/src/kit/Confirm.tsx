import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useRef,
  useState,
} from "react";
import type { Question } from "./ConfirmDialog";

// Nothing is asked before somebody is logged in, and dialogs are heavy.
const ConfirmDialog = lazy(() => import("./ConfirmDialog"));

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
      {question && (
        <Suspense>
          <ConfirmDialog question={question} onSettle={settle} />
        </Suspense>
      )}
    </ConfirmContext>
  );
}
