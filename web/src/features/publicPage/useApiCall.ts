import { useCallback, useEffect, useState } from "react";
import { isAbort } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";

export interface CallState<T> {
  data: T | null;
  failure: ApiError | null;
  loading: boolean;
  reload: () => void;
}

/** The answer of a call. The old one stays during a reload, and when it fails. `ask` must be stable. */
export function useApiCall<T>(ask: (signal: AbortSignal) => Promise<T>): CallState<T> {
  const [data, setData] = useState<T | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [loading, setLoading] = useState(true);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn repeats the call
  useEffect(() => {
    const stop = new AbortController();
    setLoading(true);
    ask(stop.signal).then(
      (answer) => {
        setData(answer);
        setFailure(null);
        setLoading(false);
      },
      (error) => {
        if (isAbort(error)) return;
        setFailure(error instanceof ApiError ? error : new ApiError({ status: 0, cause: error }));
        setLoading(false);
      },
    );
    return () => stop.abort();
  }, [ask, turn]);
  return { data, failure, loading, reload: useCallback(() => setTurn((before) => before + 1), []) };
}
