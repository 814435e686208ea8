import { useCallback, useEffect, useRef, useState } from "react";
import type { Draft } from "#domain/capture/draft.ts";
import type { DraftController } from "#features/captureForm/draft/useDraft.ts";
import { hasTransientFailure, type SendingState, sendDraft } from "./sendDraft.ts";
import { createSendingIo } from "./sendingIo.ts";

/** Retry interval after a lost network, in case the browser does not report its return. */
const retryDelayMs = 5000;

/** Sends a draft, and resumes once a lost network is back. */
export function useSending(
  { draftRef, saveWithoutEdit }: Pick<DraftController, "draftRef" | "saveWithoutEdit">,
  onDone: (draft: Draft) => void,
) {
  const [state, setState] = useState<SendingState | null>(null);
  const controllerRef = useRef<AbortController | null>(null);
  const onDoneRef = useRef(onDone);
  onDoneRef.current = onDone;

  const start = useCallback(async () => {
    controllerRef.current?.abort();
    const controller = new AbortController();
    controllerRef.current = controller;
    const { signal } = controller;
    const update = (next: SendingState) => {
      if (!signal.aborted) setState(next);
    };
    const finalState = await sendDraft(
      draftRef.current,
      createSendingIo(saveWithoutEdit, signal),
      update,
      signal,
    );
    if (!signal.aborted && finalState.step === "done") onDoneRef.current(draftRef.current);
  }, [draftRef, saveWithoutEdit]);

  const stop = useCallback(() => {
    controllerRef.current?.abort();
    controllerRef.current = null;
    setState(null);
  }, []);

  const isWaiting = hasTransientFailure(state);
  useEffect(() => {
    if (!isWaiting) return;
    const retry = () => void start();
    const timer = setTimeout(retry, retryDelayMs);
    window.addEventListener("online", retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", retry);
    };
  }, [isWaiting, start]);

  useEffect(() => () => controllerRef.current?.abort(), []);

  return { state, isWaiting, start, stop };
}
