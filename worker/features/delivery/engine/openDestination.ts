import { and, eq } from "drizzle-orm";
import { exportConfigurationTypes } from "#domain/configuration/types.ts";
import type { DeliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import { isExportBlocked, isReadOnlyForStaff } from "#domain/documentation/status.ts";
import { manualExport, manualExportComparison } from "#domain/endpoints/exports/manualExport.ts";
import { isAllowed } from "#worker/auth/session/actor.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import { destinationOf as destinationFor } from "#worker/connectors/openConnector.ts";
import type { Database } from "#worker/db/database.ts";
import {
  type DeliveryRow,
  documentation,
  exportConfiguration,
  templateExportConfiguration,
} from "#worker/db/schema/index.ts";
import { canStillUnblur } from "#worker/documentation/mediaResponses.ts";
import type { Env } from "#worker/env.ts";
import { decryptSecrets } from "#worker/resources/secretParams.ts";
import { createHabitStore } from "#worker/resources/writeHabits.ts";
import { assertRequiredParams } from "../plan/destinationParams.ts";
import { findTargetDestination, resolveDeliveryParams } from "../plan/planDelivery.ts";
import type { Target } from "../plan/types.ts";
import type { TypedDestination } from "./types.ts";

/** Why a delivery may not continue, checked at the start of each slice; null if it may. */
export type Refusal = { state: "CANCELLED" | "FAILED"; message: string } | null;

export async function findRefusal(
  db: Database,
  row: DeliveryRow,
  request: DeliveryRequest,
): Promise<Refusal> {
  const { customerId, documentationId } = row;
  const documentationRow = await db
    .select({ status: documentation.status })
    .from(documentation)
    .where(and(eq(documentation.customerId, customerId), eq(documentation.id, documentationId)))
    .get();
  if (
    !documentationRow ||
    isExportBlocked(documentationRow.status) ||
    isReadOnlyForStaff(documentationRow.status)
  )
    return { state: "CANCELLED", message: "The documentation was handed over or deleted." };
  const requiredCall = request.comparison === undefined ? manualExport : manualExportComparison;
  if (!row.isAutomatic && !(await isAllowed(db, row.requester, requiredCall, customerId)))
    return { state: "FAILED", message: "The user who requested this export may no longer export." };
  const link = await db
    .select({ id: templateExportConfiguration.id })
    .from(templateExportConfiguration)
    .where(
      and(
        eq(templateExportConfiguration.customerId, customerId),
        eq(templateExportConfiguration.id, row.templateExportConfigurationId),
        eq(templateExportConfiguration.exportConfigurationId, row.exportConfigurationId),
      ),
    )
    .get();
  if (link) return null;
  return {
    state: row.isAutomatic ? "CANCELLED" : "FAILED",
    message: "The template no longer sends to this destination, or the destination was deleted.",
  };
}

/**
 * The request, restricted to what its requester is allowed to send now: no files without the right to read files (2§6), and no
 * unblurred photos without the right to edit photos.
 */
export async function restrictRequest(
  db: Database,
  row: Pick<DeliveryRow, "isAutomatic" | "requester" | "customerId">,
  request: DeliveryRequest,
): Promise<DeliveryRequest> {
  const { isAutomatic, requester, customerId } = row;
  const canReadFiles =
    isAutomatic || (await isAllowed(db, requester, { authority: "ROLE_FILE_READ" }, customerId));
  const canUnblur = await canStillUnblur(db, row, request);
  const { unblurred: _, ...otherFields } = request;
  return {
    ...otherFields,
    ...(!canReadFiles && { withoutFiles: true }),
    ...(canUnblur && { unblurred: canUnblur }),
  };
}

/** The input of a delivery's plan and destination. */
export const createTarget = (row: DeliveryRow, request: DeliveryRequest): Target => ({
  customerId: row.customerId,
  documentationId: row.documentationId,
  templateExportConfigurationId: row.templateExportConfigurationId,
  request,
  exportedAt: row.dateCreated,
});

/**
 * The destination as configured now, with the delivery's parameters.
 * @throws ConnectorError config; noExportConfiguration if it has been deleted
 */
export async function readDestination(
  env: Env,
  db: Database,
  { customerId, exportConfigurationId, isAutomatic }: DeliveryRow,
  target: Target,
): Promise<TypedDestination> {
  const row = await db
    .select()
    .from(exportConfiguration)
    .where(
      and(eq(exportConfiguration.customerId, customerId), eq(exportConfiguration.id, exportConfigurationId)),
    )
    .get();
  const type = exportConfigurationTypes.find((knownType) => knownType === row?.type);
  if (!row || !type) throw new ConnectorError("config", "The destination was deleted.");
  const templateDestination = await findTargetDestination(db, target);
  assertRequiredParams(templateDestination, { isAutomatic, params: target.request.params });
  const params = resolveDeliveryParams(templateDestination, target.request.params);
  const secrets = decryptSecrets(env, { entity: "exportConfiguration", id: row.id }, row.secrets);
  return { type, ...destinationFor(env, params, secrets), habits: createHabitStore(db, row) };
}
