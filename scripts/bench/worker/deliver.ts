import { eq } from "drizzle-orm";
import { deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import { databaseOf } from "#worker/db/database.ts";
import {
  delivery,
  documentation,
  exportConfiguration,
  template,
  templateExportConfiguration,
} from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { productionDependencies } from "#worker/features/delivery/engine/dependencies.ts";
import { pump } from "#worker/features/delivery/engine/pump.ts";
import { mergeSecrets } from "#worker/resources/secretParams.ts";

/** A request to deliver all photos of a documentation to a new destination. */
export interface DeliverRequest {
  documentationId: string;
  type: "FTP" | "WEBDAV";
  params: Record<string, string>;
  password: string;
}

/** Delivers with the product's own pump, from the row of the delivery to its end. Returns milliseconds. */
export async function deliver(env: Env, request: DeliverRequest): Promise<number> {
  const deliveryEnv = { ...env, ALLOW_PRIVATE_DESTINATIONS: "true", CONSOLE_URL: "http://localhost:8788" };
  const db = databaseOf(deliveryEnv);
  const { id, customerId } = await insertDelivery(deliveryEnv, request);
  const startedAt = Date.now();
  for (;;) {
    await pump(deliveryEnv, productionDependencies, { customerId });
    const row = await db.select().from(delivery).where(eq(delivery.id, id)).get();
    if (row?.state === "DONE") return Date.now() - startedAt;
    if (row?.state === "FAILED" || row?.state === "CANCELLED" || row?.state === "WAITING")
      throw new Error(`the delivery is ${row.state}: ${row.errorMessage}`);
  }
}

async function insertDelivery(env: Env, { documentationId, type, params, password }: DeliverRequest) {
  const db = databaseOf(env);
  const album = await db.select().from(documentation).where(eq(documentation.id, documentationId)).get();
  const { customerId, templateId } = album!;
  await db.update(template).set({ exportUnzippedPhotos: true }).where(eq(template.id, templateId));
  const id = crypto.randomUUID();
  const secrets = mergeSecrets(env, { entity: "exportConfiguration", id }, null, { password });
  const [configuration] = await db
    .insert(exportConfiguration)
    .values({ id, customerId, name: `Bench ${type}`, type, params, secrets })
    .returning();
  const exportConfigurationId = configuration!.id;
  const sharedColumns = { customerId, exportConfigurationId };
  const [link] = await db
    .insert(templateExportConfiguration)
    .values({ ...sharedColumns, templateId, name: configuration!.name, params: {} })
    .returning();
  const [row] = await db
    .insert(delivery)
    .values({
      ...{ ...sharedColumns, documentationId, type, isAutomatic: true },
      ...{ templateExportConfigurationId: link!.id, exportConfigurationName: configuration!.name },
      request: deliveryRequest.parse({}),
    })
    .returning();
  return row!;
}
