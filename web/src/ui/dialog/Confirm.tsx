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

// Loaded on demand: dialogs are heavy, and none is needed before login.
const ConfirmDialog = lazy(() => import("./ConfirmDialog.tsx"));

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

/** Returns a function that asks and resolves to true if confirmed; closing the dialog in any other way counts as no. */
export function useConfirm(): Ask {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a ConfirmProvider");
  return confirm;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const resolveQuestion = useRef<(yes: boolean) => void>(() => {});
  const confirm = useCallback<Ask>(
    (next) =>
      new Promise((resolve) => {
        // A second question replaces the first, which then counts as no.
        resolveQuestion.current(false);
        resolveQuestion.current = resolve;
        setQuestion(next);
      }),
    [],
  );
  const settle = (yes: boolean) => {
    resolveQuestion.current(yes);
    setQuestion(null);
  };
  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && (
        <Suspense>
          <ConfirmDialog question={question} onSettle={settle} />
        </Suspense>
      )}
    </ConfirmContext>
  );
}
