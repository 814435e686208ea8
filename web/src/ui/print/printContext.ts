import { createContext } from "react";

/** Counts the photos of a sheet that are loading, and those that have settled. */
export interface PrintLoadTracker {
  add: () => void;
  settle: () => void;
}

export const PrintContext = createContext<PrintLoadTracker>({ add: () => {}, settle: () => {} });
