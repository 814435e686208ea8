import { createContext } from "react";

/** Counts the photos of a sheet: those that started to load, and those that have loaded or failed. */
export interface PrintLoadTracker {
  add: () => void;
  settle: () => void;
}

export const PrintContext = createContext<PrintLoadTracker>({ add: () => {}, settle: () => {} });
