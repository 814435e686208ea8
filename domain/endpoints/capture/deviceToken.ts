import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { uuid } from "#domain/core/fields.ts";

/** The header in which a device sends the token that it got from `device/saveWithLicenseCode`. */
export const deviceTokenHeader = "device-token";

const deviceTokenCall = {
  method: "POST",
  authentication: "session",
  authority: "ROLE_SUPER_ADMIN",
  params: z.object({ id: uuid() }),
  response: z.object({ success: z.literal(true) }),
} as const;

export const revokeDeviceToken = defineEndpoint({
  ...deviceTokenCall,
  path: "/device/revokeToken/{id}",
  summary:
    "Revoke a device's token. Calls that carry it are refused, and the device gets no new token until allowToken is called. Calls with the licence code alone still work: renew the code as well if the device was lost.",
});

export const allowDeviceToken = defineEndpoint({
  ...deviceTokenCall,
  path: "/device/allowToken/{id}",
  summary: "Let a device whose token was revoked get a new one the next time it registers.",
});
