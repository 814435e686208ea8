import type { z } from "zod";
import type { listAuditLog } from "#domain/endpoints/operations/auditLog.ts";

/** An audit entry with the names of the objects it refers to. */
export type DomainChange = z.output<NonNullable<typeof listAuditLog.response>>["items"][number];
