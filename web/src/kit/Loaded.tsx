import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure } from "../api/failure";
import { LoadFailed } from "./LoadFailed";
import { Loading } from "./Loading";

/** The answer of a query, or its waiting or failed state. */
export function Loaded<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error instanceof Failure && !query.isFetching)
    return <LoadFailed failure={query.error} onRetry={() => query.refetch()} />;
  return <Loading />;
}
