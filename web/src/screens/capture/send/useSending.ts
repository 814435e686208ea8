import { useCallback, useEffect, useRef, useState } from "react";
import type { Draft } from "#domain/capture/draft.ts";
import type { DraftController } from "#features/captureForm/draft/useDraft.ts";
import { isWaitingForNetwork, type SendingState, sendDraft } from "./sendDraft.ts";
import { sendingIo } from "./sendingIo.ts";

/** Milliseconds between retries after a lost network, in case the browser does not report its return. */
const retryDelayMs = 5000;

/** Sends a draft, and resumes once a lost network is back. */
export function useSending(
  { draftRef, saveWithoutEdit }: Pick<DraftController, "draftRef" | "saveWithoutEdit">,
  onDone: (draft: Draft) => void,
) {
  const [state, setState] = useState<SendingState | null>(null);
  const run = useRef<AbortController | null>(null);
  const done = useRef(onDone);
  done.current = onDone;

  const start = useCallback(async () => {
    run.current?.abort();
    const controller = new AbortController();
    run.current = controller;
    const { signal } = controller;
    const tell = (next: SendingState) => {
      if (!signal.aborted) setState(next);
    };
    const last = await sendDraft(draftRef.current, sendingIo(saveWithoutEdit, signal), tell, signal);
    if (!signal.aborted && last.step === "done") done.current(draftRef.current);
  }, [draftRef, saveWithoutEdit]);

  const stop = useCallback(() => {
    run.current?.abort();
    run.current = null;
    setState(null);
  }, []);

  const waits = isWaitingForNetwork(state);
  useEffect(() => {
    if (!waits) return;
    const again = () => void start();
    const timer = setTimeout(again, retryDelayMs);
    window.addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [waits, start]);

  useEffect(() => () => run.current?.abort(), []);

  return { state, waits, start, stop };
}
