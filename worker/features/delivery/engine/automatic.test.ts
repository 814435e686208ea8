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
  listDeliveries,
  makeCompletedDocumentation,
  makeDelivery,
  makeDestination,
  makeMemoryTools,
  makeQuietEnv,
  runUntilEnded,
  type TestDestination,
} from "../testing/deliveries.ts";
import { MemoryHost } from "../testing/memoryConnector.ts";

const makeOngoingDocumentation = (destination: TestDestination, overrides = {}) =>
  makeCompletedDocumentation(destination, { status: "ONGOING", ...overrides });
const setStatus = (
  id: string,
  status: "COMPLETED" | "HANDLED" | "APPROVED" | "PAUSED" | "DELETED" | "ONGOING",
) => db().update(documentation).set({ status }).where(eq(documentation.id, id));
const automaticParams = { exportAutomatically: "true" };

describe("an automatic export of a template", () => {
  it("2§4 is sent once on completion, even if the documentation is completed twice", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    const { id } = await makeOngoingDocumentation(destination);
    await setStatus(id, "COMPLETED");
    await setStatus(id, "COMPLETED");
    await setStatus(id, "HANDLED");
    const [delivery, ...otherDeliveries] = await listDeliveries(id);
    expect(otherDeliveries).toEqual([]);
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
    const { id } = await makeOngoingDocumentation(destination, { exportAutomatically: true });
    await setStatus(id, "COMPLETED");
    expect(await listDeliveries(id)).toHaveLength(2);
    const documentationWithoutFlag = await makeOngoingDocumentation(destination);
    await setStatus(documentationWithoutFlag.id, "COMPLETED");
    expect(await listDeliveries(documentationWithoutFlag.id)).toEqual([]);
    const withdrawnDocumentation = await makeOngoingDocumentation(destination, { exportAutomatically: true });
    await db()
      .update(template)
      .set({ exportAutomatically: false })
      .where(eq(template.id, destination.templateId));
    await setStatus(withdrawnDocumentation.id, "COMPLETED");
    expect(await listDeliveries(withdrawnDocumentation.id)).toEqual([]);
    const mergedDocumentation = await makeCompletedDocumentation(destination, { exportAutomatically: true });
    expect(await listDeliveries(mergedDocumentation.id)).toEqual([]);
  });

  it("3§3 is sent at the template's status, and nothing is sent without a destination or to a deleted one", async () => {
    const destination = await makeDestination({
      templateParams: { ...automaticParams, exportOn: "APPROVED" },
    });
    const { id } = await makeOngoingDocumentation(destination);
    await setStatus(id, "COMPLETED");
    expect(await listDeliveries(id)).toEqual([]);
    await setStatus(id, "APPROVED");
    expect(await listDeliveries(id)).toHaveLength(1);
    const { id: templateId } = await makeTemplate(destination.customerId);
    const unsentDocumentation = await makeCompletedDocumentation(destination, {
      templateId,
      status: "ONGOING",
      exportAutomatically: true,
    });
    await setStatus(unsentDocumentation.id, "COMPLETED");
    expect(await listDeliveries(unsentDocumentation.id)).toEqual([]);
    const documentationWithoutDestination = await makeOngoingDocumentation(destination);
    await db()
      .delete(templateExportConfiguration)
      .where(eq(templateExportConfiguration.id, destination.link.id));
    await db().delete(exportConfiguration).where(eq(exportConfiguration.id, destination.configuration.id));
    await setStatus(documentationWithoutDestination.id, "APPROVED");
    expect(await listDeliveries(documentationWithoutDestination.id)).toEqual([]);
  });

  it("2§4 is sent for a documentation that is created complete, such as a merged one", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    expect(await listDeliveries((await makeCompletedDocumentation(destination)).id)).toHaveLength(1);
  });

  it("2§4 is repeated on completion if it was made before a handover, as are manual exports", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    const host = new MemoryHost();
    const tools = makeMemoryTools({ host, contents: contentsOf({ "a.jpg": 100 }) });
    const { id } = await makeOngoingDocumentation(destination);
    await setStatus(id, "COMPLETED");
    const [automaticDelivery] = await listDeliveries(id);
    await runUntilEnded(tools, automaticDelivery!);
    const otherDestination = await makeDestination({
      customerId: destination.customerId,
      templateId: destination.templateId,
    });
    const request = { photoIds: [crypto.randomUUID()], params: { Project: "7" } };
    const manualDelivery = await makeDelivery(otherDestination, {
      documentationId: id,
      username: "kim",
      request: request as unknown as typeof delivery.$inferInsert.request,
    });
    await setStatus(id, "PAUSED");
    expect(await listDeliveries(id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: automaticDelivery!.id, state: "DONE", resendOnCompletion: true }),
        expect.objectContaining({ id: manualDelivery.id, state: "CANCELLED", resendOnCompletion: true }),
      ]),
    );
    await setStatus(id, "ONGOING");
    expect(await listDeliveries(id)).toHaveLength(2);
    await setStatus(id, "COMPLETED");
    const deliveries = await listDeliveries(id);
    const pendingDeliveries = deliveries.filter(({ state }) => state === "PENDING");
    expect(deliveries.every(({ resendOnCompletion }) => !resendOnCompletion)).toBe(true);
    expect(pendingDeliveries.map(({ username }) => username).sort()).toEqual(["", "kim"]);
    expect(pendingDeliveries.find(({ username }) => username === "kim")).toMatchObject({
      request,
      isAutomatic: true,
    });
  });

  it("2§4 is not replaced by a later export of selected photos: both are repeated", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    const { id } = await makeOngoingDocumentation(destination);
    await setStatus(id, "COMPLETED");
    await db().update(delivery).set({ state: "DONE" }).where(eq(delivery.documentationId, id));
    const photoSelection = {
      photoIds: [crypto.randomUUID()],
    } as unknown as typeof delivery.$inferInsert.request;
    const finishedDelivery = { documentationId: id, state: "DONE", isAutomatic: false } as const;
    await makeDelivery(destination, { ...finishedDelivery, request: photoSelection });
    await setStatus(id, "PAUSED");
    await setStatus(id, "COMPLETED");
    const pendingDeliveries = (await listDeliveries(id)).filter(({ state }) => state === "PENDING");
    expect(pendingDeliveries.map(({ request }) => request.photoIds?.length ?? 0).sort()).toEqual([0, 1]);
    await setStatus(id, "PAUSED");
    await setStatus(id, "COMPLETED");
    expect((await listDeliveries(id)).filter(({ state }) => state === "PENDING")).toHaveLength(2);
  });

  it("2§4 is cancelled when the documentation is deleted, and started again when the deletion is undone, unless it has already arrived", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    const { id } = await makeOngoingDocumentation(destination);
    await setStatus(id, "COMPLETED");
    await setStatus(id, "DELETED");
    expect(await listDeliveries(id)).toMatchObject([{ state: "CANCELLED" }]);
    await setStatus(id, "COMPLETED");
    expect((await listDeliveries(id)).map(({ state }) => state).sort()).toEqual(["CANCELLED", "PENDING"]);
    await db().update(delivery).set({ state: "DONE" }).where(eq(delivery.documentationId, id));
    await setStatus(id, "DELETED");
    await setStatus(id, "COMPLETED");
    expect(await listDeliveries(id)).toHaveLength(2);
  });

  it("2§4 is created and woken on approval, and a failing queue does not prevent approval", async () => {
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
      expect(await listDeliveries(row.id)).toHaveLength(1);
    };
    const { env: quietEnv, delaysSeconds: sentDelays } = makeQuietEnv();
    await approve(quietEnv);
    expect(sentDelays).toEqual([expect.closeTo(undoHoldSeconds, -1)]);
    await approve({ ...quietEnv, DELIVERIES: { send: () => Promise.reject(new Error("no queue")) } });
  });
});
