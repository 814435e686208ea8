import { useEffect, useState } from "react";
import { withPredefined } from "#domain/capture/draft.ts";
import { predefinedAnswers } from "#features/captureForm/captureData.ts";
import type { DraftController } from "#features/captureForm/draft/useDraft.ts";
import { useOnline } from "#offline/useOnline.ts";
import { useDebounced } from "#ui/hooks/useDebounced.ts";

/**
 * Fetches the predefined answers for template and name (2§2), once for each name; offline, as soon as there is a network. Returns the
 * name of the template's system if it could not be asked about this name.
 */
export function usePredefined({ draft, draftRef, change }: DraftController): string | null {
  const online = useOnline();
  const [silent, setSilent] = useState<{ name: string; system: string } | null>(null);
  const name = useDebounced(draft.name.trim());
  const { id, predefinedEnabled } = draft.template;
  useEffect(() => {
    if (!predefinedEnabled || name === "" || !online || draftRef.current.predefined?.name === name) return;
    const stop = new AbortController();
    predefinedAnswers(id, name, stop.signal).then(
      ({ answers, silentSystem }) => {
        if (draftRef.current.name.trim() !== name) return;
        change((now) => withPredefined(now, { name, answers }));
        setSilent(silentSystem === null ? null : { name, system: silentSystem });
      },
      // Without them, users fill in the answers by hand.
      () => {},
    );
    return () => stop.abort();
  }, [id, predefinedEnabled, name, online, draftRef, change]);
  return silent !== null && silent.name === draft.name.trim() ? silent.system : null;
}
