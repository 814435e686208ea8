import ExcelJS from "exceljs";
import { describe, expect, it } from "vitest";
import { addDays, toDayStart, today } from "#domain/core/calendar/days.ts";
import { listMondays } from "#domain/core/calendar/weeks.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type { Progress } from "#domain/endpoints/documentation/progress.ts";
import { databaseOf } from "#worker/db/database.ts";
import {
  customerDocumentationStatus,
  delivery,
  documentationTask,
  photo,
  retake,
  unexpectedAnswerEvent,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeLicense,
  makeSuperAdmin,
  makeTemplate,
} from "#worker/testing/factories.ts";
import { readProgress } from "./readProgress.ts";

const hour = 3600;
const makeManager = (roles: readonly string[] = []) =>
  makeCaller({
    roles: ["ROLE_PROGRESS", "ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE", ...roles] as never,
  });
const fetchProgress = (as: Caller, query = "") => jsonOf<Progress>(call("GET", `/progress${query}`, { as }));
const countListed = async (as: Caller, query: string) =>
  (await jsonOf<{ total: number }>(call("GET", `/documentation/count?${query}`, { as }))).total;

/** A documentation that was reviewed some hours after it was captured. */
const makeReviewed = (customerId: number, hours: number, values: object = {}, reviewedAt = addSeconds(-60)) =>
  makeDocumentation(customerId, {
    status: "APPROVED",
    dateCreated: addSeconds(-hours * hour, new Date(reviewedAt)),
    reviewedAt,
    reviewedBy: "anna",
    ...values,
  });

