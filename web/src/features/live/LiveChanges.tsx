import { SyncIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { listLiveChanges } from "#domain/endpoints/documentation/liveChanges.ts";
import { useOnline } from "#offline/useOnline.ts";

/** Milliseconds between two polls while the window is visible and online. */
const pollIntervalMs = 10_000;
/** Maximum names that are listed. */
const maxNames = 2;

export interface LiveChangesProps {
  /** The documentation that is open; in a list, changes of any documentation count. */
  documentationId?: string;
  /** The button's text if it shows no number of changes. */
  label?: string;
  /** When the displayed data was loaded: it has all earlier changes. */
  loadedAtMs: number;
  /** Compares the displayed data with the current state, and returns the number of differences. */
  countDifferences: (signal: AbortSignal) => Promise<number>;
}

interface Difference {
  count: number;
  /** Who has changed it. */
  names: string[];
  /** When the compared data was loaded. */
  loadedAtMs: number;
}

/**
 * Announces that others have changed the displayed data, and reloads it on request, so that nothing moves under the pointer and typed
 * text stays. Changes that the displayed data already has, or that its filter hides, are not counted.
 */
export default function LiveChanges({
  documentationId,
  label,
  loadedAtMs,
  countDifferences,
}: LiveChangesProps) {
  const { t } = useTranslation("live");
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const cursor = useRef("");
  const [difference, setDifference] = useState<Difference>({ count: 0, names: [], loadedAtMs });
  const { data } = useQuery({
    queryKey: [customerId, "liveChanges", documentationId],
    queryFn: async ({ signal }) => {
      const response = await call(listLiveChanges, { query: { after: cursor.current }, signal });
      cursor.current = response.cursor;
      return response.items;
    },
    enabled: isOnline,
    // Pauses while the window is hidden.
    refetchInterval: pollIntervalMs,
    retry: false,
    gcTime: 0,
    meta: { handlesErrors: true },
  });
  const latest = useRef({ countDifferences, loadedAtMs });
  latest.current = { countDifferences, loadedAtMs };

  useEffect(() => {
    const changes = (data ?? []).filter(
      (change) => documentationId === undefined || change.documentationId === documentationId,
    );
    if (changes.length === 0) return;
    const abort = new AbortController();
    const { loadedAtMs: comparedLoadedAtMs } = latest.current;
    latest.current.countDifferences(abort.signal).then(
      (count) => {
        if (abort.signal.aborted) return;
        const names = [...new Set(changes.flatMap(({ creators }) => creators))];
        setDifference((previous) => ({
          count,
          names:
            previous.loadedAtMs === comparedLoadedAtMs ? [...new Set([...previous.names, ...names])] : names,
          loadedAtMs: comparedLoadedAtMs,
        }));
      },
      // The next change is compared again.
      () => undefined,
    );
    return () => abort.abort();
  }, [data, documentationId]);

  const { count, names } = difference;
  if (count === 0 || difference.loadedAtMs !== loadedAtMs) return <span role="status" />;
  const listedNames = names.slice(0, maxNames).join(", ");
  return (
    <span role="status">
      <Button
        size="small"
        leadingVisual={SyncIcon}
        onClick={() => void queryClient.invalidateQueries({ queryKey: [customerId, "documentation"] })}
      >
        {documentationId === undefined
          ? (label ?? t("changed", { count }))
          : t("changedBy", {
              names: names.length > maxNames ? t("others", { names: listedNames }) : listedNames,
            })}
      </Button>
    </span>
  );
}
