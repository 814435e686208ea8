import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { creationInstant, instant, uuidKey } from "./columns.ts";
import { customer } from "./customer.ts";
import { user } from "./user.ts";

/**
 * A session: one login and its refreshed tokens. Only the SHA-256 of the newest refresh token is stored; use of an older one ends the
 * session.
 */
export const session = sqliteTable(
  "session",
  {
    id: uuidKey(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** The customer in which the user acts. */
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** The super admin behind a switched session (1§4). */
    realUserId: integer().references(() => user.id, { onDelete: "cascade" }),
    refreshHash: text().notNull(),
    dateCreated: creationInstant(),
    /** When the password was last confirmed in it; null since the login. */
    confirmedAt: instant(),
    lastRefreshed: creationInstant(),
    expiresAt: text().notNull(),
    endedAt: instant(),
    endReason: text(),
    remoteAddr: text(),
    /** The browser or program that logged in, as it calls itself. */
    userAgent: text(),
  },
  (t) => [
    index("session_user").on(t.userId),
    index("session_customer").on(t.customerId),
    index("session_real_user").on(t.realUserId),
    index("session_expires").on(t.expiresAt),
  ],
);

/**
 * Attempts within a window, by a key of the action: `login:user:…`, `login:address:…`, `login:all`, `license:guess:…`. A row
 * `license:used:…` says that a licence code was accepted from a network, until its window ends.
 */
export const rateLimitCounter = sqliteTable(
  "rate_limit_counter",
  {
    key: text().primaryKey(),
    attempts: integer().notNull(),
    /** Seconds since 1970 at which the window ends. */
    windowEnds: integer().notNull(),
  },
  (t) => [index("attempt_counter_window").on(t.windowEnds)],
);

/** Last logins (1§2). */
export const authenticationSuccessEvent = sqliteTable(
  "authentication_success_event",
  {
    id: uuidKey(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    remoteAddr: text(),
    dateCreated: creationInstant(),
  },
  (t) => [index("authentication_success_event_user").on(t.userId, t.dateCreated)],
);

/** Single-use codes sent by mail: password resets and second factors; only their SHA-256 is stored. */
export const oneTimeCode = sqliteTable(
  "one_time_code",
  {
    id: uuidKey(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    purpose: text().notNull(),
    codeHash: text().notNull().unique(),
    expiresAt: text().notNull(),
    usedAt: instant(),
    dateCreated: creationInstant(),
  },
  (t) => [index("one_time_code_user").on(t.userId), index("one_time_code_expires").on(t.expiresAt)],
);
