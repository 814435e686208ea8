import type { QueryClient } from "@tanstack/react-query";
import { clearBookmark } from "#api/bookmark.ts";
import { clearImages } from "#api/imageCache.ts";
import { sessionKey, subscribeToSession } from "#api/session.ts";
import { deleteOtherResponses } from "#offline/answerStore.ts";
import { clearUndos } from "#ui/undo/undoStore.ts";

/**
 * Clears all caches, and the offers to undo, when the session changes to another user or account, in this tab or another. A refresh does not change the
 * session. Returns a function that stops it.
 */
export function clearCachesOnSessionChange(queryClient: QueryClient): () => void {
  let cachedSessionKey = sessionKey();
  clearOfflineCache();
  return subscribeToSession(() => {
    const currentKey = sessionKey();
    if (currentKey === cachedSessionKey) return;
    cachedSessionKey = currentKey;
    queryClient.clear();
    clearImages();
    clearUndos();
    clearOfflineCache();
    // A switch keeps the bookmark: reads must see the new session and everything up to the last write.
    if (!currentKey) clearBookmark();
  });
}

/** Deletes the offline responses of all other sessions. */
function clearOfflineCache(): void {
  // A browser without storage has nothing to clear.
  deleteOtherResponses(sessionKey()).catch(() => {});
}
