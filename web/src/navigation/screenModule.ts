import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";

/** The URL parts a page is opened with, and the session's customer. */
export interface ScreenContext {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  customerId: number;
}

export interface ScreenModule {
  default: ComponentType;
  /**
   * Makes the screen's first calls before it renders, because rendering is slow on a slow device. May return a promise of their
   * responses.
   */
  prefetch?: (queryClient: QueryClient, context: ScreenContext) => unknown;
}
