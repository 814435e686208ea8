import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useSession } from "#api/session.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

/** The parts of a view remembered during the session, for each user (2§2); the rest lives in the address only. */
const kept = ["templateFilter", "deletedTemplates", "q"];
const session = () => sessionStorage;

const rememberedParams = (params: URLSearchParams): string => {
  const view = new URLSearchParams();
  for (const name of kept) {
    const text = params.get(name);
    if (text) view.set(name, text);
  }
  return view.toString();
};

const keyOf = (userId?: number): string => `documentationList.${userId}`;

/** What is restored when the list is opened without a view in the address. */
export const rememberedView = (userId?: number): string | null => readStorage(keyOf(userId), session);

/**
 * Remembers templates, the deleted flag and the search, and restores them when the list is opened without a view in the address:
 * a shared address is shown as sent. Returns whether the view is still to be restored.
 */
export function useRememberedView(): boolean {
  const userId = useSession()?.userId;
  const key = keyOf(userId);
  const [params, setParams] = useSearchParams();
  const [view, setView] = useState(() => (params.size === 0 ? rememberedView(userId) : null));
  const now = rememberedParams(params);

  useEffect(() => {
    if (!view) return;
    setParams(new URLSearchParams(view), { replace: true });
    setView(null);
  }, [view, setParams]);
  useEffect(() => {
    if (!view) writeStorage(key, now || null, session);
  }, [view, key, now]);
  return view !== null;
}
