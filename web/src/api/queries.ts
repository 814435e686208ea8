import { MutationCache, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { runWhenPointerRests, watchPointer } from "#lib/pointerRest.ts";
import { ApiError } from "./apiError.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
    /** `handlesErrors`: the caller shows the error itself, for example inside a dialog that would cover an alert. */
    mutationMeta: { handlesErrors?: boolean };
    queryMeta: { handlesErrors?: boolean };
  }
}

/**
 * Postpones responses while the pointer is about to press a control, so that nothing moves below it. Uses a microtask: during a timer
 * the pointer could reach a control, and a component that renders for another reason would already show the response.
 */
export function holdUpdatesUnderPointer(): void {
  watchPointer();
  notifyManager.setScheduler((notify) => queueMicrotask(() => runWhenPointerRests(notify)));
}

/** All mutations share one scope: the next success is the user's next action after the failed one. */
const mutationScope = "mutation";

/** Creates the app's query client. `onFailure` gets each error with its scope, `onSuccess` the scope of each success. */
export function createQueryClient(
  onFailure: (failure: ApiError, scope: string) => void,
  onSuccess?: (scope: string) => void,
): QueryClient {
  const report = (error: Error, scope: string, meta?: { handlesErrors?: boolean }) => {
    if (!(error instanceof ApiError)) throw error;
    // Even a caller that shows its own errors must not handle the end of the session.
    if (!meta?.handlesErrors || error.status === 401 || error.status === 403) onFailure(error, scope);
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => report(error, query.queryHash, query.meta),
      onSuccess: (_, query) => onSuccess?.(query.queryHash),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => report(error, mutationScope, mutation.meta),
      onSuccess: () => onSuccess?.(mutationScope),
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => error instanceof ApiError && error.isTransient && count < 1,
        retryDelay: 1000,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
