import { useCallback, useEffect } from "react";
import { type NavigateOptions, useLocation, useSearchParams } from "react-router";

type ChangeAddress = (
  change: (before: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void;

/** The latest change, while the place it was made from is still the one drawn. */
let pendingParams: { from: string; params: URLSearchParams } | null = null;

/**
 * The parameters of the address and their setter. The router's own setter starts from what is drawn: two changes in one moment, a
 * search and a filter, would undo each other on a slow machine. This one starts from the latest change.
 */
export function useUrlParams(): [URLSearchParams, ChangeAddress] {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another place is drawn
  useEffect(() => {
    pendingParams = null;
  }, [key]);
  const change = useCallback<ChangeAddress>(
    (write, options) => {
      const before =
        pendingParams?.from === key ? new URLSearchParams(pendingParams.params) : new URLSearchParams(params);
      pendingParams = { from: key, params: write(before) };
      setParams(pendingParams.params, options);
    },
    [key, params, setParams],
  );
  return [params, change];
}
