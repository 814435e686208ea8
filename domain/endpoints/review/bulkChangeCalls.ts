import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import type { MergeStrategy } from "#domain/contract/merge/mergeResponses.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { day, name, text, uuid } from "#domain/core/fields.ts";
import { bulkChanges, bulkRefusals } from "#domain/documentation/bulkChange.ts";
import { sentBackTasks } from "#domain/documentation/sentBackTasks.ts";
import { maxReasonLength } from "../documentation/retake.ts";
import { documentationFilter } from "../shared/documentationFilter.ts";
import { jobStatus } from "../shared/job.ts";
import { maxAssignees } from "./assign.ts";

/** Bulk changes: many documentations hidden, unhidden, given a status, assigned, sent back, tagged or deleted in one call (2§2, 2§4). */

const bulkAccess = {
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  method: "POST",
} as const;

/** Documentations that can be sent back in bulk: each of their tasks is a request of its own. */
export const maxSentBack = 100;
/** Documentations that can be sent back to a mail address in bulk: each has a mail with its link. */
export const maxMailedSentBack = 20;

/** Why tasks of the selected documentations are sent back, and to whom. */
export const bulkSendBack = z.strictObject({
  tasks: z.enum(sentBackTasks).meta({
    description: "MISSING: the required tasks without an answer, photo or file; ALL: every task that applies",
  }),
  reason: text(maxReasonLength).trim().min(1),
  dueDay: day().nullable().default(null).meta({ description: "The day by which to answer" }),
  address: z.email().max(254).nullable().default(null).meta({
    description: "Gets a mail with a link for each; null hands them over to the devices of their licences",
  }),
});
export type BulkSendBack = z.output<typeof bulkSendBack>;

/** The selected documentations, or all that match the list's filter, loaded or not. */
const bulkRequest = {
  change: z.enum(bulkChanges),
  ids: z.array(uuid()).max(5000).default([]),
  assigneeIds: z.array(z.int().positive()).max(maxAssignees).default([]).meta({
    description:
      "For ASSIGN: the user to whom they are assigned, or several who share them evenly; empty for nobody. What one of several is reviewing or has been assigned stays theirs",
  }),
  dueDay: day().nullable().default(null).meta({ description: "For ASSIGN: the day by which to review" }),
  tag: name().nullable().default(null).meta({
    description:
      "For TAG and UNTAG. UNTAG removes only tags that staff added, not those from the field or from a tag configuration",
  }),
  sendBack: bulkSendBack
    .nullable()
    .default(null)
    .meta({
      description: `For SEND_BACK, of at most ${maxSentBack} documentations, or ${maxMailedSentBack} by mail`,
    }),
  matching: z.strictObject(documentationFilter).nullable().default(null).meta({
    description: "The list filter. If it is set, `ids` must be empty",
  }),
};

const bulkPreview = z.object({
  /** The number of selected documentations, and the effect of the change on them. */
  documentations: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.array(
    z.object({
      reason: z.enum(bulkRefusals),
      status: z.enum(documentationStatuses),
      documentations: z.int(),
    }),
  ),
  /** Number of changed documentations that are still handed over or fetched; device uploads for deleted ones are refused. */
  inFieldCount: z.int(),
  /** Number of documentations to be approved that have open retakes. */
  awaiting: z.int(),
});
export type BulkPreview = z.output<typeof bulkPreview>;

type Preview = z.output<typeof bulkPreview>;

/** Merges the previews of several databases. */
export const mergeBulkPreviews = (previews: readonly Preview[]): Preview => {
  const sumField = (key: "documentations" | "changed" | "unchanged" | "inFieldCount" | "awaiting") =>
    previews.reduce((sum, entry) => sum + entry[key], 0);
  const refusedByKey = new Map<string, Preview["refused"][number]>();
  for (const entry of previews.flatMap((preview) => preview.refused)) {
    const key = `${entry.reason} ${entry.status}`;
    const documentations = (refusedByKey.get(key)?.documentations ?? 0) + entry.documentations;
    refusedByKey.set(key, { ...entry, documentations });
  }
  return {
    documentations: sumField("documentations"),
    changed: sumField("changed"),
    unchanged: sumField("unchanged"),
    refused: [...refusedByKey.values()].sort(
      (a, b) => bulkRefusals.indexOf(a.reason) - bulkRefusals.indexOf(b.reason),
    ),
    inFieldCount: sumField("inFieldCount"),
    awaiting: sumField("awaiting"),
  };
};

const bulkPreviewMerge: MergeStrategy<Preview> = { merge: mergeBulkPreviews };

export const countBulkChange = defineEndpoint({
  ...bulkAccess,
  path: "/documentation/countBulkChange",
  repeatable: true,
  multiDatabase: bulkPreviewMerge,
  summary:
    "Preview a bulk change: what would be changed and what would be refused, with reasons. Changes nothing.",
  body: z.strictObject(bulkRequest),
  response: bulkPreview,
});

export const bulkChange = defineEndpoint({
  ...bulkAccess,
  path: "/documentation/bulkChange",
  callLimit: "bulk",
  multiDatabase: "handler",
  summary:
    "Change documentations in bulk, as a background job. Each change is an event and an audit log entry. Documentations that need no change or that the rules refuse are skipped.",
  body: z.strictObject({
    ...bulkRequest,
    expected: z.int().min(0).optional().meta({
      description:
        "The number of changes shown to the user. If it has changed, the call is refused with staleVersion",
    }),
  }),
  response: jobStatus,
});

export const undoBulkChange = defineEndpoint({
  ...bulkAccess,
  path: "/documentation/undoBulkChange/{id}",
  multiDatabase: "handler",
  summary:
    "Undo a bulk change, within 24 hours and by the user who made it. Documentations changed since are left as they are. Deletions cannot be undone. Automatic exports wait until 30 seconds after the bulk change; undoing cancels them, and sends nothing.",
  params: z.object({ id: uuid() }),
  response: jobStatus,
});
