import type { RetakeRecipient } from "#domain/endpoints/documentation/retake.ts";

/** Who is asked: ANYONE is whoever has the link, or a device of the licence. */
export interface RecipientInput {
  kind: "ANYONE" | RetakeRecipient["kind"];
  address: string;
}

export const anyone: RecipientInput = { kind: "ANYONE", address: "" };

/** Checks the form of an address as the service does, except that only the service knows which mail addresses exist. */
export const isAddressValid = ({ kind, address }: RecipientInput): boolean => {
  if (kind === "MAIL") return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address.trim());
  return kind !== "PHONE" || /^\+?[0-9][0-9 ()-]{3,28}$/.test(address.trim());
};

export const toRecipient = ({ kind, address }: RecipientInput): RetakeRecipient | null =>
  kind === "ANYONE" ? null : { kind, address: address.trim() };
