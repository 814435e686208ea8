import { z } from "zod";
import { authorities, products } from "#domain/access/authorities.ts";
import { validatePassword } from "#domain/access/password.ts";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { exportDocumentTypes, grantableStatuses } from "#domain/core/documentationTypes.ts";
import { name, searchTerm } from "#domain/core/fields.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { passkeyAssertion } from "./passkeyCredentials.ts";

export const totpDigits = 6;

/** The response to a login and a refresh, which the console stores in local storage (1§3). */
export const sessionRecord = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  userId: z.int(),
  username: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  roles: z.array(z.enum(authorities)),
  products: z.array(z.enum(products)),
  exportDocumentTypes: z.array(z.enum(exportDocumentTypes)),
  documentationStatuses: z.array(z.enum(grantableStatuses)),
});
export type SessionRecord = z.output<typeof sessionRecord>;

/** A secret for an authenticator app, confirmed by the app's first code. */
export const newAuthenticatorFields = z.strictObject({
  secret: z
    .string()
    .regex(/^[A-Z2-7]{32}$/)
    .meta({ examples: ["JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"] }),
  code: z
    .string()
    .trim()
    .min(1)
    .max(20)
    .meta({ examples: ["492817"] }),
});

export const login = defineEndpoint({
  method: "POST",
  path: "/login",
  authentication: "public",
  summary:
    "Log in. 400 asks for a second factor: secondFactorRequired for a code from the authenticator app, codeMailed for a code that was just emailed, passkeyRequired for a passkey. A passkey or recovery code is accepted in place of either. secondFactorSetupRequired asks for an authenticator app, set up with newAuthenticator: a second factor is required, and the user has none and no email address for codes. 401 loginFailed gives no further reason; 401 passwordExpired and authenticatorUnreadable (the service's key has changed) are returned only for the correct password. 429 after repeated failures.",
  body: z.strictObject({
    username: z
      .string()
      .min(1)
      .max(maxNameLength)
      .meta({ examples: ["anna"] }),
    password: z
      .string()
      .min(1)
      .max(1000)
      .meta({ examples: ["Granit-Fall-7"] }),
    code: z
      .string()
      .max(20)
      .optional()
      .meta({ examples: ["492817"] }),
    passkey: passkeyAssertion.optional().meta({ description: "In place of a code" }),
    authenticator: newAuthenticatorFields
      .optional()
      .meta({ description: "Answers secondFactorSetupRequired; ignored otherwise" }),
  }),
  response: sessionRecord,
});

export const newAuthenticator = defineEndpoint({
  method: "POST",
  path: "/login/newAuthenticator",
  authentication: "public",
  summary:
    "Get a new secret for an authenticator app, in base32 and as the URI of a QR code, to answer secondFactorSetupRequired. Nothing is stored until login confirms it with the first code.",
  body: z.strictObject({ username: name() }),
  response: z.object({ secret: z.string(), uri: z.string() }),
});

export const logout = defineEndpoint({
  method: "POST",
  path: "/logout",
  repeatable: true,
  authentication: "session",
  directory: true,
  summary: "Log out. The session ends everywhere within 60 seconds.",
  response: z.object({ success: z.boolean() }),
});

export const refreshToken = defineEndpoint({
  method: "POST",
  path: "/accessToken/refreshToken",
  authentication: "public",
  summary:
    "Exchange a refresh token for a new session. Each refresh token works once. For 60 seconds, repeating the call with the same token returns the same tokens again, in case the response was lost; after that, using an old token ends the session.",
  body: z.strictObject({ refresh_token: z.string().min(1).max(500) }),
  response: sessionRecord,
});

export const createDownloadTicket = defineEndpoint({
  method: "POST",
  path: "/downloadTicket",
  repeatable: true,
  authentication: "session",
  directory: true,
  summary:
    "Get a URL that a browser can open for one download. Its signed ticket is tied to the path and the session, and expires after 15 minutes.",
  body: z.strictObject({ path: z.string().min(1).max(4000) }),
  response: z.object({ url: z.string(), expires: z.string() }),
});

