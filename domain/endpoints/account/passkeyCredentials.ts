import { z } from "zod";

/** What browsers return for passkeys (WebAuthn), as JSON: bytes are base64url. */

const bytes = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .regex(/^[A-Za-z0-9_-]+$/);
const credentialId = () => bytes(1400).meta({ description: "Base64url, at most 1023 bytes" });

const credentialFields = { id: credentialId(), rawId: credentialId(), type: z.literal("public-key") };

/** AuthenticationResponseJSON of WebAuthn; unknown fields are ignored. */
export const passkeyAssertion = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(8000),
    userHandle: bytes(100).optional(),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

/** RegistrationResponseJSON of WebAuthn; unknown fields are ignored. */
export const passkeyAttestation = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(40_000),
    transports: z
      .array(bytes(40))
      .max(20)
      .default([])
      .meta({ description: "How browsers can reach the authenticator, such as internal or usb" }),
  }),
});
export type PasskeyAttestation = z.output<typeof passkeyAttestation>;
