import { useEffect, useState } from "react";
import { withPredefined } from "#domain/capture/draft.ts";
import { fetchPredefinedAnswers } from "#features/captureForm/captureData.ts";
import type { DraftController } from "#features/captureForm/draft/useDraft.ts";
import { useOnline } from "#offline/useOnline.ts";
import { useDebounced } from "#ui/hooks/useDebounced.ts";

/**
 * Fetches the predefined answers for template and name (2§2), once for each name; offline, as soon as there is a network. Returns
 * the name of the template's system if it could not be reached for this name.
 */
export function usePredefined({ draft, draftRef, change }: DraftController): string | null {
  const isOnline = useOnline();
  const [failure, setFailure] = useState<{ name: string; system: string } | null>(null);
  const name = useDebounced(draft.name.trim());
  const { id, predefinedEnabled } = draft.template;
  useEffect(() => {
    if (!predefinedEnabled || name === "" || !isOnline || draftRef.current.predefined?.name === name) return;
    const controller = new AbortController();
    fetchPredefinedAnswers(id, name, controller.signal).then(
      ({ answers, unreachableSystem }) => {
        if (draftRef.current.name.trim() !== name) return;
        change((current) => withPredefined(current, { name, answers }));
        setFailure(unreachableSystem === null ? null : { name, system: unreachableSystem });
      },
      // If the call fails, users fill in the answers manually.
      () => {},
    );
    return () => controller.abort();
  }, [id, predefinedEnabled, name, isOnline, draftRef, change]);
  return failure !== null && failure.name === draft.name.trim() ? failure.system : null;
}
