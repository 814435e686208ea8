import { useCallback, useEffect, useState } from "react";
import { type OfflineData, prefetchForOffline, readOfflineData } from "#offline/offlineData.ts";
import { useOnline } from "#offline/useOnline.ts";
import { registerServiceWorker } from "#offline/versions.ts";

interface Preparation {
  step: "preparing" | "ready" | "failed";
  /** Whether the page itself opens without a network. */
  shell: Awaited<ReturnType<typeof registerServiceWorker>>;
  offlineData: OfflineData | null;
}

export interface OfflineStatus extends Preparation {
  isOnline: boolean;
  retry: () => void;
}

/** Prepares for offline use in the background, and again when the network is back. */
export function useOfflineState(): OfflineStatus {
  const isOnline = useOnline();
  const [preparation, setPreparation] = useState<Preparation>({
    step: "preparing",
    shell: "coming",
    offlineData: null,
  });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the count starts a new attempt
  useEffect(() => {
    const controller = new AbortController();
    let step: Preparation["step"] = isOnline ? "preparing" : "ready";
    const refresh = async () => {
      const [shell, offlineData] = await Promise.all([
        registerServiceWorker(),
        readOfflineData().catch(() => null),
      ]);
      if (!controller.signal.aborted) setPreparation({ step, shell, offlineData });
    };
    const run = async () => {
      await refresh();
      if (!isOnline) return;
      step = await prefetchForOffline(controller.signal).then(
        () => "ready" as const,
        () => "failed" as const,
      );
      await refresh();
    };
    void run();
    // On the first visit the service worker caches the page's own files last.
    navigator.serviceWorker?.ready.then(refresh, () => {});
    return () => controller.abort();
  }, [isOnline, attempt]);

  return {
    ...preparation,
    isOnline,
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  };
}