export const health = defineEndpoint({
  method: "GET",
  path: "/health",
  authentication: "public",
  summary: "Check that the database, storage and queues respond.",
  response: z.object({
    status: z.enum(["ok", "failing"]),
    database: z.enum(["ok", "failing"]),
    storage: z.enum(["ok", "failing"]),
    queues: z.enum(["ok", "waiting", "failing"]),
  }),
});

/** A new password, entered twice, by the rules of 1§5. */
export const newPasswordFields = {
  password: z
    .string()
    .max(1000)
    .meta({ examples: ["Granit-Fall-7"] }),
  repeatPassword: z
    .string()
    .max(1000)
    .meta({ examples: ["Granit-Fall-7"] }),
};
type NewPassword = { password: string; repeatPassword: string };
export function checkNewPassword(passwords: NewPassword, context: z.core.$RefinementCtx<NewPassword>): void {
  const error = validatePassword(passwords.password, passwords.repeatPassword);
  if (error)
    context.issues.push({
      code: "custom",
      path: [error === "noMatch" ? "repeatPassword" : "password"],
      input: passwords,
      params: { fault: error },
    });
}

export const requestPasswordChange = defineEndpoint({
  method: "POST",
  path: "/resetPassword/requestPasswordChange",
  authentication: "public",
  summary:
    "Email a password reset link to the user. The response is the same whether or not the user exists or has an email address.",
  body: z.strictObject({ username: name() }),
  response: z.object({ success: z.boolean() }),
});

export const changePassword = defineEndpoint({
  method: "POST",
  path: "/resetPassword/changePassword",
  authentication: "public",
  summary:
    "Set a new password with the token from the email. The token works once and for one hour. All sessions of the user end.",
  body: z
    .strictObject({ token: z.string().min(1).max(500), ...newPasswordFields })
    .superRefine(checkNewPassword),
  response: z.object({ success: z.boolean() }),
});

export const switchUser = defineEndpoint({
  method: "GET",
  path: "/switch/index/{id}",
  requiresFreshLogin: true,
  authentication: "session",
  directory: true,
  authority: "ROLE_SUPER_ADMIN",
  summary: "Switch to another user. Returns a session with that user's permissions.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: sessionRecord,
});

export const switchBack = defineEndpoint({
  method: "GET",
  path: "/switch/switchBack/",
  authentication: "session",
  directory: true,
  authority: "ROLE_SWITCHED_USER",
  summary: "Switch back to your own user.",
  response: sessionRecord,
});

export const switchCustomer = defineEndpoint({
  method: "GET",
  path: "/switch/switchCustomer/{id}",
  authentication: "session",
  directory: true,
  authority: "ROLE_SWITCH_CUSTOMER",
  summary: "Switch to another of the user's customer accounts.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: sessionRecord,
});

export const getSwitchOptions = defineEndpoint({
  method: "GET",
  path: "/user/getSwitchOptions",
  authentication: "session",
  directory: true,
  authority: "ROLE_SWITCH_CUSTOMER",
  summary: "List the customer accounts the user can switch to.",
  response: z.array(z.object({ id: z.int(), name: z.string() })),
});

const productItem = z.object({ id: z.int(), name: z.enum(products) });

export const listProducts = defineEndpoint({
  method: "GET",
  path: "/products",
  authentication: "session",
  directory: true,
  summary: "List all products.",
  response: z.array(productItem),
});

export const listCustomerOptions = defineEndpoint({
  method: "GET",
  path: "/customer/getOptions",
  authentication: "session",
  directory: true,
  summary:
    "List the customers the caller can choose: all for a super admin, otherwise their own. `q` searches by name, 50 at a time; `product` leaves out customers without that product.",
  query: z.strictObject({
    q: searchTerm().default(""),
    product: z.enum(products).optional(),
  }),
  response: z.array(z.object({ id: z.int(), name: z.string() })),
});
