import type { Grants } from "./authorities.ts";

/** The caller and the customer it acts in. Read from the database on every call, never from a token's claims. */
export interface Actor extends Grants {
  userId: number;
  username: string;
  /** The customer the session acts in: the user's own unless the session was switched. */
  customerId: number;
  customerName: string;
  sessionId: string;
  /** The user who is logged in, while the session is switched to `userId`. */
  realUserId: number | null;
  /** For super admins: customers whose data is in another database, so that their rows in the database being read do not count. */
  nonResidents?: readonly number[];
}
