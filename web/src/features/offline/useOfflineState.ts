import { useCallback, useEffect, useState } from "react";
import { type Prepared, prepare, readPrepared } from "#offline/prepare.ts";
import { useOnline } from "#offline/useOnline.ts";
import { registerServiceWorker } from "#offline/versions.ts";

interface Known {
  step: "preparing" | "ready" | "failed";
  /** Whether the page itself opens without a network. */
  shell: Awaited<ReturnType<typeof registerServiceWorker>>;
  prepared: Prepared | null;
}

export interface OfflineKnown extends Known {
  online: boolean;
  retry: () => void;
}

/** Prepares for being offline in the background, and again when the network is back. */
export function useOfflineState(): OfflineKnown {
  const online = useOnline();
  const [known, setKnown] = useState<Known>({ step: "preparing", shell: "coming", prepared: null });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the count starts a new attempt
  useEffect(() => {
    const stop = new AbortController();
    let step: Known["step"] = online ? "preparing" : "ready";
    const look = async () => {
      const [shell, prepared] = await Promise.all([
        registerServiceWorker(),
        readPrepared().catch(() => null),
      ]);
      if (!stop.signal.aborted) setKnown({ step, shell, prepared });
    };
    const run = async () => {
      await look();
      if (!online) return;
      step = await prepare(stop.signal).then(
        () => "ready" as const,
        () => "failed" as const,
      );
      await look();
    };
    void run();
    // On the first visit the page's own files arrive last.
    navigator.serviceWorker?.ready.then(look, () => {});
    return () => stop.abort();
  }, [online, attempt]);

  return { ...known, online, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}
