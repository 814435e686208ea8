import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { switchBack, switchCustomer, switchUser } from "../../../../domain/endpoints/session";
import { call } from "../../api/client";
import { startSession } from "../../api/session";

type Exchange =
  | { endpoint: typeof switchUser | typeof switchCustomer; id: string | number }
  | { endpoint: typeof switchBack };

/** Exchanges the session for another (1§4). Whatever was read in the old one is forgotten with it (main.tsx). */
export function useExchange(goTo: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (exchange: Exchange) =>
      "id" in exchange
        ? call(exchange.endpoint, { params: { id: Number(exchange.id) } })
        : call(exchange.endpoint),
    onSuccess: (record) => {
      startSession(record);
      navigate(goTo, { replace: true });
    },
  });
}
