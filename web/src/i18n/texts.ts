import type access from "./locales/en/access";
import type alias from "./locales/en/alias";
import type common from "./locales/en/common";
import type customer from "./locales/en/customer";
import type documentation from "./locales/en/documentation";
import type license from "./locales/en/license";
import type log from "./locales/en/log";
import type profile from "./locales/en/profile";
import type session from "./locales/en/session";
import type statistics from "./locales/en/statistics";
import type switching from "./locales/en/switching";
import type user from "./locales/en/user";

/** All texts by area, as English has them; Swedish must have the same keys, which the compiler and a test check. */
export interface Texts {
  access: typeof access;
  alias: typeof alias;
  common: typeof common;
  customer: typeof customer;
  documentation: typeof documentation;
  license: typeof license;
  log: typeof log;
  profile: typeof profile;
  session: typeof session;
  user: typeof user;
  statistics: typeof statistics;
  switching: typeof switching;
}

export type Area = keyof Texts;

export const areas = [
  "access",
  "alias",
  "common",
  "customer",
  "documentation",
  "license",
  "log",
  "profile",
  "session",
  "statistics",
  "switching",
  "user",
] as const satisfies readonly Area[];

/** The same keys with texts of another language. */
export type Translated<T> = { [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
