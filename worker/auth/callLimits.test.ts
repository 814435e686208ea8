import { eq, like } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { mountedEndpoints } from "#worker/api/mount.ts";
import "#worker/app.ts";
import { rateLimitCounter } from "#worker/db/schema/index.ts";
import {
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  uniqueName,
} from "#worker/testing/factories.ts";
import { maxCallsPerWindow, maxMailsPerHour } from "./callLimits.ts";

const reader = async () =>
  makeCaller({
    customerId: (await makeCustomer()).id,
    roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE", "ROLE_EXPORT_DOCUMENTATION"],
  });
const setCounter = (key: string, attempts: number) =>
  db().update(rateLimitCounter).set({ attempts }).where(eq(rateLimitCounter.key, key));

describe("limits on calls of logged-in users", () => {
  it("design§Sessions every composed document, every export and every bulk change has a limit", () => {
    const limitedEndpoints = [...mountedEndpoints.values()].filter(({ callLimit }) => callLimit);
    const paths = limitedEndpoints.map(({ path, callLimit }) => `${callLimit} ${path}`);
    const costly =
      /^\/\w+\/(?:download(?:ZipFiles?|ExportDocument|PowerPoint)|exportExcel|createExportDocumentJob|manualExport|resend\w*|bulkChange|mergeDocumentations|deleteDocumentations)(?:\/\{\w+\})?$/;
    const expectedEndpoints = [...mountedEndpoints.values()].filter(
      ({ path, authentication }) => authentication === "session" && costly.test(path),
    );
    expect(expectedEndpoints.length).toBeGreaterThan(12);
    for (const { path } of expectedEndpoints)
      expect(
        paths.some((entry) => entry.endsWith(` ${path}`)),
        path,
      ).toBe(true);
  });

  it("design§Sessions documents are limited for each user, and invalid calls do not count", async () => {
    const as = await reader();
    const { id } = await makeDocumentation(as.customerId);
    const download = (query: string) =>
      call("GET", `/documentation/downloadExportDocument/${id}?${query}`, { as });
    const validQuery = "type=PHOTO_POWERPOINT_PRESENTATION";
    expect((await download("type=NONSENSE")).status).toBe(422);
    expect((await download(validQuery)).status).toBe(200);
    const key = `call:documents:user:${as.userId}`;
    expect(await db().select().from(rateLimitCounter).where(eq(rateLimitCounter.key, key))).toMatchObject([
      { attempts: 1 },
    ]);
    await setCounter(key, maxCallsPerWindow.documents);
    const refusedResponse = await download(validQuery);
    expect([refusedResponse.status, await jsonOf(refusedResponse)]).toMatchObject([
      422,
      { error: { code: "attemptsExhausted" } },
    ]);
    const otherUser = await reader();
    const otherDocumentation = await makeDocumentation(otherUser.customerId);
    expect(
      (
        await call("GET", `/documentation/downloadExportDocument/${otherDocumentation.id}?${validQuery}`, {
          as: otherUser,
        })
      ).status,
    ).toBe(200);
  });
});

describe("limits on mails", () => {
  it("design§Links requested documents are limited by recipient, user and customer", async () => {
    const as = await reader();
    const { id: documentationId } = await makeDocumentation(as.customerId);
    const request = async (email: string) => {
      const response = await call("POST", "/exportDocument/createExportDocumentJob", {
        as,
        body: { documentationId, type: "PHOTO_POWERPOINT_PRESENTATION", email },
      });
      return response.status === 200
        ? "sent"
        : (await jsonOf<{ error: { code: string } }>(response)).error.code;
    };
    const stranger = `${uniqueName("stranger")}@example.com`;
    expect(await request(stranger)).toBe("sent");
    const [counter] = await db()
      .select()
      .from(rateLimitCounter)
      .where(like(rateLimitCounter.key, `mail:recipient:${as.customerId}:%`));
    await setCounter(counter!.key, maxMailsPerHour.recipient);
    expect(await request(stranger.toUpperCase())).toBe("attemptsExhausted");
    expect(await request(`${uniqueName("other")}@example.com`)).toBe("sent");
    for (const [key, max] of [
      [`mail:user:${as.userId}`, maxMailsPerHour.user],
      [`mail:customer:${as.customerId}`, maxMailsPerHour.customer],
    ] as const) {
      await setCounter(key, max);
      expect(await request(`${uniqueName("other")}@example.com`)).toBe("attemptsExhausted");
      await setCounter(key, 0);
    }
  });
});
