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

type ConfirmFunction = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<ConfirmFunction | null>(null);

/** Returns a function that asks the user and resolves to true if confirmed; closing the dialog otherwise counts as no. */
export function useConfirm(): ConfirmFunction {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a ConfirmProvider");
  return confirm;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const resolveQuestion = useRef<(isConfirmed: boolean) => void>(() => {});
  const confirm = useCallback<ConfirmFunction>(
    (next) =>
      new Promise((resolve) => {
        // A second question replaces the first, which then counts as no.
        resolveQuestion.current(false);
        resolveQuestion.current = resolve;
        setQuestion(next);
      }),
    [],
  );
  const resolveWith = (isConfirmed: boolean) => {
    resolveQuestion.current(isConfirmed);
    setQuestion(null);
  };
  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && (
        <Suspense>
          <ConfirmDialog question={question} onAnswer={resolveWith} />
        </Suspense>
      )}
    </ConfirmContext>
  );
}
