import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { user } from "#worker/db/schema/index.ts";
import {
  call,
  db,
  env,
  makeCaller,
  makeDocumentation,
  readLastMail,
  uniqueName,
} from "#worker/testing/factories.ts";
import { sendWeeklyMails } from "./weeklyMail.ts";

/** Seven in the morning in Sweden, on Mondays in winter and in summer. */
const [winterMonday, summerMonday] = [new Date("2030-01-14T06:05:00Z"), new Date("2030-07-15T05:05:00Z")];
const hourMs = 3_600_000;

async function makeManager(
  roles: readonly ("ROLE_PROGRESS" | "ROLE_DOCUMENTATION_READ")[] = ["ROLE_PROGRESS"],
) {
  const address = `${uniqueName("manager")}@example.com`;
  const as = await makeCaller({ roles, email: address });
  const turnOn = (weeklyMail: boolean) => call("PUT", "/notice/dailyMail", { as, body: { weeklyMail } });
  return { as, address, turnOn };
}

describe("design§Web the weekly mail", () => {
  it.each([
    ["winter", winterMonday, "2030-01-09T10:00:00Z", "from 2030-01-07 to 2030-01-13"],
    ["summer", summerMonday, "2030-07-10T10:00:00Z", "from 2030-07-08 to 2030-07-14"],
  ])(
    "is sent once on a %s Monday morning, with the week that has ended",
    async (_, runAt, createdAt, week) => {
      const { as, address, turnOn } = await makeManager();
      await turnOn(true);
      for (const reviewedAt of [null, createdAt.replace("T10", "T12")])
        await makeDocumentation(as.customerId, {
          dateCreated: createdAt,
          ...(reviewedAt ? { status: "APPROVED", reviewedAt, reviewedBy: "anna" } : { status: "COMPLETED" }),
        });
      await sendWeeklyMails(env, db(), new Date(runAt.getTime() - hourMs));
      await sendWeeklyMails(env, db(), new Date(runAt.getTime() + 24 * hourMs));
      expect(await readLastMail(address)).toBeUndefined();
      await sendWeeklyMails(env, db(), runAt);
      const mail = await readLastMail(address);
      expect(mail?.text).toContain(week);
      expect(mail?.text).toContain("Documentations captured: 2 (the week before: 0)");
      expect(mail?.text).toContain("Documentations reviewed: 1 (the week before: 0)");
      expect(mail?.text).toMatch(/Median time from capture to review: 2\shrs/);
      expect(mail?.text).toContain("/progress");
      expect(mail?.text).toContain("/profile");
      await sendWeeklyMails(env, db(), new Date(runAt.getTime() + 300_000));
      expect((await readLastMail(address))?.id).toBe(mail?.id);
    },
  );

  it("is not sent to users who did not choose it, turned it off, lost the authority or are locked", async () => {
    const silent = await makeManager();
    const turnedOff = await makeManager();
    await turnedOff.turnOn(true);
    await turnedOff.turnOn(false);
    const reader = await makeManager(["ROLE_DOCUMENTATION_READ"]);
    await reader.turnOn(true);
    const locked = await makeManager();
    await locked.turnOn(true);
    await db().update(user).set({ accountLocked: true }).where(eq(user.id, locked.as.userId));
    await sendWeeklyMails(env, db(), winterMonday);
    for (const { address } of [silent, turnedOff, reader, locked])
      expect(await readLastMail(address)).toBeUndefined();
  });
});
