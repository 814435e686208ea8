import { useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useSession } from "#api/session.ts";
import { listPasskeys } from "#domain/endpoints/account/passkeys.ts";

/** The passkeys of the session's user. */
export function usePasskeys() {
  const session = useSession();
  return useQuery({
    queryKey: [session?.customerId, "passkeys", session?.userId],
    queryFn: ({ signal }) => call(listPasskeys, { signal }),
    meta: { handlesErrors: true },
    staleTime: 0,
  });
}
