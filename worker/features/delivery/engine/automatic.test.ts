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
  makeCompletedDocumentation,
  makeDelivery,
  makeDestination,
  makeQuietEnv,
  memoryTools,
  runUntilEnded,
  type TestDestination,
} from "../testing/deliveries.ts";
import { MemoryHost } from "../testing/memoryConnector.ts";

const makeOngoing = (destination: TestDestination, request = {}) =>
  makeCompletedDocumentation(destination, { status: "ONGOING", ...request });
const setStatus = (
  id: string,
  status: "COMPLETED" | "HANDLED" | "APPROVED" | "PAUSED" | "DELETED" | "ONGOING",
) => db().update(documentation).set({ status }).where(eq(documentation.id, id));
const automaticParams = { exportAutomatically: "true" };

describe("an automatic export of a template", () => {
  it("2§4 is sent once on completion, even if the documentation is completed twice", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    const { id } = await makeOngoing(destination);
    await setStatus(id, "COMPLETED");
    await setStatus(id, "COMPLETED");
    await setStatus(id, "HANDLED");
    const [delivery, ...rest] = await deliveriesOf(id);
    expect(rest).toEqual([]);
    expect(delivery).toMatchObject({
      ...{
        isAutomatic: true,
        state: "PENDING",
        requester: null,
        username: "",
        customerId: destination.customerId,
      },
      ...{
        exportConfigurationName: destination.configuration.name,
        templateExportConfigurationId: destination.link.id,
      },
    });
    const events = await db().select().from(exportEvent).where(eq(exportEvent.documentationId, id));
    expect(events).toMatchObject([{ deliveryId: delivery!.id, success: null, username: "" }]);
  });

  it("3§3 is sent to every destination if the documentation itself has exportAutomatically and its template still allows it", async () => {
    const destination = await makeDestination({ template: { exportAutomatically: true } });
    await makeDestination({ customerId: destination.customerId, templateId: destination.templateId });
    const { id } = await makeOngoing(destination, { exportAutomatically: true });
    await setStatus(id, "COMPLETED");
    expect(await deliveriesOf(id)).toHaveLength(2);
    const withoutFlag = await makeOngoing(destination);
    await setStatus(withoutFlag.id, "COMPLETED");
    expect(await deliveriesOf(withoutFlag.id)).toEqual([]);
    const withdrawn = await makeOngoing(destination, { exportAutomatically: true });
    await db()
      .update(template)
      .set({ exportAutomatically: false })
      .where(eq(template.id, destination.templateId));
    await setStatus(withdrawn.id, "COMPLETED");
    expect(await deliveriesOf(withdrawn.id)).toEqual([]);
    const mergedDocumentation = await makeCompletedDocumentation(destination, { exportAutomatically: true });
    expect(await deliveriesOf(mergedDocumentation.id)).toEqual([]);
  });

  it("3§3 is sent at the template's status, and nothing is sent without a destination or to a deleted one", async () => {
    const destination = await makeDestination({
      templateParams: { ...automaticParams, exportOn: "APPROVED" },
    });
    const { id } = await makeOngoing(destination);
    await setStatus(id, "COMPLETED");
    expect(await deliveriesOf(id)).toEqual([]);
    await setStatus(id, "APPROVED");
    expect(await deliveriesOf(id)).toHaveLength(1);
    const { id: templateId } = await makeTemplate(destination.customerId);
    const unsent = await makeCompletedDocumentation(destination, {
      templateId,
      status: "ONGOING",
      exportAutomatically: true,
    });
    await setStatus(unsent.id, "COMPLETED");
    expect(await deliveriesOf(unsent.id)).toEqual([]);
    const documentationWithoutDestination = await makeOngoing(destination);
    await db()
      .delete(templateExportConfiguration)
      .where(eq(templateExportConfiguration.id, destination.link.id));
    await db().delete(exportConfiguration).where(eq(exportConfiguration.id, destination.configuration.id));
    await setStatus(documentationWithoutDestination.id, "APPROVED");
    expect(await deliveriesOf(documentationWithoutDestination.id)).toEqual([]);
  });

  it("2§4 is sent for a documentation that is created complete, such as a merged one", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    expect(await deliveriesOf((await makeCompletedDocumentation(destination)).id)).toHaveLength(1);
  });

  it("2§4 exports made before a handover are repeated on completion, manual ones included", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    const host = new MemoryHost();
    const tools = memoryTools({ host, contents: contentsOf({ "a.jpg": 100 }) });
    const { id } = await makeOngoing(destination);
    await setStatus(id, "COMPLETED");
    const [automatic] = await deliveriesOf(id);
    await runUntilEnded(tools, automatic!);
    const otherDestination = await makeDestination({
      customerId: destination.customerId,
      templateId: destination.templateId,
    });
    const request = { photoIds: [crypto.randomUUID()], params: { Project: "7" } };
    const manual = await makeDelivery(otherDestination, {
      documentationId: id,
      username: "kim",
      request: request as unknown as typeof delivery.$inferInsert.request,
    });
    await setStatus(id, "PAUSED");
    expect(await deliveriesOf(id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: automatic!.id, state: "DONE", resendOnCompletion: true }),
        expect.objectContaining({ id: manual.id, state: "CANCELLED", resendOnCompletion: true }),
      ]),
    );
    await setStatus(id, "ONGOING");
    expect(await deliveriesOf(id)).toHaveLength(2);
    await setStatus(id, "COMPLETED");
    const all = await deliveriesOf(id);
    const pending = all.filter(({ state }) => state === "PENDING");
    expect(all.every(({ resendOnCompletion }) => !resendOnCompletion)).toBe(true);
    expect(pending.map(({ username }) => username).sort()).toEqual(["", "kim"]);
    expect(pending.find(({ username }) => username === "kim")).toMatchObject({
      request,
      isAutomatic: true,
    });
  });

  it("2§4 an export of selected photos does not replace an earlier full one: both are repeated", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    const { id } = await makeOngoing(destination);
    await setStatus(id, "COMPLETED");
    await db().update(delivery).set({ state: "DONE" }).where(eq(delivery.documentationId, id));
    const photoSelection = {
      photoIds: [crypto.randomUUID()],
    } as unknown as typeof delivery.$inferInsert.request;
    const finishedDelivery = { documentationId: id, state: "DONE", isAutomatic: false } as const;
    await makeDelivery(destination, { ...finishedDelivery, request: photoSelection });
    await setStatus(id, "PAUSED");
    await setStatus(id, "COMPLETED");
    const pending = (await deliveriesOf(id)).filter(({ state }) => state === "PENDING");
    expect(pending.map(({ request }) => request.photoIds?.length ?? 0).sort()).toEqual([0, 1]);
    await setStatus(id, "PAUSED");
    await setStatus(id, "COMPLETED");
    expect((await deliveriesOf(id)).filter(({ state }) => state === "PENDING")).toHaveLength(2);
  });

  it("2§4 is cancelled when the documentation is deleted, and started again when that is undone, unless it has already arrived", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    const { id } = await makeOngoing(destination);
    await setStatus(id, "COMPLETED");
    await setStatus(id, "DELETED");
    expect(await deliveriesOf(id)).toMatchObject([{ state: "CANCELLED" }]);
    await setStatus(id, "COMPLETED");
    expect((await deliveriesOf(id)).map(({ state }) => state).sort()).toEqual(["CANCELLED", "PENDING"]);
    await db().update(delivery).set({ state: "DONE" }).where(eq(delivery.documentationId, id));
    await setStatus(id, "DELETED");
    await setStatus(id, "COMPLETED");
    expect(await deliveriesOf(id)).toHaveLength(2);
  });

  it("2§4 a failing queue does not prevent approval, and approval wakes deliveries", async () => {
    const destination = await makeDestination({
      templateParams: { ...automaticParams, exportOn: "APPROVED" },
    });
    const as = await makeCaller({
      customerId: destination.customerId,
      roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE", "ROLE_SUPER_ADMIN"],
    });
    const approve = async (testEnv: object) => {
      const row = await makeCompletedDocumentation(destination);
      const response = await app.request(
        `http://siteproof.test/api/documentation/approve/${row.id}`,
        {
          method: "PUT",
          headers: { authorization: `Bearer ${as.token}`, "content-type": "application/json" },
          body: JSON.stringify({ version: row.version }),
        },
        testEnv,
      );
      expect(response.status, await response.clone().text()).toBe(200);
      expect(await deliveriesOf(row.id)).toHaveLength(1);
    };
    const { env: quietEnv, sent: sentDelays } = makeQuietEnv();
    await approve(quietEnv);
    expect(sentDelays).toEqual([expect.closeTo(undoHoldSeconds, -1)]);
    await approve({ ...quietEnv, DELIVERIES: { send: () => Promise.reject(new Error("no queue")) } });
  });
});
