import { useSyncExternalStore } from "react";

export type AlertKind = "success" | "danger" | "warning";

export interface AlertEntry {
  id: number;
  kind: AlertKind;
  text: string;
  /** Small print: the request id, for instance. */
  detail?: string;
  /** A link to what the alert is about. */
  link?: { to: string; text: string };
  /** Links to what the alert names. */
  links?: readonly { to: string; text: string }[];
  /** Survives the navigation that ends the work it is about. */
  survivesNavigation?: boolean;
  /** What it complains of: it goes when that works again. */
  about?: string;
}

let entries: readonly AlertEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly AlertEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

/**
 * Adds an alert. An equal message replaces the earlier one, so that ten failed calls are one alert. A success replaces the one
 * before: only the latest matters.
 */
export function showAlert(
  kind: AlertKind,
  text: string,
  options: Pick<AlertEntry, "detail" | "link" | "links" | "survivesNavigation" | "about"> = {},
): void {
  lastId += 1;
  const outlived = (entry: AlertEntry) =>
    entry.text === text || (kind === "success" && entry.kind === "success");
  set([...entries.filter((entry) => !outlived(entry)), { id: lastId, kind, text, ...options }]);
}

/** The id of the newest; those of later ones are higher. */
export const latestAlertId = (): number => lastId;

export const dismissAlert = (id: number): void => set(entries.filter((entry) => entry.id !== id));

/** Takes away what complained of something that works again. */
export function clearAlertsAbout(...about: readonly string[]): void {
  const left = entries.filter((entry) => entry.about === undefined || !about.includes(entry.about));
  if (left.length < entries.length) set(left);
}

/** Alerts clear on navigation (1§8). */
export function clearAlertsOnNavigation(): void {
  if (entries.length > 0)
    set(
      entries
        .filter(({ survivesNavigation }) => survivesNavigation)
        .map((entry) => ({ ...entry, survivesNavigation: false })),
    );
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
