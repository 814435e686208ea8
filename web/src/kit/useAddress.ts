import { useCallback, useEffect } from "react";
import { type NavigateOptions, useLocation, useSearchParams } from "react-router";

type ChangeAddress = (
  change: (before: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void;

/** The latest change, while the place it was made from is still the one drawn. */
let written: { from: string; params: URLSearchParams } | null = null;

/**
 * The parameters of the address and their setter. The router's own setter starts from what is drawn: two changes in one moment, a
 * search and a filter, would undo each other on a slow machine. This one starts from the latest change.
 */
export function useUrlParams(): [URLSearchParams, ChangeAddress] {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another place is drawn
  useEffect(() => {
    written = null;
  }, [key]);
  const change = useCallback<ChangeAddress>(
    (write, options) => {
      const before =
        written?.from === key ? new URLSearchParams(written.params) : new URLSearchParams(params);
      written = { from: key, params: write(before) };
      setParams(written.params, options);
    },
    [key, params, setParams],
  );
  return [params, change];
}
