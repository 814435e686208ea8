import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "#api/client.ts";
import { startSession } from "#api/session.ts";
import type { switchCustomer, switchUser } from "#domain/endpoints/account/session.ts";

interface SessionSwitch {
  endpoint: typeof switchUser | typeof switchCustomer;
  id: number;
}

/** Switches to another session (1§4). All caches of the old session are cleared, see `clearCachesOnSessionChange`. */
export function useSwitchSession(targetPath: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ endpoint, id }: SessionSwitch) => call(endpoint, { params: { id } }),
    // The error catalogue shows nothing for a 404; without a message the button would seem to do nothing.
    meta: { handlesErrors: true },
    onSuccess: (record) => {
      startSession(record);
      navigate(targetPath, { replace: true });
    },
  });
}
