import { createHash } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { databaseOf } from "#worker/db/database.ts";
import {
  delivery,
  deliveryFile,
  exportConfiguration,
  exportEvent,
  templateExportConfiguration,
} from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import {
  db,
  distinct,
  env,
  makeCustomer,
  makeDocumentation,
  makeTemplate,
} from "#worker/testing/factories.ts";
import {
  type ActiveDestination,
  activeDestinations,
  assignLanes,
  claimNext,
} from "../engine/claimDelivery.ts";
import { pathOf } from "../engine/deliveryFiles.ts";
import type { SliceOutcome } from "../engine/outcomes.ts";
import { type PumpSettings, pump } from "../engine/pump.ts";
import { runSlice } from "../engine/runSlice.ts";
import type { DeliveryDependencies, DeliveryRow } from "../engine/types.ts";
import type { DeliveryPlan, PlannedFile } from "../plan/types.ts";
import type { MemoryHost } from "./memoryConnector.ts";

/** Parts for tests of deliveries: destinations in memory, and plans whose bytes are made up. */

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Bytes that differ by name and length. */
export const bytesOf = (name: string, length: number): Uint8Array => {
  const seed = createHash("sha256").update(name).digest();
  return Uint8Array.from({ length }, (_, index) => (seed[index % 32]! + index * 7) & 255);
};

/** What a documentation holds, by path. Tests change it between turns. */
export type Contents = Map<string, Uint8Array>;

export const contentsOf = (sizes: Record<string, number>): Contents =>
  new Map(Object.entries(sizes).map(([path, size]) => [path, bytesOf(path, size)]));

const planned = (path: string, bytes: Uint8Array): PlannedFile => {
  const folders = path.split("/");
  const name = folders.pop()!;
  const document = name.endsWith(".docx");
  const sha256 = hashOf(bytes);
  return {
    ...{ folders, name, kind: document ? "DOCUMENT" : "PHOTO", sourceId: crypto.randomUUID() },
    ...{ contentType: "image/jpeg", creator: "field", comment: "", etag: sha256.slice(0, 16) },
    ...{ bytes: bytes.length, sha256: document ? null : sha256 },
    content: {
      kind: "object",
      made: false,
      object: { key: path, etag: sha256.slice(0, 16), size: bytes.length, crc32: 0 },
    },
  };
};

export const planOf = (contents: Contents): DeliveryPlan => ({
  files: [...contents].map(([path, bytes]) => planned(path, bytes)),
  name: "Mast",
  ...{ variants: [], missing: [], entries: [], unfilled: [], asOf: now(), mail: null },
});

interface Told {
  /** What each documentation holds; all others hold `contents`. */
  contentsOf?: (documentationId: string) => Contents;
  contents?: Contents;
  /** The destination by the name of its host. */
  hostOf?: (host: string) => MemoryHost;
  host?: MemoryHost;
}

/** Tools that send to destinations in memory. */
export function memoryTools(told: Told, more: Partial<DeliveryDependencies> = {}): DeliveryDependencies {
  const held = (id: string) => told.contentsOf?.(id) ?? told.contents ?? new Map();
  const current = new WeakMap<PlannedFile, Uint8Array>();
  return {
    laneOf: (type, params) => `${type} ${params.host ?? ""}`,
    openConnector: (_, { params }) => (told.hostOf?.(params.host ?? "") ?? told.host!).connect(),
    planDelivery: async (_env, _db, { documentationId }) => {
      const contents = held(documentationId);
      const plan = planOf(contents);
      for (const file of plan.files) current.set(file, contents.get(pathOf(file))!);
      return plan;
    },
    makeVariant: async () => undefined,
    openPlanned:
      (_, file) =>
      async (from = 0, to) =>
        new Response(Uint8Array.from(current.get(file)!.subarray(from, to))).body!,
    sendMail: async (run) => {
      await run.files();
      return { state: "sent", statements: [] };
    },
    // One after the other, in order, unless a test is about more.
    connections: 1,
    lookEvery: 1000,
    turn: 20_000,
    everySoOften: () => () => undefined,
    ...more,
  };
}

/** No message goes out: only the test pumps. `sent` has the delays of those that would have. */
export function quiet() {
  const sent: number[] = [];
  const DELIVERIES = {
    send: async (_: unknown, { delaySeconds = 0 } = {}) => {
      sent.push(delaySeconds);
    },
  };
  const JOBS = { send: async () => undefined };
  return { sent, env: { ...env, DELIVERIES, JOBS } as unknown as Env };
}

