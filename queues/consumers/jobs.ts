import { databaseOf } from "../../worker/db/database";
import type { Env } from "../../worker/env";
import { settle } from "../../worker/features/capture/settle";
import { receiveHeartbeat } from "../../worker/features/service/heartbeat";
import { jobMessage } from "../messages";

export async function consumeJob(body: unknown, env: Env): Promise<void> {
  const message = jobMessage.parse(body);
  switch (message.kind) {
    case "settleUpload":
      await settle(env, databaseOf(env), message.uploadId);
      return;
    case "heartbeat":
      await receiveHeartbeat(databaseOf(env), message.sent);
  }
}
