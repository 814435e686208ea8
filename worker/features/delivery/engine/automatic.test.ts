import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { undoHoldSeconds } from "#domain/delivery/undoHold.ts";
import { app } from "#worker/app.ts";
import {
  delivery,
  documentation,
  exportConfiguration,
  exportEvent,
  template,
  templateExportConfiguration,
} from "#worker/db/schema/index.ts";
import { db, makeCaller, makeTemplate } from "#worker/testing/factories.ts";
import {
  contentsOf,
  deliveriesOf,
  type MadeDestination,
  makeDelivery,
  makeDestination,
  makeSent,
  memoryTools,
  quiet,
  runOut,
} from "../testing/deliveries.ts";
import { MemoryHost } from "../testing/memoryConnector.ts";

const ongoing = (to: MadeDestination, request = {}) => makeSent(to, { status: "ONGOING", ...request });
const become = (
  id: string,
  status: "COMPLETED" | "HANDLED" | "APPROVED" | "PAUSED" | "DELETED" | "ONGOING",
) => db().update(documentation).set({ status }).where(eq(documentation.id, id));
const automatically = { exportAutomatically: "true" };

describe("automatic exports of a template", () => {
  it("2§4 is sent once on completion, even if completion is settled twice", async () => {
    const to = await makeDestination({ templateParams: automatically });
    const { id } = await ongoing(to);
    await become(id, "COMPLETED");
    await become(id, "COMPLETED");
    await become(id, "HANDLED");
    const [delivery, ...rest] = await deliveriesOf(id);
    expect(rest).toEqual([]);
    expect(delivery).toMatchObject({
      ...{ isAutomatic: true, state: "PENDING", requester: null, username: "", customerId: to.customerId },
      ...{ exportConfigurationName: to.configuration.name, templateExportConfigurationId: to.link.id },
    });
    const events = await db().select().from(exportEvent).where(eq(exportEvent.documentationId, id));
    expect(events).toMatchObject([{ deliveryId: delivery!.id, success: null, username: "" }]);
  });

  it("3§3 is sent to every destination if the documentation itself has exportAutomatically and its template still consents", async () => {
    const to = await makeDestination({ template: { exportAutomatically: true } });
    await makeDestination({ customerId: to.customerId, templateId: to.templateId });
    const { id } = await ongoing(to, { exportAutomatically: true });
    await become(id, "COMPLETED");
    expect(await deliveriesOf(id)).toHaveLength(2);
    const not = await ongoing(to);
    await become(not.id, "COMPLETED");
    expect(await deliveriesOf(not.id)).toEqual([]);
    const withdrawn = await ongoing(to, { exportAutomatically: true });
    await db().update(template).set({ exportAutomatically: false }).where(eq(template.id, to.templateId));
    await become(withdrawn.id, "COMPLETED");
    expect(await deliveriesOf(withdrawn.id)).toEqual([]);
    const merged = await makeSent(to, { exportAutomatically: true });
    expect(await deliveriesOf(merged.id)).toEqual([]);
  });

  it("3§3 is sent at the template's status, and nothing is sent without a destination or to a deleted one", async () => {
    const to = await makeDestination({ templateParams: { ...automatically, exportOn: "APPROVED" } });
    const { id } = await ongoing(to);
    await become(id, "COMPLETED");
    expect(await deliveriesOf(id)).toEqual([]);
    await become(id, "APPROVED");
    expect(await deliveriesOf(id)).toHaveLength(1);
    const { id: templateId } = await makeTemplate(to.customerId);
    const unsent = await makeSent(to, { templateId, status: "ONGOING", exportAutomatically: true });
    await become(unsent.id, "COMPLETED");
    expect(await deliveriesOf(unsent.id)).toEqual([]);
    const deleted = await ongoing(to);
    await db().delete(templateExportConfiguration).where(eq(templateExportConfiguration.id, to.link.id));
    await db().delete(exportConfiguration).where(eq(exportConfiguration.id, to.configuration.id));
    await become(deleted.id, "APPROVED");
    expect(await deliveriesOf(deleted.id)).toEqual([]);
  });

  it("2§4 is sent for a documentation that is created complete, such as a merged one", async () => {
    const to = await makeDestination({ templateParams: automatically });
    expect(await deliveriesOf((await makeSent(to)).id)).toHaveLength(1);
  });

  it("2§4 exports made before a handover are repeated on completion, manual ones included", async () => {
    const to = await makeDestination({ templateParams: automatically });
    const host = new MemoryHost();
    const tools = memoryTools({ host, contents: contentsOf({ "a.jpg": 100 }) });
    const { id } = await ongoing(to);
    await become(id, "COMPLETED");
    const [automatic] = await deliveriesOf(id);
    await runOut(tools, automatic!);
    const otherDestination = await makeDestination({ customerId: to.customerId, templateId: to.templateId });
    const request = { photoIds: [crypto.randomUUID()], params: { Project: "7" } };
    const byHand = await makeDelivery(otherDestination, {
      documentationId: id,
      username: "kim",
      request: request as unknown as typeof delivery.$inferInsert.request,
    });
    await become(id, "PAUSED");
    expect(await deliveriesOf(id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: automatic!.id, state: "DONE", resendOnCompletion: true }),
        expect.objectContaining({ id: byHand.id, state: "CANCELLED", resendOnCompletion: true }),
      ]),
    );
    await become(id, "ONGOING");
    expect(await deliveriesOf(id)).toHaveLength(2);
    await become(id, "COMPLETED");
    const all = await deliveriesOf(id);
    const fresh = all.filter(({ state }) => state === "PENDING");
    expect(all.every(({ resendOnCompletion }) => !resendOnCompletion)).toBe(true);
    expect(fresh.map(({ username }) => username).sort()).toEqual(["", "kim"]);
    expect(fresh.find(({ username }) => username === "kim")).toMatchObject({
      request,
      isAutomatic: true,
    });
  });

  it("2§4 an export of selected photos does not replace an earlier full one: both are repeated", async () => {
    const to = await makeDestination({ templateParams: automatically });
    const { id } = await ongoing(to);
    await become(id, "COMPLETED");
    await db().update(delivery).set({ state: "DONE" }).where(eq(delivery.documentationId, id));
    const chosen = { photoIds: [crypto.randomUUID()] } as unknown as typeof delivery.$inferInsert.request;
    const done = { documentationId: id, state: "DONE", isAutomatic: false } as const;
    await makeDelivery(to, { ...done, request: chosen });
    await become(id, "PAUSED");
    await become(id, "COMPLETED");
    const fresh = (await deliveriesOf(id)).filter(({ state }) => state === "PENDING");
    expect(fresh.map(({ request }) => request.photoIds?.length ?? 0).sort()).toEqual([0, 1]);
    await become(id, "PAUSED");
    await become(id, "COMPLETED");
    expect((await deliveriesOf(id)).filter(({ state }) => state === "PENDING")).toHaveLength(2);
  });

  it("2§4 a deletion stops them, and undoing it resumes them without reporting earlier arrivals", async () => {
    const to = await makeDestination({ templateParams: automatically });
    const { id } = await ongoing(to);
    await become(id, "COMPLETED");
    await become(id, "DELETED");
    expect(await deliveriesOf(id)).toMatchObject([{ state: "CANCELLED" }]);
    await become(id, "COMPLETED");
    expect((await deliveriesOf(id)).map(({ state }) => state).sort()).toEqual(["CANCELLED", "PENDING"]);
    await db().update(delivery).set({ state: "DONE" }).where(eq(delivery.documentationId, id));
    await become(id, "DELETED");
    await become(id, "COMPLETED");
    expect(await deliveriesOf(id)).toHaveLength(2);
  });

  it("2§4 a failing queue does not prevent approval, and approval wakes deliveries", async () => {
    const to = await makeDestination({ templateParams: { ...automatically, exportOn: "APPROVED" } });
    const as = await makeCaller({
      customerId: to.customerId,
      roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE", "ROLE_SUPER_ADMIN"],
    });
    const approve = async (on: object) => {
      const row = await makeSent(to);
      const answer = await app.request(
        `http://siteproof.test/api/documentation/approve/${row.id}`,
        {
          method: "PUT",
          headers: { authorization: `Bearer ${as.token}`, "content-type": "application/json" },
          body: JSON.stringify({ version: row.version }),
        },
        on,
      );
      expect(answer.status, await answer.clone().text()).toBe(200);
      expect(await deliveriesOf(row.id)).toHaveLength(1);
    };
    const { env: on, sent } = quiet();
    await approve(on);
    expect(sent).toEqual([expect.closeTo(undoHoldSeconds, -1)]);
    await approve({ ...on, DELIVERIES: { send: () => Promise.reject(new Error("no queue")) } });
  });
});
