import { useEffect } from "react";
import { withPredefined } from "../../../../../domain/capture/draft";
import { useDebounced } from "../../../kit/useDebounced";
import { useOnline } from "../../../offline/useOnline";
import type { DraftWork } from "../draft/useDraft";
import { predefinedAnswers } from "../start/captureData";

/** Fetches the answers that are known for template and name (2§2), once a name; without a network as soon as there is one. */
export function usePredefined({ draft, newest, change }: DraftWork): void {
  const online = useOnline();
  const name = useDebounced(draft.name.trim());
  const { id, predefinedEnabled } = draft.template;
  useEffect(() => {
    if (!predefinedEnabled || name === "" || !online || newest.current.predefined?.name === name) return;
    const stop = new AbortController();
    predefinedAnswers(id, name, stop.signal).then(
      (answers) => {
        if (newest.current.name.trim() === name) change((now) => withPredefined(now, { name, answers }));
      },
      // They can be filled in by hand.
      () => {},
    );
    return () => stop.abort();
  }, [id, predefinedEnabled, name, online, newest, change]);
}
