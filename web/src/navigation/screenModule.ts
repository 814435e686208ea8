import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";

/** Where a page is opened, and by whom. */
export interface ScreenContext {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  customerId: number;
}

export interface ScreenModule {
  default: ComponentType;
  /** Makes the calls that the screen makes first, before it is drawn: a slow device takes long to draw. */
  prefetch?: (queries: QueryClient, opened: ScreenContext) => void;
}
