import { beforeAll, inject } from "vitest";
import documentationTexts from "#i18n/locales/en/documentation.ts";
import link from "#i18n/locales/en/link.ts";
import received from "#i18n/locales/en/received.ts";
import review from "#i18n/locales/en/review.ts";
import { takePhoto } from "#scripts/demo/demoPictures.ts";
import { fireCron } from "#scripts/support/server.ts";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import type { StoredFile } from "#scripts/support/servers/store.ts";
import { createApiClient } from "./support/apiClient.ts";
import { describe, expect, openAs, test } from "./support/browser.ts";
import { callAsDevice } from "./support/device.ts";
import { fillPlaceholders, Person, phone } from "./support/phone.ts";

/** A month in the life of a documentation, without waiting: the tests pass the time to the scheduler. */

const run = Date.now().toString(36);
const template = `A month ${run}`;
const archive = `month-${run}`;
const destination = `Archive ${run}`;
/** An answer that its task's list does not contain yet. */
const newAnswer = `Granite ${run}`;
const position = { latitude: 64.7502, longitude: 20.9509, accuracy: 14 };
/** The cron expression of deletions only: other tests share the server and use the real time. */
const deletionCron = "*/5 * * * *";
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

const fireDeletions = (days: number) =>
  fireCron(inject("baseUrl"), "siteproof-api", deletionCron, inDays(days));
const listDeliveredPaths = async (): Promise<string[]> =>
  ((await (await fetch(`${inject("servers").control}/files/${archive}`)).json()) as StoredFile[]).map(
    ({ path }) => path,
  );

let materials = "";

/** Creates a template with every setting that takes effect between a device and the end of a documentation. */
beforeAll(async () => {
  const admin = await createApiClient("super");
  const { items } = await admin<{ items: { id: number; name: string }[] }>("/customers?max=100");
  const customerId = items.find(({ name }) => name === "Norrfiber")!.id;
  const { id } = await admin<{ id: string }>("/exportConfigurations", {
    ...{ customerId, name: destination, type: "FTP" },
    params: { host: `localhost:${inject("servers").ftp.plain}`, directory: "in", username: archive },
    secrets: { password: rightPassword },
  });
  const list = { customerId, name: `Materials ${run}`, type: "TASK_OPTIONS" };
  materials = (await admin<{ id: string }>("/suggestionLists", list)).id;
  const node = (type: string, params: Record<string, string> = {}) => ({
    ...{ id: crypto.randomUUID(), type, params, children: [] },
  });
  await admin("/templates", {
    ...{ customerId, name: template, position: 901 },
    ...{ allTasksRequired: "YES", locationEnabled: true, locationRequired: true, photoOverviewEnabled: true },
    ...{ exportAutomatically: true, deleteAutomatically: true, deleteTimeLimit: "WEEK" },
    replacementTexts: [{ id: crypto.randomUUID(), code: "COMMENT", sv: "Kommentar", en: "Remark" }],
    tasks: [
      { id: crypto.randomUUID(), name: "Overview", type: "PHOTO" },
      {
        ...{ id: crypto.randomUUID(), name: "Material", type: "SINGLE_CHOICE_SUGGESTION" },
        ...{ suggestionList: materials, params: { updateSuggestionList: "true" } },
      },
      { id: crypto.randomUUID(), name: "Remark", type: "TEXT" },
    ],
    templateExportConfigurations: [
      {
        ...{ id: crypto.randomUUID(), exportConfiguration: id, name: destination, params: {} },
        nodes: [
          node("PHOTOS", { name: "{PHOTO_NAME}", compressPhotos: "false" }),
          node("FILES"),
          node("EXPORT_DOCUMENT_TYPE", { exportDocumentType: "PHOTO_WORD_DOCUMENT", name: "Report" }),
        ],
      },
    ],
  });
});

interface DeviceTemplate {
  id: string;
  name: string;
  tasks: { id: string; name: string; type: string; required: string; suggestionList: string | null }[];
}

