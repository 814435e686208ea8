import { z } from "zod";
import { authorities } from "#domain/access/authorities.ts";
import { allActionsBy, defineResource } from "#domain/contract/resource.ts";
import {
  customerId,
  email,
  flag,
  instant,
  name,
  optionalName,
  params,
  serial,
  uuid,
  version,
} from "#domain/core/fields.ts";

export const twoFactorAuthenticationTypes = ["NONE", "EMAIL", "TOTP"] as const;
export type TwoFactorAuthenticationType = (typeof twoFactorAuthenticationTypes)[number];

/** A role of a user, identified by its id; responses include the authority, requests can omit it. */
const userRole = z.object({ role: serial(), roleAuthority: z.enum(authorities).optional() });
const switchCustomer = z.object({ id: serial(), name: z.string().optional() });

/** An account that can log in (1§3). The password is write-only. */
export const user = defineResource({
  name: "user",
  path: "users",
  directory: true,
  namesCustomer: true,
  fields: {
    id: serial(),
    customerId: customerId(),
    customerName: z.string(),
    parent: serial()
      .nullable()
      .default(null)
      .meta({ description: "ID of another user of the same customer" }),
    parentUsername: z.string().nullable(),
    username: name().meta({ examples: ["anna"] }),
    password: z
      .string()
      .min(1)
      .max(1000)
      .meta({
        description: "Write only. At least 8 characters, with a capital letter and a special character",
        examples: ["Granit-Fall-7"],
      }),
    email: email(),
    fullName: optionalName(),
    enabled: z.boolean().default(true),
    accountExpired: flag(),
    accountLocked: flag(),
    passwordExpired: flag(),
    twoFactorAuthenticationType: z.enum(twoFactorAuthenticationTypes).default("NONE"),
    hasSecret: z.boolean().meta({ description: "Whether an authenticator app is active" }),
    hasPasskey: z.boolean().meta({ description: "Whether the user has a passkey" }),
    userRoles: z.array(userRole).max(100).default([]),
    userLicenses: z.array(uuid()).max(1000).default([]),
    licenseNames: z.array(z.string()),
    switchCustomers: z.array(switchCustomer).max(1000).default([]).meta({
      description:
        "Customer accounts the user can switch to with ROLE_SWITCH_CUSTOMER, in addition to their own",
    }),
    params: params(),
    dateCreated: instant(),
    version: version(),
  },
  writable: [
    "customerId",
    "parent",
    "username",
    "password",
    "email",
    "fullName",
    "enabled",
    "accountExpired",
    "accountLocked",
    "passwordExpired",
    "twoFactorAuthenticationType",
    "userRoles",
    "userLicenses",
    "switchCustomers",
    "params",
  ],
  writeOnly: ["password"],
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "parent",
      "parentUsername",
      "username",
      "email",
      "fullName",
      "enabled",
      "accountExpired",
      "accountLocked",
      "passwordExpired",
      "twoFactorAuthenticationType",
      "hasSecret",
      "hasPasskey",
      "userRoles",
      "userLicenses",
      "licenseNames",
      "dateCreated",
      "version",
    ],
    sortable: [
      "username",
      "customerName",
      "enabled",
      "userRoles",
      "licenseNames",
      "twoFactorAuthenticationType",
      "parentUsername",
      "fullName",
      "email",
      "dateCreated",
    ],
    searchable: ["username", "customerName", "fullName", "email"],
    sort: "username",
    order: "asc",
    max: 100,
  },
  access: allActionsBy("ROLE_SUPER_ADMIN"),
  requiresFreshLogin: ["delete"],
  // The table compares usernames without case.
  unique: ["username"],
});
