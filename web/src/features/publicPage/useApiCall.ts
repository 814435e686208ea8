import { useCallback, useEffect, useState } from "react";
import { ApiError } from "#api/apiError.ts";
import { isAbort } from "#api/fetchWithTimeout.ts";

export interface CallState<T> {
  data: T | null;
  failure: ApiError | null;
  isLoading: boolean;
  reload: () => void;
}

/** The response of a call. The previous one is kept during a reload, and if the reload fails. `load` must be stable. */
export function useApiCall<T>(load: (signal: AbortSignal) => Promise<T>): CallState<T> {
  const [data, setData] = useState<T | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the call
  useEffect(() => {
    const controller = new AbortController();
    setIsLoading(true);
    load(controller.signal).then(
      (response) => {
        setData(response);
        setFailure(null);
        setIsLoading(false);
      },
      (error) => {
        if (isAbort(error)) return;
        setFailure(error instanceof ApiError ? error : new ApiError({ status: 0, cause: error }));
        setIsLoading(false);
      },
    );
    return () => controller.abort();
  }, [load, attempt]);
  return {
    data,
    failure,
    isLoading,
    reload: useCallback(() => setAttempt((current) => current + 1), []),
  };
}
