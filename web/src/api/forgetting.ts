import type { QueryClient } from "@tanstack/react-query";
import { forgetAnswers } from "../offline/keptStore";
import { forgetBookmark } from "./bookmark";
import { forgetImages } from "./imageCache";
import { identity, subscribeToSession } from "./session";

/**
 * Nothing that one session read may be shown to the next: not after logging out and in as somebody else, nor after a switch, be it
 * made in this tab or in another. A refresh is the same session. Answers how to stop.
 */
export function forgetBetweenSessions(queries: QueryClient): () => void {
  let whose = identity();
  forgetKept();
  return subscribeToSession(() => {
    const now = identity();
    if (now === whose) return;
    whose = now;
    queries.clear();
    forgetImages();
    forgetKept();
    // A switch goes on where it was: the new session must be found, and be shown nothing older than was just written.
    if (!now) forgetBookmark();
  });
}

/** What is kept for when there is no network is the present session's alone. */
function forgetKept(): void {
  // A browser that keeps nothing has nothing to forget.
  forgetAnswers(identity()).catch(() => {});
}
