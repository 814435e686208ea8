import { useLocation, useNavigate } from "react-router";

/** Kept in the history entry of an editor that another page of the console opened: one step back is that page. */
const openedState = { openedInConsole: true };

export const wasOpenedInConsole = (state: unknown): boolean =>
  (state as Partial<typeof openedState> | null)?.openedInConsole === true;

/** Opens the editor of a template, or of a new one with the id `create`; page, order and search of the list go along. */
export function useOpenEditor() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (id: string) => void navigate({ pathname: `/template/${id}`, search }, { state: openedState });
}
