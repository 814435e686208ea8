import type { Grants } from "./authorities.ts";

/** Who a call is made by, and in which customer. Made from the database on every call, never from a token's claims. */
export interface Actor extends Grants {
  userId: number;
  username: string;
  /** The customer the session acts in; its own one unless it was switched. */
  customerId: number;
  customerName: string;
  sessionId: string;
  /** Who really acts, while the session is switched to this user. */
  realUserId: number | null;
  /** For who spans customers: those whose rows do not count in the database that is read, because their data is in another. */
  strays?: readonly number[];
}
