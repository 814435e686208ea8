import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCustomerId } from "#api/session.ts";

/** State that outlives the dialog, for as long as the session lasts. */
export function useSessionState<T>(name: string): [T | null, (value: T | null) => void] {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const queryKey = [customerId, "sessionState", name];
  const { data = null } = useQuery<T | null>({
    queryKey,
    queryFn: () => null,
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return [data, (value) => queryClient.setQueryData(queryKey, value)];
}
