import "#offline/offlineCache.ts";
import { useEffect } from "react";
import { sendPendingDrafts } from "./outbox.ts";

/** Interval between retries, in case the browser does not report its return to the network. */
const retryIntervalMs = 20_000;

/** Sends drafts that were finished offline: when the console opens, and as soon as there is a network. */
export default function Outbox({ userId }: { userId: number }) {
  useEffect(() => {
    const send = (isRetry: boolean) => {
      // A browser without storage has nothing to send.
      sendPendingDrafts(userId, { isRetry }).catch(() => {});
    };
    const sendOnReconnect = () => send(false);
    send(false);
    const timer = setInterval(() => send(true), retryIntervalMs);
    window.addEventListener("online", sendOnReconnect);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", sendOnReconnect);
    };
  }, [userId]);
  return null;
}
