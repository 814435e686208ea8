import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
} from "drizzle-orm/sqlite-core";
import type { TwoFactorAuthenticationType } from "#domain/resources/user.ts";
import { creationInstant, flag, instant, params, uuid, version } from "./columns.ts";
import { customer } from "./customer.ts";
import { license } from "./license.ts";

export const role = sqliteTable("role", {
  id: integer().primaryKey({ autoIncrement: true }),
  authority: text().notNull().unique(),
});

/** `password` is `scrypt$N$r$p$salt$hash`; `username` is compared ignoring ASCII case. */
export const user = sqliteTable(
  "user",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    customerId: integer()
      .notNull()
      .references(() => customer.id),
    parent: integer("parent_id").references((): AnySQLiteColumn => user.id),
    username: text().notNull(),
    usernameKey: text().notNull().unique(),
    password: text().notNull(),
    email: text(),
    fullName: text(),
    enabled: flag(true),
    accountExpired: flag(),
    accountLocked: flag(),
    passwordExpired: flag(),
    /** The language of mails to the user: the language of the last login. */
    language: text().$type<"en" | "sv">().notNull().default("en"),
    twoFactorAuthenticationType: text().$type<TwoFactorAuthenticationType>().notNull().default("NONE"),
    /** Encrypted (worker/secrets.ts); null until an authenticator has been activated. */
    totpSecret: text(),
    /** The time step of the last accepted code; codes of this or an older step are refused. */
    totpLastStep: integer(),
    /** Whether the user turned the second factor on, and so may turn it off; false if an administrator did. */
    secondFactorByOwner: flag(),
    /** Whether unread notices are mailed once a day. */
    dailyMail: flag(true),
    /** Whether mentions and replies are mailed at once. */
    instantMail: flag(),
    /** Whether the figures of /progress are mailed every Monday, and when they last were. */
    weeklyMail: flag(),
    weeklyMailedAt: instant(),
    params: params(),
    version: version(),
    dateCreated: creationInstant(),
  },
  (t) => [
    unique().on(t.customerId, t.id),
    index("user_parent").on(t.parent),
    index("user_username").on(sql`username COLLATE NOCASE`),
  ],
);
export type UserRow = typeof user.$inferSelect;

export const userRole = sqliteTable(
  "user_role",
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    roleId: integer()
      .notNull()
      .references(() => role.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] }), index("user_role_role").on(t.roleId)],
);

export const userLicense = sqliteTable(
  "user_license",
  {
    customerId: integer().notNull(),
    userId: integer().notNull(),
    licenseId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.licenseId] }),
    index("user_license_user").on(t.customerId, t.userId),
    index("user_license_license").on(t.customerId, t.licenseId),
    foreignKey({ columns: [t.customerId, t.userId], foreignColumns: [user.customerId, user.id] }).onDelete(
      "cascade",
    ),
    foreignKey({
      columns: [t.customerId, t.licenseId],
      foreignColumns: [license.customerId, license.id],
    }).onDelete("cascade"),
  ],
);

/** The customers a user with ROLE_SWITCH_CUSTOMER may act in (1§4). */
export const userCustomer = sqliteTable(
  "user_customer",
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.customerId] }),
    index("user_customer_customer").on(t.customerId),
  ],
);
