import { type RetakeRecipient, retakeRecipient } from "#domain/endpoints/documentation/retake.ts";

/** Who is asked. ANYONE is everyone with the link, or every device of the licence. */
export interface RecipientInput {
  kind: "ANYONE" | RetakeRecipient["kind"];
  address: string;
}

export const anyoneRecipient: RecipientInput = { kind: "ANYONE", address: "" };

export const toRecipient = ({ kind, address }: RecipientInput): RetakeRecipient | null =>
  kind === "ANYONE" ? null : { kind, address: address.trim() };

/** Checks the form of an address as the service does, except that only the service knows which mail addresses exist. */
export const isAddressValid = (input: RecipientInput): boolean => {
  const recipient = toRecipient(input);
  return recipient === null || retakeRecipient.safeParse(recipient).success;
};
