import { createContext } from "react";

/** Where the photos of a sheet say that they wait, and that they have come. */
export interface PrintLoadTracker {
  add: () => void;
  settle: () => void;
}

export const PrintContext = createContext<PrintLoadTracker>({ add: () => {}, settle: () => {} });