describe("design§Web the figures of progress", () => {
  it("cover the caller's customer; super admins can choose another one", async () => {
    const [as, other] = [await makeManager(), await makeManager()];
    await makeReviewed(as.customerId, 1);
    expect((await fetchProgress(as)).reviews.documentations).toBe(1);
    expect((await fetchProgress(other)).reviews.documentations).toBe(0);
    expect((await call("GET", `/progress?customerId=${as.customerId}`, { as: other })).status).toBe(403);
    const superAdmin = await makeSuperAdmin();
    expect((await fetchProgress(superAdmin, `?customerId=${as.customerId}`)).reviews.documentations).toBe(1);
    const reader = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await call("GET", "/progress", { as: reader })).status).toBe(403);
    expect((await call("GET", "/progress/workbook", { as: reader })).status).toBe(403);
    const badWeeks = await call("GET", "/progress?weeks=5", { as });
    expect([badWeeks.status, await badWeeks.json()]).toMatchObject([
      422,
      { error: { fields: { weeks: "invalid" } } },
    ]);
  });

  it("follow the status: an undone review and a new hand-over are not counted", async () => {
    const as = await makeManager();
    await db()
      .insert(customerDocumentationStatus)
      .values(
        ["HANDLED", "APPROVED", "PAUSED"].map((status) => ({
          customerId: as.customerId,
          status: status as never,
        })),
      );
    const { id } = await makeDocumentation(as.customerId, { status: "COMPLETED" });
    let version = 1;
    const setStatus = async (status: string) => {
      const response = await call("PUT", `/documentation/changeStatus/${id}`, {
        as,
        body: { status, version },
      });
      expect(response.status, await response.clone().text()).toBe(200);
      version += 1;
    };
    const readReviewers = async () =>
      (await fetchProgress(as)).groupings.reviewer.items.map(({ name }) => name);
    await setStatus("APPROVED");
    expect(await readReviewers()).toHaveLength(1);
    expect((await call("PUT", `/documentation/undoStatus/${id}`, { as, body: { version } })).status).toBe(
      200,
    );
    version += 1;
    expect(await readReviewers()).toEqual([]);
    await setStatus("HANDLED");
    expect((await fetchProgress(as)).reviews.documentations).toBe(1);
    await setStatus("PAUSED");
    expect(await readReviewers()).toEqual([]);
  });

  it("have the median and the longest time by creator, licence, template, place and reviewer, as their lists do", async () => {
    const as = await makeManager();
    const template = await makeTemplate(as.customerId, { name: "Mast" });
    const license = await makeLicense({ customerId: as.customerId, name: "North" });
    const shared = { templateId: template.id, licenseId: license.id, name: "Mast 7", creator: "bo" };
    for (const hours of [1, 2, 30]) await makeReviewed(as.customerId, hours, shared);
    await makeReviewed(as.customerId, 4, { ...shared, creator: "eva", reviewedBy: "olle", licenseId: null });
    await makeReviewed(as.customerId, 5, { ...shared, hidden: true });
    const { reviews, groupings, startDate, endDate } = await fetchProgress(as);
    expect(reviews).toMatchObject({ documentations: 4, medianSeconds: 3 * hour, maxSeconds: 30 * hour });
    const bo = { key: "bo", name: "bo", documentations: 3, medianSeconds: 2 * hour, maxSeconds: 30 * hour };
    expect(groupings.creator).toEqual({
      groupCount: 2,
      items: [bo, expect.objectContaining({ key: "eva", documentations: 1, medianSeconds: 4 * hour })],
    });
    expect(groupings.template.items).toMatchObject([{ key: template.id, name: "Mast", documentations: 4 }]);
    expect(groupings.license.items).toMatchObject([
      { key: license.id, name: "North", documentations: 3 },
      { key: "", name: "", documentations: 1 },
    ]);
    expect(groupings.place.items).toMatchObject([{ key: "Mast 7", documentations: 4 }]);
    expect(groupings.reviewer.items).toMatchObject([{ key: "anna", documentations: 3 }, { key: "olle" }]);
    const countReviews = (rest: string) =>
      countListed(as, `activityFilter=REVIEWED;${startDate};${endDate}${rest}`);
    expect([
      await countReviews(""),
      await countReviews("&creatorFilter=bo"),
      await countReviews(`;license=${license.id}`),
      await countReviews(";place=Mast%207"),
      await countReviews(";person=olle"),
      await countReviews(`&templateFilter=${template.id}`),
    ]).toEqual([4, 3, 3, 4, 1, 4]);
  });

  it("count the queue by age, without hidden documentations; null if no status ends a review", async () => {
    const as = await makeManager();
    const day = today();
    const make = (ageDays: number, values: object = {}) =>
      makeDocumentation(as.customerId, {
        status: "COMPLETED",
        dateCreated: toDayStart(addDays(day, -ageDays)),
        ...values,
      });
    await make(0);
    expect((await fetchProgress(as)).queue).toBeNull();
    await db().insert(customerDocumentationStatus).values({ customerId: as.customerId, status: "APPROVED" });
    for (const age of [1, 2, 6, 7, 29, 30, 400]) await make(age);
    await make(3, { hidden: true });
    const { queue } = await fetchProgress(as);
    expect(queue?.documentations).toBe(8);
    expect(queue?.oldest).toBe(toDayStart(addDays(day, -400)));
    expect(queue?.ages).toEqual([
      { startDate: addDays(day, -1), endDate: day, documentations: 2 },
      { startDate: addDays(day, -6), endDate: addDays(day, -2), documentations: 2 },
      { startDate: addDays(day, -29), endDate: addDays(day, -7), documentations: 2 },
      { startDate: null, endDate: addDays(day, -30), documentations: 2 },
    ]);
    for (const { startDate, endDate, documentations } of queue?.ages ?? [])
      expect(
        await countListed(as, `statusFilter=COMPLETED&createdDateRange=${startDate ?? ""};${endDate}`),
      ).toBe(documentations);
  });

  it("count retakes with their reasons, deliveries and unexpected answers", async () => {
    const as = await makeManager();
    const { customerId } = as;
    const { id: documentationId } = await makeDocumentation(customerId, { name: "Mast 7" });
    const [task] = await db()
      .insert(documentationTask)
      .values({ customerId, documentationId, name: "Foundation", type: "TEXT" })
      .returning();
    const [picture] = await db()
      .insert(photo)
      .values({ customerId, documentationId, name: "a.jpg", creator: "bo" })
      .returning();
    const requester = { userId: as.userId, realUserId: null, customerId };
    const base = { customerId, documentationId, creator: "anna", requester };
    await db()
      .insert(retake)
      .values([
        { ...base, photoId: picture!.id, reason: "Blurred", outcome: "TAKEN", dateCreated: addSeconds(-60) },
        { ...base, documentationTaskId: task!.id, reason: "Blurred" },
        {
          ...base,
          photoId: picture!.id,
          reason: "Too dark",
          dateCreated: addSeconds(-400 * 86_400),
          outcome: "WITHDRAWN",
        },
      ]);
    await db()
      .insert(unexpectedAnswerEvent)
      .values([
        { customerId, taskId: task!.id, expectedAnswerListName: "Cable", expectedAnswer: "A" },
        { customerId, taskId: task!.id, expectedAnswerListName: "Cable", expectedAnswer: "B" },
      ]);
    const ids = {
      templateExportConfigurationId: crypto.randomUUID(),
      exportConfigurationId: crypto.randomUUID(),
    };
    for (const state of ["DONE", "FAILED", "WAITING", "RUNNING"] as const)
      await db()
        .insert(delivery)
        .values({
          ...{ customerId, documentationId, ...ids, exportConfigurationName: "FTP", type: "FTP", state },
          request: deliveryRequest.parse({}),
        });
    const { sentBack, deliveries, findings, startDate, endDate } = await fetchProgress(as);
    expect(sentBack).toMatchObject({ items: 2, documentations: 1, open: 1, answered: 1, withdrawn: 0 });
    expect(sentBack.reasons).toEqual([{ reason: "Blurred", items: 2 }]);
    expect(sentBack.newest.map(({ name, documentationName }) => [name, documentationName])).toEqual([
      ["Foundation", "Mast 7"],
      ["a.jpg", "Mast 7"],
    ]);
    expect(deliveries).toEqual({ done: 1, failed: 1, inProgress: 2, cancelled: 0 });
    expect(findings).toEqual({ answers: 2, documentations: 1, lists: [{ name: "Cable", answers: 2 }] });
    const countActivities = (activity: string) =>
      countListed(as, `activityFilter=${activity};${startDate};${endDate}`);
    expect([await countActivities("SENT_BACK"), await countActivities("UNEXPECTED_ANSWER")]).toEqual([1, 1]);
  });

  it("have a row for each week from Monday, Swedish time, also over the change to summer time", async () => {
    const as = await makeManager();
    const day = "2026-04-01";
    const [previous, current] = listMondays(day, 2) as [string, string];
    await makeReviewed(as.customerId, 1, {}, addSeconds(-1, new Date(toDayStart(current))));
    await makeReviewed(as.customerId, 3, {}, toDayStart(current));
    const { weeks, startDate, endDate } = await readProgress(databaseOf(env), as.customerId, 4, day);
    expect([startDate, endDate]).toEqual(["2026-03-09", day]);
    expect(weeks.slice(-2)).toEqual([
      { startDate: previous, created: 2, reviewed: 1, sentBack: 0, medianSeconds: hour },
      { startDate: current, created: 0, reviewed: 1, sentBack: 0, medianSeconds: 3 * hour },
    ]);
  });

  it("can be downloaded as a workbook that other programs read", async () => {
    const as = await makeManager();
    await makeReviewed(as.customerId, 2, { creator: "=1+1" });
    const response = await call("GET", "/progress/workbook?weeks=4&language=sv", { as });
    expect(response.headers.get("content-disposition")).toMatch(/Uppf.*\.xlsx/);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load((await response.arrayBuffer()) as never);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([
      ...["Siffror", "Veckor", "Skapare", "Licenser", "Mallar", "Platser", "Granskare", "Skickat tillbaka"],
    ]);
    const creators = workbook.getWorksheet("Skapare")!;
    expect([creators.getCell("A2").text, creators.getCell("B2").value, creators.getCell("C2").value]).toEqual(
      [...["=1+1", 1, 2]],
    );
    expect(workbook.getWorksheet("Veckor")!.rowCount).toBe(5);
  });
});
