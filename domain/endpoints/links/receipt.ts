import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instantInput } from "#domain/core/fields.ts";
import { tokenBody } from "./linkUpload.ts";

/** Receipts for files received through a link. */

/** Strict, so that everything displayed is covered by the signature. */
const receipt = z.strictObject({
  documentationName: z.string(),
  customerName: z.string(),
  creator: z.string(),
  expected: z.int(),
  received: z.int(),
  items: z.array(
    z.strictObject({
      name: z.string(),
      dataSize: z.int(),
      sha256: z.string(),
      dateUploaded: instantInput(),
    }),
  ),
  refused: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
  dateCreated: instantInput(),
});

/** A signed receipt, for both the sender and the creator of the link. */
export const signedReceipt = z.strictObject({ receipt, signature: z.string() });

export const getReceipt = defineEndpoint({
  method: "POST",
  path: "/uploadToken/getReceipt",
  authentication: "token",
  summary:
    "Get the receipt of the link: what was received, with sizes and SHA-256, signed by Siteproof. `signature` is an HMAC that verifyReceipt checks.",
  body: tokenBody,
  response: signedReceipt,
});

export const verifyReceipt = defineEndpoint({
  method: "POST",
  path: "/uploadToken/verifyReceipt",
  authentication: "public",
  summary: "Check that a receipt was issued by this service and has not been changed.",
  body: signedReceipt,
  response: z.object({ valid: z.boolean() }),
});
