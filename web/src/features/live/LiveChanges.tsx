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
  /** The button's text if it does not count what differs. */
  label?: string;
  /** When what is shown was loaded: it has all changes until then. */
  shownAtMs: number;
  /** Compares what is shown with what there is now, and returns the number of differences. */
  countDifferences: (signal: AbortSignal) => Promise<number>;
}

interface Difference {
  count: number;
  /** Who has changed it. */
  names: string[];
  /** When what it was compared with was loaded. */
  shownAtMs: number;
}

/**
 * Says that others have changed what is shown, and shows it on request. The button stands beside the title, so that nothing moves below
 * the pointer, and what is typed stays. Changes that what is shown already has, or never will, are not counted.
 */
export default function LiveChanges({
  documentationId,
  label,
  shownAtMs,
  countDifferences,
}: LiveChangesProps) {
  const { t } = useTranslation("live");
  const customerId = useCustomerId();
  const queries = useQueryClient();
  const isOnline = useOnline();
  const cursor = useRef("");
  const [difference, setDifference] = useState<Difference>({ count: 0, names: [], shownAtMs });
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
    meta: { ownErrors: true },
  });
  const latest = useRef({ countDifferences, shownAtMs });
  latest.current = { countDifferences, shownAtMs };

  useEffect(() => {
    const changes = (data ?? []).filter(
      (change) => documentationId === undefined || change.documentationId === documentationId,
    );
    if (changes.length === 0) return;
    const abort = new AbortController();
    const { shownAtMs: comparedAtMs } = latest.current;
    latest.current.countDifferences(abort.signal).then(
      (count) => {
        if (abort.signal.aborted) return;
        const names = [...new Set(changes.flatMap(({ creators }) => creators))];
        setDifference((previous) => ({
          count,
          names: previous.shownAtMs === comparedAtMs ? [...new Set([...previous.names, ...names])] : names,
          shownAtMs: comparedAtMs,
        }));
      },
      // The next change is compared again.
      () => undefined,
    );
    return () => abort.abort();
  }, [data, documentationId]);

  const { count, names } = difference;
  if (count === 0 || difference.shownAtMs !== shownAtMs) return <span role="status" />;
  const shownNames = names.slice(0, maxNames).join(", ");
  return (
    <span role="status">
      <Button
        size="small"
        leadingVisual={SyncIcon}
        onClick={() => void queries.invalidateQueries({ queryKey: [customerId, "documentation"] })}
      >
        {documentationId === undefined
          ? (label ?? t("changed", { count }))
          : t("changedBy", {
              names: names.length > maxNames ? t("others", { names: shownNames }) : shownNames,
            })}
      </Button>
    </span>
  );
}
