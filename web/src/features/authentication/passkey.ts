import i18next from "i18next";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { PasskeyAssertion } from "#domain/endpoints/account/passkeyCredentials.ts";
import {
  addPasskey,
  confirmWithPasskey,
  passkeyConfirmationOptions,
  passkeyLoginOptions,
  passkeyRegistrationOptions,
} from "#domain/endpoints/account/passkeys.ts";

/** The browser's side of passkeys (WebAuthn). The library is loaded when a passkey is used. */

/** Whether the browser has passkeys: only on https and localhost. */
export const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === "function";

/** Has the user choose and use a passkey. @throws ApiError, or what `passkeyErrorText` explains */
export async function requestPasskey(): Promise<PasskeyAssertion> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import("@simplewebauthn/browser"),
    call(passkeyLoginOptions, { body: {} }),
  ]);
  return startAuthentication({ optionsJSON });
}

/** Has the user confirm with a passkey that it is them. @throws ApiError, or what `passkeyErrorText` explains */
export async function confirmByPasskey(): Promise<void> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import("@simplewebauthn/browser"),
    call(passkeyConfirmationOptions),
  ]);
  await call(confirmWithPasskey, { body: { passkey: await startAuthentication({ optionsJSON }) } });
}

/** Has the user create a passkey, and adds it. @throws ApiError, or what `passkeyErrorText` explains */
export async function createPasskey(name: string): Promise<ResponseOf<typeof addPasskey>> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    import("@simplewebauthn/browser"),
    call(passkeyRegistrationOptions),
  ]);
  const passkey = await startRegistration({ optionsJSON });
  return call(addPasskey, { body: { name, passkey } });
}

/** Why a passkey was not created or used. */
export function passkeyErrorText(failure: unknown): string {
  if (failure instanceof ApiError) return alertText(failure) ?? problemText(failure);
  const name = failure instanceof Error ? failure.name : "";
  // Browsers do not tell a cancelled prompt from one that timed out.
  if (name === "NotAllowedError" || name === "AbortError") return i18next.t("passkey.cancelled");
  if (name === "InvalidStateError") return i18next.t("passkey.exists");
  if (name === "SecurityError") return i18next.t("passkey.otherSite");
  return i18next.t("passkey.failed");
}
