import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, name, uuid } from "#domain/core/fields.ts";
import { passkeyAssertion, passkeyAttestation } from "./passkeyCredentials.ts";
import { sessionRecord } from "./session.ts";

/** Passkeys (WebAuthn): a login without password, and a second factor. */

export const maxPasskeys = 20;

const challenge = () => z.string().meta({ description: "32 random bytes; works once and for 5 minutes" });

/** The fields of both options for using a passkey. */
const requestOptions = {
  challenge: challenge(),
  rpId: z.string().meta({ description: "The host of the console" }),
  timeout: z.int().meta({ description: "Milliseconds" }),
  userVerification: z.literal("required"),
};
const credentialDescriptor = z.object({ id: z.string(), type: z.literal("public-key") });

export const passkeyLoginOptions = defineEndpoint({
  method: "POST",
  path: "/login/passkeyOptions",
  authentication: "public",
  summary:
    "Get the options with which a browser asks for a passkey (PublicKeyCredentialRequestOptionsJSON). The challenge works once and for 5 minutes. 429 after many attempts without a login.",
  body: z.strictObject({}),
  response: z.object(requestOptions),
});

export const passkeyLogin = defineEndpoint({
  method: "POST",
  path: "/login/passkey",
  authentication: "public",
  summary:
    "Log in with a passkey alone. It needs no second factor, because the authenticator has verified the user by PIN or biometrics. 401 loginFailed gives no further reason; 401 passwordExpired is returned only for a valid passkey.",
  body: z.strictObject({ passkey: passkeyAssertion }),
  response: sessionRecord,
});

export const listPasskeys = defineEndpoint({
  method: "GET",
  path: "/user/listPasskeys",
  authentication: "session",
  directory: true,
  summary: "List your passkeys, the newest first.",
  response: z.object({
    items: z.array(
      z.object({
        id: uuid(),
        name: z.string(),
        isSynced: z
          .boolean()
          .meta({ description: "Whether a password manager or an account keeps copies of the passkey" }),
        dateCreated: instant(),
        lastUsed: instant().nullable(),
      }),
    ),
  }),
});

export const passkeyRegistrationOptions = defineEndpoint({
  method: "POST",
  path: "/user/passkeyOptions",
  authentication: "session",
  directory: true,
  requiresFreshLogin: true,
  repeatable: true,
  summary:
    "Get the options with which a browser creates a passkey (PublicKeyCredentialCreationOptionsJSON). Nothing changes until addPasskey. Refused in a switched session.",
  response: z.object({
    challenge: challenge(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
    timeout: z.int().meta({ description: "Milliseconds" }),
    excludeCredentials: z.array(credentialDescriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
    attestation: z.literal("none"),
  }),
});

export const addPasskey = defineEndpoint({
  method: "POST",
  path: "/user/addPasskey",
  authentication: "session",
  directory: true,
  requiresFreshLogin: true,
  creates: true,
  summary: `Add a passkey, with the browser's response to the options. From then on, a login with the password asks for a second factor. A user can have at most ${maxPasskeys}. Refused in a switched session.`,
  body: z.strictObject({
    name: name(100).meta({ examples: ["Anna's phone"] }),
    passkey: passkeyAttestation,
  }),
  response: z.object({ id: uuid() }),
});

export const renamePasskey = defineEndpoint({
  method: "PUT",
  path: "/user/renamePasskey/{id}",
  authentication: "session",
  directory: true,
  summary: "Rename one of your passkeys. Refused in a switched session.",
  params: z.object({ id: uuid() }),
  body: z.strictObject({ name: name(100).meta({ examples: ["Anna's laptop"] }) }),
  response: z.object({ success: z.literal(true) }),
});

export const removePasskey = defineEndpoint({
  method: "DELETE",
  path: "/user/removePasskey/{id}",
  authentication: "session",
  directory: true,
  requiresFreshLogin: true,
  summary:
    "Remove one of your passkeys. Removing the last second factor also deletes the recovery codes. Refused in a switched session.",
  params: z.object({ id: uuid() }),
  response: z.object({ success: z.literal(true) }),
});

export const passkeyConfirmationOptions = defineEndpoint({
  method: "POST",
  path: "/session/passkeyOptions",
  authentication: "session",
  directory: true,
  repeatable: true,
  summary:
    "Get the options with which a browser asks for one of your passkeys (PublicKeyCredentialRequestOptionsJSON), for confirmWithPasskey. In a switched session, the passkeys are those of the real user.",
  response: z.object({ ...requestOptions, allowCredentials: z.array(credentialDescriptor) }),
});

export const confirmWithPasskey = defineEndpoint({
  method: "POST",
  path: "/session/confirmWithPasskey",
  authentication: "session",
  directory: true,
  repeatable: true,
  summary:
    "Confirm with a passkey instead of the password (POST /session/confirm), with the browser's response to the options. In a switched session, the passkey is that of the real user.",
  body: z.strictObject({ passkey: passkeyAssertion }),
  response: z.object({ success: z.literal(true) }),
});
