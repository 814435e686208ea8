import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useSession } from "#api/session.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

/** The parameters of a view that are remembered during the session, per user (2§2); all others are only in the URL. */
const rememberedNames = ["templateFilter", "deletedTemplates", "q"];
const getSessionStorage = () => sessionStorage;

const selectRememberedParams = (params: URLSearchParams): string => {
  const view = new URLSearchParams();
  for (const name of rememberedNames) {
    const text = params.get(name);
    if (text) view.set(name, text);
  }
  return view.toString();
};

const storageKeyOf = (userId?: number): string => `documentationList.${userId}`;

/** The view to restore when the list is opened without one in the URL. */
export const readRememberedView = (userId?: number): string | null =>
  readStorage(storageKeyOf(userId), getSessionStorage);

/**
 * Remembers templates, the deleted flag and the search, and restores them when the list is opened without a view in the URL: a
 * shared URL is shown as it is. Returns whether the view has yet to be restored.
 */
export function useRememberedView(): boolean {
  const userId = useSession()?.userId;
  const key = storageKeyOf(userId);
  const [params, setParams] = useSearchParams();
  const [view, setView] = useState(() => (params.size === 0 ? readRememberedView(userId) : null));
  const currentView = selectRememberedParams(params);

  useEffect(() => {
    if (!view) return;
    setParams(new URLSearchParams(view), { replace: true });
    setView(null);
  }, [view, setParams]);
  useEffect(() => {
    if (!view) writeStorage(key, currentView || null, getSessionStorage);
  }, [view, key, currentView]);
  return view !== null;
}
