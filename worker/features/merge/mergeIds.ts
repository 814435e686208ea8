import { createHash } from "node:crypto";

/** The id of a row's copy: the same whenever the job is repeated. UUID version 8. */
export function deriveId(jobId: string, name: string): string {
  const hex = createHash("sha256").update(`${jobId}/${name}`).digest("hex");
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join("-");
}

export const deriveDocumentationId = (jobId: string): string => deriveId(jobId, "documentation");
