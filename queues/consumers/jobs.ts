import { databaseOf } from "../../worker/db/database";
import { sendPasswordChange } from "../../worker/entrance/session/passwordChange";
import type { Env } from "../../worker/env";
import { receiveHeartbeat } from "../../worker/features/service/heartbeat";
import { settle } from "../../worker/ingest/settle";
import { jobKinds } from "../../worker/jobKinds";
import { failLost, runJob } from "../../worker/jobs/run";
import { deliverMail } from "../../worker/mail/deliver";
import { jobMessage } from "../messages";

export async function consumeJob(body: unknown, env: Env): Promise<void> {
  const message = jobMessage.parse(body);
  switch (message.kind) {
    case "settleUpload":
      await settle(env, databaseOf(env), message.uploadId);
      return;
    case "sendMail":
      await deliverMail(env, databaseOf(env), message.mailId);
      return;
    case "requestPasswordChange":
      await sendPasswordChange(env, databaseOf(env), message);
      return;
    case "runJob":
      await runJob(env, databaseOf(env), message.jobId, jobKinds);
      return;
    case "heartbeat":
      await receiveHeartbeat(databaseOf(env), message.sent);
  }
}

/** Takes a message that failed every retry. Sweepers find uploads and mails again; a job is marked as failed. */
export async function consumeDeadLetter(body: unknown, env: Env): Promise<void> {
  console.error(JSON.stringify({ deadLetter: body }));
  const { data: message } = jobMessage.safeParse(body);
  if (message?.kind === "runJob") await failLost(env, databaseOf(env), message.jobId, jobKinds);
}
