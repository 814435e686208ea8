import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, uuid } from "#domain/core/fields.ts";

/** Calls by which users list, end and confirm their own sessions. */

const ownSessionCall = { authentication: "session", directory: true } as const;

export const listSessions = defineEndpoint({
  ...ownSessionCall,
  method: "GET",
  path: "/session/list",
  summary: "List your open sessions, the current one first, then the most recently used. At most 100.",
  response: z.object({
    items: z.array(
      z.object({
        id: uuid(),
        current: z.boolean().meta({ description: "Whether this call belongs to this session" }),
        actingAs: z.string().nullable().meta({
          description: "Username of the user you act as in this session; null if you act as yourself",
        }),
        address: z.string().nullable().meta({ description: "IP address of the login" }),
        userAgent: z.string().nullable().meta({ description: "Browser or program of the login" }),
        dateCreated: instant().meta({ description: "Time of the login" }),
        lastRefreshed: instant(),
        expires: instant(),
      }),
    ),
  }),
});
export type OpenSession = z.output<NonNullable<typeof listSessions.response>>["items"][number];

export const endOwnSession = defineEndpoint({
  ...ownSessionCall,
  method: "DELETE",
  path: "/session/end/{id}",
  summary: "End one of your sessions. It ends everywhere within 60 seconds. Refused in a switched session.",
  params: z.object({ id: uuid() }),
  response: z.object({ success: z.literal(true) }),
});

export const endOtherSessions = defineEndpoint({
  ...ownSessionCall,
  method: "POST",
  path: "/session/endOthers",
  summary: "End all your sessions except the current one. Refused in a switched session.",
  response: z.object({ success: z.literal(true), count: z.int() }),
});

export const confirmPassword = defineEndpoint({
  ...ownSessionCall,
  method: "POST",
  path: "/session/confirm",
  repeatable: true,
  summary:
    "Confirm your password, or use POST /session/confirmWithPasskey. For an hour, the session can then make the calls that otherwise return 422 confirmationRequired. In a switched session, the password is that of the real user.",
  body: z.strictObject({ currentPassword: z.string().min(1).max(1000) }),
  response: z.object({ success: z.literal(true) }),
});
