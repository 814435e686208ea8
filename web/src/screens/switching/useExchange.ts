import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { switchCustomer, switchUser } from "../../../../domain/endpoints/session";
import { call } from "../../api/client";
import { startSession } from "../../api/session";

interface Exchange {
  endpoint: typeof switchUser | typeof switchCustomer;
  id: number;
}

/** Exchanges the session for another (1§4). Whatever was read in the old one is forgotten with it, see `forgetBetweenSessions`. */
export function useExchange(goTo: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ endpoint, id }: Exchange) => call(endpoint, { params: { id } }),
    // The catalogue is silent about a user who is gone by now; a button that does nothing would be worse.
    meta: { ownErrors: true },
    onSuccess: (record) => {
      startSession(record);
      navigate(goTo, { replace: true });
    },
  });
}