/** Begins a documentation on a device, with a photo and one of two answers, and hands it over. */
async function handOverFromDevice(name: string): Promise<string> {
  const { items } = await callAsDevice<{ items: DeviceTemplate[] }>("/template/findAllByLicenseCode", {});
  const { id: templateId, tasks } = items.find((item) => item.name === template)!;
  expect(tasks.map(({ required }) => required)).toEqual(["YES", "YES", "YES"]);
  const [id, photo] = [crypto.randomUUID(), crypto.randomUUID()];
  const capturedTasks = tasks.map((task, index) => ({
    ...{ id: crypto.randomUUID(), templateTaskId: task.id, name: task.name, type: task.type },
    ...{ required: task.required, position: index, answer: task.name === "Material" ? newAnswer : null },
  }));
  await callAsDevice("/documentation/saveWithLicenseCode", {
    documentation: {
      ...{
        id,
        templateId,
        name,
        creator: "Ida",
        deviceId: "ipad-77aa",
        numberOfPhotos: 1,
        tasks: capturedTasks,
      },
      ...{ dateCreated: "2026-05-05T08:00:00Z", exportAutomatically: true },
      ...{ deleteAutomatically: true, deleteTimeLimit: "WEEK" },
    },
  });
  await callAsDevice("/photo/saveWithLicenseCode", {
    photo: {
      ...{ id: photo, documentationId: id, documentationTaskId: capturedTasks[0]!.id },
      ...{ name: "Overview_01", creator: "Ida" },
    },
  });
  const shot = { takenAt: new Date(Date.UTC(2026, 4, 5)), lat: 63.29, lng: 18.71 };
  const data = (await takePhoto("mast", shot)).bytes.toString("base64");
  await callAsDevice("/photo/upload", { photo: { id: photo, data }, id: photo });
  await callAsDevice("/documentation/pauseWithLicenseCode", { id, creator: "Ida" });
  return id;
}

describe("a simulated month", () => {
  const name = `Month ${run}`;

  test("3§3 a documentation started on a device receives files through a public link, is completed in the portal, delivered automatically, announced for deletion, reviewed, and deleted on time", async ({
    page,
    visit,
  }) => {
    const id = await handOverFromDevice(name);
    const staff = await createApiClient("staff");
    const { url } = await staff<{ url: string }>("/uploadToken/create", {
      ...{ documentationId: id, purpose: "FILES" },
    });
    const visitor = await visit(phone);
    await visitor.page.goto(new URL(url).pathname + new URL(url).search);
    await visitor.page
      .locator("input[type=file][multiple]")
      .setInputFiles([
        { name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 plan") },
      ]);
    await visitor.page.getByRole("button", { name: link.files.upload, exact: true }).tap();
    await visitor.page.getByText(link.files.success).waitFor();

    await openAs(page, "staff", `/documentation/details/${id}`);
    const section = page.getByRole("region", { name: received.title });
    await section.getByLabel(received.selectAll).check();
    await section.getByRole("button", { name: received.add }).click();
    await page.getByRole("dialog").getByRole("button", { name: received.addShort, exact: true }).click();
    await page.getByText(fillPlaceholders(received.addSuccess_one, { count: 1 })).waitFor();

    const person = new Person(
      await visit({ ...phone, permissions: ["geolocation"], geolocation: position }),
      "en",
    );
    await openAs(person.page, "staff", "/documentation/create");
    await person.page
      .getByRole("link", { name: fillPlaceholders(person.t.capture.drafts.resumeOf, { name }) })
      .tap();
    await expect.poll(() => person.photosOf("Overview").count()).toBe(1);
    await person.answer(["Remark", "text", "Rust on the ladder"]);
    await person.complete();
    const overview = person.page.getByRole("dialog", { name: person.t.capture.overview.title });
    await overview.getByRole("button", { name: person.t.capture.form.complete }).tap();
    await person.page.waitForURL(`**/documentation/details/${id}`);
    await expect.poll(listDeliveredPaths).toEqual(["in/Overview_01.jpg", "in/Report.docx", "in/plan.pdf"]);
    const suggestions = await staff<{ items: { text: string }[] }>(
      `/suggestionList/suggestions/${materials}`,
    );
    expect(suggestions.items.map(({ text }) => text)).toEqual([newAnswer]);
    const { lat, accuracy } = await staff<{ lat: number; accuracy: number }>(`/documentations/${id}`);
    expect({ lat, accuracy }).toEqual({ lat: position.latitude, accuracy: position.accuracy });

    // The deletion is announced a week ahead, on the documentation's page and in the list.
    await page.reload();
    await page.getByText(review.deletion.scheduled.split("{")[0]!).waitFor();
    await page.getByRole("button", { name: review.status.APPROVED.action }).click();
    await page.getByText(documentationTexts.status.APPROVED, { exact: true }).first().waitFor();
    await page.goto(`/documentation?q=${encodeURIComponent(name)}`);
    await page.getByLabel(documentationTexts.deletedAutomatically.split("{")[0]!).first().waitFor();

    expect(await fireDeletions(6)).toBe(true);
    await staff(`/documentations/${id}`);
    expect(await fireDeletions(31)).toBe(true);
    await expect(staff(`/documentations/${id}`)).rejects.toThrow(": 404");
    expect(await listDeliveredPaths()).toHaveLength(3);

    const admin = await createApiClient("super");
    const { items } = await admin<{ items: { objectId: string; action: string; userId: number }[] }>(
      "/domainChangeLog/index",
      { q: id },
    );
    expect(items).toEqual(
      expect.arrayContaining([expect.objectContaining({ objectId: id, action: "DELETE", userId: -1 })]),
    );
  });
});
