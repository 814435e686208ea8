import { createPath, type Location } from "react-router";

/** Where somebody wanted to go before logging in; it travels with the history entry of /login. */
interface Remembering {
  origin?: string;
}

export const rememberOrigin = (location: Location): Remembering => ({ origin: createPath(location) });

/** Only an address of this app: the state of a history entry outlives versions. */
export function originIn(state: unknown): string {
  const origin = (state as Remembering | null)?.origin;
  return typeof origin === "string" && /^\/(?![/\\])/.test(origin) ? origin : "/";
}
