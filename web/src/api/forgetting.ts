import type { QueryClient } from "@tanstack/react-query";
import { forgetBookmark } from "./bookmark";
import { forgetImages } from "./imageCache";
import { currentSession, subscribeToSession } from "./session";

/**
 * Nothing that one session read may be shown to the next: not after logging out and in as somebody else, nor after a switch, be it
 * made in this tab or in another. A refresh is the same session. Answers how to stop.
 */
export function forgetBetweenSessions(queries: QueryClient): () => void {
  let whose = identity();
  return subscribeToSession(() => {
    const now = identity();
    if (now === whose) return;
    whose = now;
    queries.clear();
    forgetImages();
    // A switch goes on where it was: the new session must be found, and be shown nothing older than was just written.
    if (!now) forgetBookmark();
  });
}

/** Whose session it is and in which account; empty when nobody is logged in. */
export function identity(session = currentSession()): string {
  return session ? `${session.userId}/${session.customerId}` : "";
}
