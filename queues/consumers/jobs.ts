import { recordFailedLogin } from "#worker/auth/session/failedLogins.ts";
import { sendPasswordChange } from "#worker/auth/session/passwordChange.ts";
import { databaseOf } from "#worker/db/database.ts";
import { directoryName, getShardEnv } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { receiveHeartbeat } from "#worker/features/service/heartbeat.ts";
import { settleUpload } from "#worker/ingest/settleUpload.ts";
import { jobKinds } from "#worker/jobKinds.ts";
import { failDeadLetteredJob, runJob } from "#worker/jobs/runJob.ts";
import { raiseAlarm } from "#worker/mail/alarms.ts";
import { deliverMail } from "#worker/mail/deliverMail.ts";
import { deliveryMessage, type JobMessage, jobMessage, storageEvent } from "../messages.ts";

export async function consumeJob(body: unknown, root: Env): Promise<void> {
  const message = jobMessage.parse(body);
  const env = getShardEnv(root, message.database ?? directoryName);
  switch (message.kind) {
    case "settleUpload":
      await settleUpload(env, databaseOf(env), message.uploadId, { shouldWait: false });
      return;
    case "sendMail":
      await deliverMail(env, databaseOf(env), message.mailId);
      return;
    case "requestPasswordChange":
      await sendPasswordChange(env, databaseOf(env), message);
      return;
    case "recordFailedLogin":
      await recordFailedLogin(env, databaseOf(env), message);
      return;
    case "runJob":
      await runJob(env, databaseOf(env), message.jobId, jobKinds);
      return;
    case "heartbeat":
      await receiveHeartbeat(databaseOf(env), message.sent);
  }
}

/**
 * Handles a message that failed every retry. Sweepers pick up uploads and mails; a job is marked as failed; super admins are
 * mailed.
 */
export async function consumeDeadLetter(body: unknown, root: Env): Promise<void> {
  console.error(JSON.stringify({ deadLetter: body }));
  const { data: message } = jobMessage.safeParse(body);
  const env = getShardEnv(root, message?.database ?? directoryName);
  const db = databaseOf(env);
  await raiseAlarm(env, db, { kind: "DEAD_LETTERS", ...describeDeadLetter(body, message) });
  if (message?.kind === "runJob") await failDeadLetteredJob(env, db, message.jobId, jobKinds);
}

/** Describes a dead letter for the mail to super admins, without personal data. */
function describeDeadLetter(
  body: unknown,
  message: JobMessage | undefined,
): { subject: string; detail: string } {
  if (!message) {
    const event = storageEvent.safeParse(body);
    if (event.success) return { subject: "storageEvent", detail: `Object ${event.data.object.key}.` };
    return { subject: deliveryMessage.safeParse(body).success ? "deliver" : "unknown", detail: "" };
  }
  switch (message.kind) {
    case "runJob":
      return { subject: message.kind, detail: `Job ${message.jobId}.` };
    case "settleUpload":
      return { subject: message.kind, detail: `Upload ${message.uploadId}.` };
    case "sendMail":
      return { subject: message.kind, detail: `Mail ${message.mailId}.` };
    default:
      return { subject: message.kind, detail: "" };
  }
}
