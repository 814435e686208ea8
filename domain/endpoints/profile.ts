import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { twoFactorAuthenticationTypes } from "../resources/user";
import { checkNewPassword, newPassword } from "./session";

/** What a user does with the own account (3§2), in person: a session switched to the user is refused. */

export const totpDigits = 6;

export const updatePassword = defineEndpoint({
  method: "PUT",
  path: "/user/updatePassword",
  entrance: "session",
  summary: "Set a new password for oneself. All other sessions of the user end.",
  body: z.strictObject(newPassword).superRefine(checkNewPassword),
  answer: z.object({ success: z.boolean() }),
});

export const getTwoFactorAuthenticationValues = defineEndpoint({
  method: "GET",
  path: "/user/getTwoFactorAuthenticationValues",
  entrance: "session",
  summary: "One's second factor: its type, and whether an authenticator has been activated.",
  answer: z.object({
    type: z.enum(twoFactorAuthenticationTypes),
    hasSecret: z.boolean(),
    email: z.string().nullable(),
  }),
});

export const getTotpSecret = defineEndpoint({
  method: "GET",
  path: "/user/getTotpSecret",
  entrance: "session",
  summary:
    "A new secret for an authenticator, in base32 and as the address of a QR code. Nothing changes until verifyTotp proves that it works.",
  answer: z.object({ secret: z.string(), uri: z.string() }),
});

export const verifyTotp = defineEndpoint({
  method: "POST",
  path: "/user/verifyTotp",
  entrance: "session",
  summary:
    "Activate an authenticator by its first code. An active one is replaced only after a super admin's reset.",
  body: z.strictObject({
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
  }),
  answer: z.literal("OK"),
});

export const resetTotp = defineEndpoint({
  method: "POST",
  path: "/user/resetTotp/{id}",
  entrance: "session",
  authority: "ROLE_SUPER_ADMIN",
  summary:
    "Forget a user's lost authenticator. Until another one is activated, the codes of that user go by mail. All the user's sessions end.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  answer: z.object({ success: z.boolean() }),
});
