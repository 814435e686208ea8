import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "#api/apiError.ts";
import { LoadError } from "./LoadError.tsx";
import { Loading } from "./Loading.tsx";

/** The content of a query, or its loading or error state. */
export function QueryContent<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error instanceof ApiError && !query.isFetching)
    return <LoadError failure={query.error} onRetry={() => query.refetch()} />;
  return <Loading />;
}
