import { useEffect, useState } from "react";

/** Milliseconds after which even a busy page counts as idle. */
const idleTimeoutMs = 4000;

/** Returns false until the browser is idle after the first paint. Use it to defer work that no one is waiting for. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    if (typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(setIsIdle, 0, true);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setIsIdle(true), { timeout: idleTimeoutMs });
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
}