/** A customer with a template that sends to one destination. */
export async function makeDestination({
  customerId,
  templateId,
  params = {},
  templateParams = {},
  type = "FTP",
}: {
  customerId?: number;
  templateId?: string;
  params?: Record<string, string>;
  templateParams?: Record<string, string>;
  type?: string;
} = {}) {
  const customer = customerId ?? (await makeCustomer(["DOCUMENTATION_COMPARISON"])).id;
  const template = templateId ?? (await makeTemplate(customer)).id;
  const [configuration] = await db()
    .insert(exportConfiguration)
    .values({
      customerId: customer,
      name: distinct("FTP"),
      type,
      params: { host: distinct("host"), ...params },
    })
    .returning();
  const [link] = await db()
    .insert(templateExportConfiguration)
    .values({
      customerId: customer,
      templateId: template,
      exportConfigurationId: configuration!.id,
      name: configuration!.name,
      params: templateParams,
    })
    .returning();
  return { customerId: customer, templateId: template, configuration: configuration!, link: link! };
}
export type MadeDestination = Awaited<ReturnType<typeof makeDestination>>;

export const makeSent = (
  { customerId, templateId }: MadeDestination,
  request: Parameters<typeof makeDocumentation>[1] = {},
) => makeDocumentation(customerId, { templateId, status: "COMPLETED", ...request });

/** A delivery of a documentation, as the service or a trigger would write it. */
export async function makeDelivery(
  to: MadeDestination,
  request: Partial<typeof delivery.$inferInsert> = {},
): Promise<DeliveryRow> {
  const [row] = await db()
    .insert(delivery)
    .values({
      customerId: to.customerId,
      documentationId: request.documentationId ?? (await makeSent(to)).id,
      templateExportConfigurationId: to.link.id,
      exportConfigurationId: to.configuration.id,
      exportConfigurationName: to.configuration.name,
      type: to.configuration.type,
      isAutomatic: true,
      request: {} as typeof delivery.$inferInsert.request,
      ...request,
    })
    .returning();
  return row!;
}

export const deliveryOf = async (id: string): Promise<DeliveryRow> =>
  (await db().select().from(delivery).where(eq(delivery.id, id)).get())!;

export const filesOf = (id: string) =>
  db().select().from(deliveryFile).where(eq(deliveryFile.deliveryId, id)).orderBy(asc(deliveryFile.position));

export const deliveriesOf = (documentationId: string) =>
  db().select().from(delivery).where(eq(delivery.documentationId, documentationId)).orderBy(asc(delivery.id));

export const eventOf = async (id: string) =>
  (await db().select().from(exportEvent).where(eq(exportEvent.deliveryId, id)).get())!;

/** The place of a delivery, once its lane is known. */
async function placeOf(
  tools: DeliveryDependencies,
  { exportConfigurationId }: DeliveryRow,
): Promise<ActiveDestination | undefined> {
  await assignLanes(databaseOf(env), tools.laneOf);
  return (await activeDestinations(databaseOf(env))).find(
    (destination) => destination.exportConfigurationId === exportConfigurationId,
  );
}

/** Gives the destination of a delivery its next turn, whenever that is due. */
export async function takeTurn(
  tools: DeliveryDependencies,
  row: DeliveryRow,
  on: Env = quiet().env,
): Promise<SliceOutcome | null> {
  await due(row.id);
  const destination = await placeOf(tools, row);
  const database = databaseOf(env);
  const claimed = destination && (await claimNext(database, destination));
  return claimed ? runSlice(on, database, claimed, tools) : null;
}

/** Turns until the delivery is no longer under way. */
export async function runOut(
  tools: DeliveryDependencies,
  row: DeliveryRow,
  on: Env = quiet().env,
): Promise<DeliveryRow> {
  for (let turns = 0; turns < 50; turns += 1) {
    const at = await deliveryOf(row.id);
    if (!["PENDING", "RUNNING", "WAITING"].includes(at.state)) return at;
    await takeTurn(tools, row, on);
  }
  throw new Error("the delivery does not end");
}

/** Lets the time pass that a delivery waits for: its lease, or its next try. */
export const due = (id: string) =>
  db()
    .update(delivery)
    .set({ nextSliceAt: "2020-01-01T00:00:00Z", nextTryAt: null })
    .where(and(eq(delivery.id, id)));

/** The lease of a consumer that was stopped has run out. */
export const expire = (id: string) =>
  db()
    .update(delivery)
    .set({ nextSliceAt: "2020-01-01T00:00:00Z", leasedUntil: "2020-01-01T00:00:00Z" })
    .where(eq(delivery.id, id));

export const pumpOf = (
  tools: DeliveryDependencies,
  customerId: number,
  on: Env,
  settings: Partial<PumpSettings> = {},
) =>
  pump(on, tools, {
    customerId,
    // Until nothing is due, however busy the machine.
    milliseconds: 3_600_000,
    pause: () => new Promise((resolve) => setTimeout(resolve, 5)),
    ...settings,
  });
