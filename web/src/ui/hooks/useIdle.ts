import { useEffect, useState } from "react";

/** Milliseconds after which even a busy page has time. */
const idleTimeoutMs = 4000;

/** False until the page has been drawn and has nothing else to do: what nobody waits for must not delay what somebody does. */
export function useIdle(): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    if (typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(setLater, 0, true);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(() => setLater(true), { timeout: idleTimeoutMs });
    return () => cancelIdleCallback(asked);
  }, []);
  return later;
}
