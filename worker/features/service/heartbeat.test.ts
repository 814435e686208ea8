import { beforeEach, describe, expect, it } from "vitest";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { JobMessage } from "#queues/messages.ts";
import { databaseOf } from "#worker/db/database.ts";
import { heartbeat } from "#worker/db/schema/index.ts";
import { db, env } from "#worker/testing/factories.ts";
import { checkQueueHealth, receiveHeartbeat } from "./heartbeat.ts";

let sentMessages: JobMessage[] = [];
const checkHealth = () =>
  checkQueueHealth({ JOBS: { send: async (message) => sentMessages.push(message) } }, databaseOf(env));
const receiveMessage = () => receiveHeartbeat(databaseOf(env), now());
/** Changes the heartbeat as if a number of seconds had passed. */
async function ageHeartbeat(seconds: number) {
  const row = (await db().select().from(heartbeat).get())!;
  const toEarlierInstant = (instant: string) =>
    `${new Date(Date.parse(instant) - seconds * 1000).toISOString().slice(0, 19)}Z`;
  await db()
    .update(heartbeat)
    .set({
      oldestSentAt: toEarlierInstant(row.oldestSentAt),
      sentAt: toEarlierInstant(row.sentAt),
      receivedAt: row.receivedAt && toEarlierInstant(row.receivedAt),
    });
}

describe("the health of the queues", () => {
  beforeEach(async () => {
    sentMessages = [];
    await db().delete(heartbeat);
  });

  it("design§HTTP waits for the first message, and sends at most one a minute", async () => {
    expect([await checkHealth(), await checkHealth()]).toEqual(["waiting", "waiting"]);
    expect(sentMessages).toHaveLength(1);
    await receiveMessage();
    expect(await checkHealth()).toBe("ok");
    await ageHeartbeat(61);
    expect(await checkHealth()).toBe("ok");
    expect(sentMessages).toHaveLength(2);
  });

  it("design§HTTP does not fail after minutes without a request while the next message is pending", async () => {
    await checkHealth();
    await receiveMessage();
    await ageHeartbeat(3600);
    expect([await checkHealth(), await checkHealth(), await checkHealth()]).toEqual([
      "waiting",
      "waiting",
      "waiting",
    ]);
    await receiveMessage();
    expect(await checkHealth()).toBe("ok");
  });

  it("design§HTTP fails when a message sent five minutes ago has not arrived, however often it is called", async () => {
    await checkHealth();
    await receiveMessage();
    await ageHeartbeat(100);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await checkHealth()).not.toBe("failing");
      await ageHeartbeat(61);
    }
    expect(await checkHealth()).toBe("failing");
    await receiveMessage();
    expect(await checkHealth()).toBe("ok");
  });

  it("design§HTTP recovers from a lost message when a later one arrives", async () => {
    await checkHealth();
    await ageHeartbeat(200);
    await checkHealth();
    await receiveMessage();
    await ageHeartbeat(200);
    expect(await checkHealth()).toBe("ok");
    expect((await db().select().from(heartbeat).get())!.oldestSentAt > addSeconds(-150)).toBe(true);
  });
});
