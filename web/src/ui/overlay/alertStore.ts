import { createToastStore } from "./toastStore.ts";

export type AlertKind = "success" | "danger" | "warning";

export interface AlertEntry {
  id: number;
  kind: AlertKind;
  text: string;
  /** Small print, such as the request id. */
  detail?: string;
  /** A link to the subject of the alert. */
  link?: { to: string; text: string };
  /** Links to the items that the alert names. */
  links?: readonly { to: string; text: string }[];
  /** Whether it is still shown after the next navigation, which is part of the action that it reports. */
  survivesNavigation?: boolean;
  /** Key of the operation that failed. The alert is cleared when that operation succeeds. */
  operationKey?: string;
}

const store = createToastStore<readonly AlertEntry[]>([]);
let lastId = 0;

/**
 * Adds an alert. An equal message replaces the earlier one, so that ten failed calls are one alert. A success replaces the
 * previous success.
 */
export function showAlert(
  kind: AlertKind,
  text: string,
  options: Pick<AlertEntry, "detail" | "link" | "links" | "survivesNavigation" | "operationKey"> = {},
): void {
  lastId += 1;
  const isReplaced = (entry: AlertEntry) =>
    entry.text === text || (kind === "success" && entry.kind === "success");
  store.set([...store.get().filter((entry) => !isReplaced(entry)), { id: lastId, kind, text, ...options }]);
}

/** The id of the newest alert; later ones get higher ids. */
export const latestAlertId = (): number => lastId;

export const dismissAlert = (id: number): void => store.set(store.get().filter((entry) => entry.id !== id));

/** Clears the alerts about operations that have succeeded. */
export function clearAlertsAbout(...operationKeys: readonly string[]): void {
  const entries = store.get();
  const remaining = entries.filter(
    (entry) => entry.operationKey === undefined || !operationKeys.includes(entry.operationKey),
  );
  if (remaining.length < entries.length) store.set(remaining);
}

/** Clears alerts on navigation (1§8), except those that survive one. */
export function clearAlertsOnNavigation(): void {
  if (store.get().length > 0)
    store.set(
      store
        .get()
        .filter(({ survivesNavigation }) => survivesNavigation)
        .map((entry) => ({ ...entry, survivesNavigation: false })),
    );
}

export const clearAlerts = (): void => store.set([]);

export const useAlerts = store.use;
