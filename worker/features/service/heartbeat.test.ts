import { beforeEach, describe, expect, it } from "vitest";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { JobMessage } from "#queues/messages.ts";
import { databaseOf } from "#worker/db/database.ts";
import { heartbeat } from "#worker/db/schema/index.ts";
import { db, env } from "#worker/testing/factories.ts";
import { queueHealth, receiveHeartbeat } from "./heartbeat.ts";

let sent: JobMessage[] = [];
const health = () => queueHealth({ JOBS: { send: async (message) => sent.push(message) } }, databaseOf(env));
const arrive = () => receiveHeartbeat(databaseOf(env), now());
/** The state of the heartbeat after so many seconds. */
async function pass(seconds: number) {
  const row = (await db().select().from(heartbeat).get())!;
  const earlier = (instant: string) =>
    `${new Date(Date.parse(instant) - seconds * 1000).toISOString().slice(0, 19)}Z`;
  await db()
    .update(heartbeat)
    .set({
      oldestSentAt: earlier(row.oldestSentAt),
      sentAt: earlier(row.sentAt),
      receivedAt: row.receivedAt && earlier(row.receivedAt),
    });
}

describe("the health of the queues", () => {
  beforeEach(async () => {
    sent = [];
    await db().delete(heartbeat);
  });

  it("design§HTTP waits for the first message, and sends at most one a minute", async () => {
    expect([await health(), await health()]).toEqual(["waiting", "waiting"]);
    expect(sent).toHaveLength(1);
    await arrive();
    expect(await health()).toBe("ok");
    await pass(61);
    expect(await health()).toBe("ok");
    expect(sent).toHaveLength(2);
  });

  it("design§HTTP does not fail after minutes without a request while the next message is pending", async () => {
    await health();
    await arrive();
    await pass(3600);
    expect([await health(), await health(), await health()]).toEqual(["waiting", "waiting", "waiting"]);
    await arrive();
    expect(await health()).toBe("ok");
  });

  it("design§HTTP fails when a message sent five minutes ago has not arrived, however often it is called", async () => {
    await health();
    await arrive();
    await pass(100);
    for (let attempts = 0; attempts < 5; attempts += 1) {
      expect(await health()).not.toBe("failing");
      await pass(61);
    }
    expect(await health()).toBe("failing");
    await arrive();
    expect(await health()).toBe("ok");
  });

  it("design§HTTP a lost message no longer matters when a later one arrives", async () => {
    await health();
    await pass(200);
    await health();
    await arrive();
    await pass(200);
    expect(await health()).toBe("ok");
    expect((await db().select().from(heartbeat).get())!.oldestSentAt >= addSeconds(-5)).toBe(true);
  });
});
