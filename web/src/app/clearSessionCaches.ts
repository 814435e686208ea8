import type { QueryClient } from "@tanstack/react-query";
import { forgetBookmark } from "#api/bookmark.ts";
import { clearImages } from "#api/imageCache.ts";
import { sessionKey, subscribeToSession } from "#api/session.ts";
import { deleteOtherAnswers } from "#offline/answerStore.ts";

/**
 * Keeps what one session read from the next: after logging out and in as somebody else, and after a switch in this tab or
 * another. A refresh is the same session. Returns a function that stops it.
 */
export function clearCachesOnSessionChange(queries: QueryClient): () => void {
  let whose = sessionKey();
  clearOfflineCache();
  return subscribeToSession(() => {
    const now = sessionKey();
    if (now === whose) return;
    whose = now;
    queries.clear();
    clearImages();
    clearOfflineCache();
    // A switch keeps the bookmark: reads must find the new session and nothing older than the last write.
    if (!now) forgetBookmark();
  });
}

/** Answers kept for offline use belong to the present session alone. */
function clearOfflineCache(): void {
  // A browser without storage has nothing to forget.
  deleteOtherAnswers(sessionKey()).catch(() => {});
}
