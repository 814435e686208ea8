import type { SentBackTasks } from "#domain/documentation/sentBackTasks.ts";
import { type BulkSendBack, bulkSendBack } from "#domain/endpoints/review/bulkChangeCalls.ts";

/** What the dialog asks for before documentations are sent back. */
export interface SendBackInput {
  tasks: SentBackTasks;
  reason: string;
  /** YYYY-MM-DD; empty for no day. */
  dueDay: string;
  /** Null hands over to devices. */
  address: string | null;
}

export const emptySendBack: SendBackInput = { tasks: "MISSING", reason: "", dueDay: "", address: null };

export const toSendBackRequest = ({ tasks, reason, dueDay, address }: SendBackInput): BulkSendBack => ({
  ...{ tasks, reason: reason.trim(), dueDay: dueDay || null },
  address: address === null ? null : address.trim(),
});

/** The part of the request that decides what would be sent back. */
export const toPreviewedSendBack = (input: SendBackInput): BulkSendBack => ({
  ...toSendBackRequest(input),
  ...{ reason: "–", dueDay: null },
});

export const hasRecipient = ({ address }: SendBackInput): boolean =>
  bulkSendBack.shape.address.safeParse(address?.trim() ?? null).success;
