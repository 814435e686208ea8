import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { getReplacementCodes } from "#domain/endpoints/configuration/layout.ts";

/** Whether a word is a replacement code of any template. Until they are known, every word may be one. */
export function useReplacementCodes(): (word: string) => boolean {
  const customerId = useCustomerId();
  const { data } = useQuery({
    queryKey: [customerId, "replacementCodes"],
    queryFn: ({ signal }) => call(getReplacementCodes, { signal }),
    meta: { handlesErrors: true },
  });
  return useMemo(() => {
    const codes = data && new Set(data.codes);
    return (word) => codes?.has(word) ?? true;
  }, [data]);
}
