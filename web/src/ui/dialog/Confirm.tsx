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
import type { Question } from "./ConfirmDialog.tsx";

// Loaded on demand: dialogs are heavy, and nothing is asked before login.
const ConfirmDialog = lazy(() => import("./ConfirmDialog.tsx"));

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

/** Resolves to true on yes; closing the dialog in any other way is no. */
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
        // A second question replaces the first, which then counts as no.
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
