import { eq } from "drizzle-orm";
import { deliveryWish } from "../../../domain/delivery/wish";
import { isRetried, retryDelays } from "../../../domain/delivery/words";
import { ConnectorError } from "../../connectors/connector";
import type { Database } from "../../db/database";
import { deliveryFile } from "../../db/schema";
import type { Env } from "../../env";
import { arrivedBefore } from "./arrived";
import { destinationOf, refusalOf } from "./destination";
import { cancelled, done, failed, givenBack, interrupted, queuedMail, type TurnEnd } from "./ending";
import { type FileToSend, filesOfDelivery, keepFiles, sumsOf } from "./files";
import { Lease } from "./lease";
import { lookAgain, mailIsUnderWay } from "./mailing";
import type { DeliveryPlan, Target } from "./plan/types";
import { DeliveryLostError, type DeliveryRow, type OpenedDestination, type Tools } from "./run";
import { type Sending, sendFile } from "./sending";

/** Files in a row that may fail by themselves until the destination is taken for the cause. */
const mostFailedInARow = 3;

/**
 * Works for a delivery whose lease the caller has taken: about as long as a turn lasts, then gives the lease back. It may end anywhere
 * and be run again by another consumer; what counts is in the rows of the files.
 */
export async function runTurn(env: Env, db: Database, row: DeliveryRow, tools: Tools): Promise<TurnEnd> {
  const lease = new Lease(db, row);
  let lost: unknown;
  const stop = tools.everySoOften(() => {
    lease.hold().catch((error: unknown) => {
      lost ??= error;
    });
  });
  try {
    return await turn({ env, db, lease, tools, row });
  } catch (error) {
    if (error instanceof DeliveryLostError || lost instanceof DeliveryLostError) return { state: "lost" };
    return await interrupted(env, db, lease, error).catch((again: unknown) => {
      if (again instanceof DeliveryLostError) return { state: "lost" } as const;
      // Also when the database itself fails: the lease runs out, and another consumer goes on.
      console.error(JSON.stringify({ delivery: row.id, error: String(again) }));
      return { state: "lost" } as const;
    });
  } finally {
    stop();
  }
}

interface Turn {
  env: Env;
  db: Database;
  lease: Lease;
  tools: Tools;
  row: DeliveryRow;
}

async function turn(here: Turn): Promise<TurnEnd> {
  const { env, db, lease, tools, row } = here;
  const until = Date.now() + tools.turn;
  if (row.tries > retryDelays.length)
    throw new ConnectorError("transient", "Sending was interrupted again and again without getting further.");
  const wish = deliveryWish.parse(row.wish);
  const refusal = await refusalOf(db, row, wish);
  if (refusal?.state === "CANCELLED") return cancelled(lease, refusal.message);
  if (refusal) throw new ConnectorError("config", refusal.message);
  const target: Target = {
    customerId: row.customerId,
    documentationId: row.documentationId,
    templateExportConfigurationId: row.templateExportConfigurationId,
    wish,
    exportedAt: row.dateCreated,
  };
  const destination = await destinationOf(env, db, row, target);
  const lane = tools.laneOf(destination.type, destination.params);
  // The destination has moved to another host, whose connections are counted by themselves.
  if (row.lane !== null && lane !== row.lane) return givenBack(lease, { lane });
  const mails = destination.type === "EMAIL";
  // What has changed since it was written does not change what is in it.
  if (mails && (await mailIsUnderWay(db, row))) return queuedMail(lease, lookAgain, []);
  const plan = await madePlan(here, target, until);
  if (!plan) return givenBack(lease);
  if (mails) return byMail(here, destination, plan);
  const { rows, toSend } = await keepFiles(db, lease, plan);
  const connector = tools.openConnector(destination.type, destination);
  try {
    return await sendAll(
      {
        ...{ env, db, lease, connector, tools },
        sums: sumsOf(rows),
        arrived: await arrivedBefore(db, row),
      },
      toSend,
      until,
    );
  } finally {
    await connector.close();
  }
}

/** The plan with all smaller photos made; null when the turn is over before they are. */
async function madePlan(
  { env, db, lease, tools, row }: Turn,
  target: Target,
  until: number,
): Promise<DeliveryPlan | null> {
  const plan = await tools.planDelivery(env, db, target);
  if (plan.variants.length === 0) return plan;
  for (const variant of plan.variants) {
    await lease.hold();
    await tools.makeVariant(env, db, row.customerId, variant);
    if (Date.now() >= until) return null;
  }
  const made = await tools.planDelivery(env, db, target);
  return made.variants.length === 0 ? made : null;
}

async function sendAll(sending: Sending, toSend: readonly FileToSend[], until: number): Promise<TurnEnd> {
  const { env, db, lease } = sending;
  let failedInARow = 0;
  for (const one of toSend) {
    if (one.row.state === "DONE" || one.row.state === "FAILED") continue;
    if (Date.now() >= until) return givenBack(lease);
    await lease.hold();
    try {
      await sendFile(sending, one);
      failedInARow = 0;
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      await noteFailure(sending, one, error);
      if (!isOfOneFile(error)) throw error;
      failedInARow += 1;
      if (error.kind !== "source" && failedInARow === mostFailedInARow) throw error;
    }
  }
  const failures = toSend.filter(({ row }) => row.state === "FAILED");
  const [first] = failures;
  if (!first) return done(lease);
  const { errorKind, errorStatusCode, errorMessage } = first.row;
  const message =
    failures.length === 1
      ? `${first.row.path}: ${errorMessage}`
      : `${failures.length} of ${toSend.length} files were not sent. ${first.row.path}: ${errorMessage}`;
  return failed(
    env,
    db,
    lease,
    new ConnectorError(errorKind ?? "source", message, { status: errorStatusCode }),
  );
}

/** Whether others may well arrive: the bytes are gone, the name is refused, or something else is in its place. */
const isOfOneFile = ({ kind }: ConnectorError): boolean =>
  kind === "source" || kind === "conflict" || kind === "config";

async function noteFailure({ db, lease }: Sending, { row }: FileToSend, error: ConnectorError) {
  const change = {
    state: isRetried(error.kind) ? row.state : "FAILED",
    tries: row.tries + 1,
    errorKind: error.kind,
    errorStatusCode: error.status,
    errorMessage: error.message,
  } as const;
  await lease.keep({}, [db.update(deliveryFile).set(change).where(eq(deliveryFile.id, row.id))]);
  Object.assign(row, change);
}

async function byMail(
  { env, db, lease, tools, row }: Turn,
  destination: OpenedDestination,
  plan: DeliveryPlan,
): Promise<TurnEnd> {
  const outcome = await tools.sendMail({
    ...{ env, db, delivery: row, destination, plan },
    files: async () => (await keepFiles(db, lease, plan)).toSend,
    hold: () => lease.hold(),
  });
  if (outcome.state === "sent") return done(lease, outcome.statements, await filesOfDelivery(db, row));
  const end = await queuedMail(lease, outcome.seconds, outcome.statements);
  await outcome.queued?.();
  return end;
}
