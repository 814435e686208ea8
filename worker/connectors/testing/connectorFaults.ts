import type { Fault } from "#scripts/support/servers/serverFaults.ts";

/** An upload to which the server responds with a status. */
export const uploadFault = (status: number, options: Partial<Fault> = {}): Fault => ({
  operation: "upload",
  action: "answer",
  status,
  ...options,
});

interface Control {
  inject(user: string, faults: Fault[]): Promise<void>;
}

/** For APIs without a rename step: faults of that step are injected into the login instead. */
export const injectMoveAsLogin =
  (control: Control): Control["inject"] =>
  (user, faults) =>
    control.inject(
      user,
      faults.map((fault) => (fault.operation === "move" ? { ...fault, operation: "login" } : fault)),
    );
