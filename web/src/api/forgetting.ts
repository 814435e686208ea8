import type { QueryClient } from "@tanstack/react-query";
import { forgetAnswers } from "../offline/keptStore";
import { forgetBookmark } from "./bookmark";
import { forgetImages } from "./imageCache";
import { identity, subscribeToSession } from "./session";

/**
 * Keeps what one session read from the next: after logging out and in as somebody else, and after a switch in this tab or
 * another. A refresh is the same session. Returns a function that stops it.
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
    // A switch keeps the bookmark: reads must find the new session and nothing older than the last write.
    if (!now) forgetBookmark();
  });
}

/** Answers kept for offline use belong to the present session alone. */
function forgetKept(): void {
  // A browser without storage has nothing to forget.
  forgetAnswers(identity()).catch(() => {});
}
