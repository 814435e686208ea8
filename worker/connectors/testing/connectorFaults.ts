import type { Fault } from "#scripts/support/servers/serverFaults.ts";

/** An upload that the server answers with a status. */
export const answer = (status: number, more: Partial<Fault> = {}): Fault => ({
  on: "upload",
  action: "answer",
  status,
  ...more,
});

interface Control {
  inject(user: string, faults: Fault[]): Promise<void>;
}

/** For interfaces without a step of renaming: what happens to it happens to the login instead. */
export const loginForMove =
  (control: Control): Control["inject"] =>
  (user, faults) =>
    control.inject(
      user,
      faults.map((fault) => (fault.on === "move" ? { ...fault, on: "login" } : fault)),
    );
