import { useSyncExternalStore } from "react";

export type AlertKind = "success" | "danger" | "warning";

export interface AlertEntry {
  id: number;
  kind: AlertKind;
  text: string;
  /** Small print: the request id, for instance. */
  detail?: string;
  /** Where to see what it speaks of. */
  link?: { to: string; text: string };
  /** Outlives the navigation that the work it speaks of ends with. */
  keep?: boolean;
}

let entries: readonly AlertEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly AlertEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

/**
 * The same message again takes the place of the first: ten failed calls are one alert. So does a success of the one before:
 * what worked last is what one wants to know.
 */
export function showAlert(
  kind: AlertKind,
  text: string,
  options: Pick<AlertEntry, "detail" | "link" | "keep"> = {},
): void {
  lastId += 1;
  const outlived = (entry: AlertEntry) =>
    entry.text === text || (kind === "success" && entry.kind === "success");
  set([...entries.filter((entry) => !outlived(entry)), { id: lastId, kind, text, ...options }]);
}

export const dismissAlert = (id: number): void => set(entries.filter((entry) => entry.id !== id));

/** Alerts clear on navigation (1§8). */
export function clearAlertsOnNavigation(): void {
  if (entries.length > 0) set(entries.filter(({ keep }) => keep).map((entry) => ({ ...entry, keep: false })));
}

export const clearAlerts = (): void => set([]);

export const useAlerts = (): readonly AlertEntry[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => entries,
  );
