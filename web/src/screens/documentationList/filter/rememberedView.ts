import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useSession } from "../../../api/session";
import { remember, remembered } from "../../../kit/remembered";

/** What of a view is remembered for the session, for each user (2§2); the rest is the address's alone. */
const kept = ["templateFilter", "deletedTemplates", "q"];
const session = () => sessionStorage;

const keptOf = (params: URLSearchParams): string => {
  const view = new URLSearchParams();
  for (const name of kept) {
    const text = params.get(name);
    if (text) view.set(name, text);
  }
  return view.toString();
};

/**
 * Remembers the templates, the deleted flag and the search, and brings them back when the list is opened without a view of its own:
 * an address that somebody sent is shown as it was sent. Says whether the view is still to be brought back.
 */
export function useRememberedView(): boolean {
  const userId = useSession()?.userId;
  const key = `documentationList.${userId}`;
  const [params, setParams] = useSearchParams();
  const [view, setView] = useState(() => (params.size === 0 ? remembered(key, session) : null));
  const now = keptOf(params);

  useEffect(() => {
    if (!view) return;
    setParams(new URLSearchParams(view), { replace: true });
    setView(null);
  }, [view, setParams]);
  useEffect(() => {
    if (!view) remember(key, now || null, session);
  }, [view, key, now]);
  return view !== null;
}
