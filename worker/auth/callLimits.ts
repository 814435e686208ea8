import type { Actor } from "#domain/access/actor.ts";
import type { CallLimit } from "#domain/contract/endpoint.ts";
import { Problem, problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { countAttempts, type RateLimit } from "./rateLimit.ts";
import { sha256 } from "./session/sessionTokens.ts";

/** Limits on the calls of logged-in users, valid ones included. They are far above what people do by hand. */
export const maxCallsPerWindow: Record<CallLimit, number> = { documents: 300, exports: 200, bulk: 100 };
const callWindowSeconds = 15 * 60;

/** @throws attemptsExhausted */
export const countCall = (db: Database, { userId }: Actor, limit: CallLimit): Promise<void> =>
  countSessionAttempts(db, [
    {
      key: `call:${limit}:user:${userId}`,
      maxAttempts: maxCallsPerWindow[limit],
      windowSeconds: callWindowSeconds,
    },
  ]);

const mailWindowSeconds = 3600;
/** Maximum mails per hour: from a user, from all users of a customer, and to a recipient. */
export const maxMailsPerHour = { user: 40, customer: 1000, recipient: 20 } as const;

/**
 * The limits on mails to addresses entered by hand.
 * @param userId null for mails that are sent automatically
 * @param mailCount the number of mails, also to addresses that were not entered by hand
 */
export const mailLimits = async (
  customerId: number,
  userId: number | null,
  recipients: readonly string[],
  mailCount = recipients.length,
): Promise<RateLimit[]> => [
  ...(await Promise.all(
    recipients.map(async (recipient) => ({
      key: `mail:recipient:${customerId}:${await sha256(recipient.toLowerCase())}`,
      maxAttempts: maxMailsPerHour.recipient,
      windowSeconds: mailWindowSeconds,
    })),
  )),
  ...(userId === null
    ? []
    : [
        {
          key: `mail:user:${userId}`,
          maxAttempts: maxMailsPerHour.user,
          windowSeconds: mailWindowSeconds,
          // A request for more mails than the limit still passes once an hour.
          callAttempts: Math.min(mailCount, maxMailsPerHour.user),
        },
      ]),
  {
    key: `mail:customer:${customerId}`,
    maxAttempts: maxMailsPerHour.customer,
    windowSeconds: mailWindowSeconds,
    callAttempts: Math.min(mailCount, maxMailsPerHour.customer),
  },
];

/** Counts for a call with a session: on a 429, the console would log the user out. @throws attemptsExhausted */
export const countSessionAttempts = (db: Database, limits: readonly RateLimit[]): Promise<void> =>
  countAttempts(db, limits).catch((error: unknown) => {
    throw error instanceof Problem && error.code === "tooManyAttempts" ? problem("attemptsExhausted") : error;
  });
