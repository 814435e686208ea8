import { useCallback, useEffect } from "react";
import { type NavigateOptions, useLocation, useSearchParams } from "react-router";

type ChangeParams = (
  change: (current: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void;

/** The latest change, until the navigation that it started has rendered. */
let pendingParams: { from: string; params: URLSearchParams } | null = null;

/**
 * The URL parameters and their setter. The router's setter starts from the rendered parameters, so that on a slow machine a search
 * and a filter set at almost the same time would undo each other. This one starts from the latest change.
 */
export function useUrlParams(): [URLSearchParams, ChangeParams] {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another location has rendered
  useEffect(() => {
    pendingParams = null;
  }, [key]);
  const change = useCallback<ChangeParams>(
    (write, options) => {
      const current =
        pendingParams?.from === key ? new URLSearchParams(pendingParams.params) : new URLSearchParams(params);
      pendingParams = { from: key, params: write(current) };
      setParams(pendingParams.params, options);
    },
    [key, params, setParams],
  );
  return [params, change];
}
