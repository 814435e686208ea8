import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { twoFactorAuthenticationTypes } from "#domain/resources/user.ts";
import { checkNewPassword, newAuthenticatorFields, newPasswordFields } from "./session.ts";

/** Calls by which users manage their own account (3§2). Refused in a session switched to the user. */

export const updatePassword = defineEndpoint({
  method: "PUT",
  path: "/user/updatePassword",
  authentication: "session",
  directory: true,
  summary:
    "Change your own password. Requires the current password. All your other sessions end. After ten wrong attempts within 15 minutes, further attempts are refused.",
  body: z
    .strictObject({ currentPassword: z.string().min(1).max(1000), ...newPasswordFields })
    .superRefine(checkNewPassword),
  response: z.object({ success: z.boolean() }),
});

export const getTwoFactorAuthenticationValues = defineEndpoint({
  method: "GET",
  path: "/user/getTwoFactorAuthenticationValues",
  authentication: "session",
  directory: true,
  summary: "Get your two-factor authentication type, and whether an authenticator app is active.",
  response: z.object({
    type: z.enum(twoFactorAuthenticationTypes),
    hasSecret: z.boolean(),
    email: z.string().nullable(),
    canTurnOff: z
      .boolean()
      .default(false)
      .meta({ description: "Whether you turned it on yourself, and so may turn it off" }),
    passkeys: z.int().default(0).meta({ description: "Number of your passkeys" }),
    recoveryCodes: z.int().default(0).meta({ description: "Number of recovery codes not used yet" }),
  }),
});

const currentPassword = z.string().min(1).max(1000);

export const turnOffSecondFactor = defineEndpoint({
  method: "POST",
  path: "/user/turnOffSecondFactor",
  authentication: "session",
  directory: true,
  summary:
    "Turn off the authenticator app that you turned on yourself. Requires your password and a code from the app, or a recovery code. Recovery codes remain while you have passkeys. You cannot turn off an app that an administrator turned on.",
  body: z.strictObject({
    currentPassword,
    code: z
      .string()
      .trim()
      .min(1)
      .max(20)
      .meta({ examples: ["492817"] }),
  }),
  response: z.object({ success: z.literal(true) }),
});

export const createRecoveryCodes = defineEndpoint({
  method: "POST",
  path: "/user/createRecoveryCodes",
  authentication: "session",
  directory: true,
  summary:
    "Create ten recovery codes, which replace earlier ones. Each works once at login in place of the second factor. They need an active authenticator app or a passkey, and are returned only once. Requires your password.",
  body: z.strictObject({ currentPassword }),
  response: z.object({ codes: z.array(z.string()) }),
});

export const getTotpSecret = defineEndpoint({
  method: "GET",
  path: "/user/getTotpSecret",
  authentication: "session",
  directory: true,
  summary:
    "Get a new secret for an authenticator app, in base32 and as the URI of a QR code. Nothing changes until verifyTotp confirms it.",
  response: z.object({ secret: z.string(), uri: z.string() }),
});

export const verifyTotp = defineEndpoint({
  method: "POST",
  path: "/user/verifyTotp",
  authentication: "session",
  directory: true,
  summary:
    "Activate an authenticator app with its first code, also if two-factor authentication was off. An active app can be replaced only after a super admin has reset it.",
  body: newAuthenticatorFields,
  response: z.literal("OK"),
});

export const resetTotp = defineEndpoint({
  method: "POST",
  path: "/user/resetTotp/{id}",
  authentication: "session",
  directory: true,
  authority: "ROLE_SUPER_ADMIN",
  summary:
    "Reset a user's second factors: the authenticator app, passkeys and recovery codes. Codes are emailed until a new app is activated. All sessions of the user end.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({ success: z.boolean() }),
});
