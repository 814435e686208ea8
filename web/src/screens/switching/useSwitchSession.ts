import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "#api/client.ts";
import { startSession } from "#api/session.ts";
import type { switchCustomer, switchUser } from "#domain/endpoints/account/session.ts";

interface Exchange {
  endpoint: typeof switchUser | typeof switchCustomer;
  id: number;
}

/** Exchanges the session for another (1§4). Everything read in the old one is forgotten, see `forgetBetweenSessions`. */
export function useSwitchSession(goTo: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ endpoint, id }: Exchange) => call(endpoint, { params: { id } }),
    // The catalogue is silent about a user who no longer exists; without a message the button would seem dead.
    meta: { ownErrors: true },
    onSuccess: (record) => {
      startSession(record);
      navigate(goTo, { replace: true });
    },
  });
}
