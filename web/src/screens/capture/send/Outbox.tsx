import { useEffect } from "react";
import { sendWaiting } from "./outbox";

/** What waits for a network is looked after so often. Milliseconds. */
const lookEvery = 20_000;

/** Sends what was finished without a network: when the console is opened, and as soon as there is a network. */
export default function Outbox({ userId }: { userId: number }) {
  useEffect(() => {
    const send = (again: boolean) => {
      // A browser that keeps nothing has nothing to send.
      sendWaiting(userId, { again }).catch(() => {});
    };
    const isBack = () => send(false);
    send(false);
    const timer = setInterval(() => send(true), lookEvery);
    window.addEventListener("online", isBack);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", isBack);
    };
  }, [userId]);
  return null;
}
