import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./failure.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
    /** `ownErrors`: the caller shows the failure itself, inside a dialog that would cover an alert for instance. */
    mutationMeta: { ownErrors?: boolean };
    queryMeta: { ownErrors?: boolean };
  }
}

/** A change is not told from another: the next one that succeeds is what the user did after the one that failed. */
const mutationScope = "mutation";

/** One client for the app; failures go to `onFailure`, the error catalogue, with what failed; `onAnswer` hears what was answered. */
export function createQueryClient(
  onFailure: (failure: ApiError, about: string) => void,
  onAnswer?: (about: string) => void,
): QueryClient {
  const report = (error: Error, about: string, meta?: { ownErrors?: boolean }) => {
    if (!(error instanceof ApiError)) throw error;
    // A caller that shows its own errors still cannot keep an expired session.
    if (!meta?.ownErrors || error.status === 401 || error.status === 403) onFailure(error, about);
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => report(error, query.queryHash, query.meta),
      onSuccess: (_, query) => onAnswer?.(query.queryHash),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => report(error, mutationScope, mutation.meta),
      onSuccess: () => onAnswer?.(mutationScope),
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => error instanceof ApiError && error.passing && count < 1,
        retryDelay: 1000,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
