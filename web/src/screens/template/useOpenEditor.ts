import { useLocation, useNavigate } from "react-router";

/** Stored in the editor's history entry if a page of the console opened it: going back one step returns to that page. */
const historyState = { openedInConsole: true };

export const wasOpenedInConsole = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "openedInConsole" in state && state.openedInConsole === true;

/** Opens the editor of a template, or of a new one with the id `create`. Keeps the list's page, order and search in the URL. */
export function useOpenEditor() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (id: string) => void navigate({ pathname: `/template/${id}`, search }, { state: historyState });
}
