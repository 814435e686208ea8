import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { beforeAll, inject } from "vitest";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import type { DeliveryRow } from "#domain/endpoints/exports/delivery.ts";
import deliveredEn from "#i18n/locales/en/delivered.ts";
import delivery from "#i18n/locales/en/delivery.ts";
import exporting from "#i18n/locales/en/exporting.ts";
import { takePhoto } from "#scripts/demo/demoPictures.ts";
import { type Fault, rightPassword } from "#scripts/support/servers/serverFaults.ts";
import type { StoredFile } from "#scripts/support/servers/store.ts";
import { createApiClient } from "./support/apiClient.ts";
import { describe, expect, openAs, test } from "./support/browser.ts";
import { linkIn, linkPattern, waitForMail } from "./support/mail.ts";
import { type ChosenFile, fillPlaceholders, Person, phone } from "./support/phone.ts";

/** Automatic and manual deliveries, and the proof of arrival, with test servers for every protocol. */

const run = Date.now().toString(36);
const customer = "Norrfiber";
const template = `Delivered ${run}`;
const mailbox = `box-${run}@example.com`;
const archive = `archive-${run}@example.com`;
/** The user of a destination's server, with its own files and faults. */
const userOf = (type: ExportConfigurationType) => `${type.toLowerCase().replaceAll("_", "-")}-${run}`;
const nameOf = (type: string) => `${type} ${run}`;

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const injectFaults = async (type: ExportConfigurationType, faults: readonly Fault[]) =>
  void (await fetch(`${inject("servers").control}/faults/${userOf(type)}`, {
    method: "POST",
    body: JSON.stringify(faults),
  }));

const fetchStoredFiles = async (type: ExportConfigurationType): Promise<StoredFile[]> => {
  const librarySegment = type === "SHAREPOINT" ? "/Shared%20Documents" : "";
  return (
    await fetch(`${inject("servers").control}/files/${userOf(type)}${librarySegment}`)
  ).json() as Promise<StoredFile[]>;
};

interface Destination {
  params: Record<string, string>;
  secrets?: Record<string, string>;
}

function destinations(): Record<ExportConfigurationType, Destination> {
  const { ftp, webdav, ramsite } = inject("servers");
  const byUser = (type: ExportConfigurationType, params: Record<string, string>): Destination => ({
    params: { ...params, username: userOf(type) },
    secrets: { password: rightPassword },
  });
  const apiPath = "/{documentStructureId}?path={path}&name={name}";
  return {
    EMAIL: { params: { staticEmail: mailbox } },
    SHAREPOINT: {
      params: {
        clientId: "app-1",
        tenantId: userOf("SHAREPOINT"),
        siteUrl: "https://contoso.sharepoint.com/sites/Falt",
        path: "Shared Documents",
      },
      secrets: { clientSecret: rightPassword },
    },
    FTP: byUser("FTP", { host: `localhost:${ftp.plain}`, directory: "in" }),
    WEBDAV: byUser("WEBDAV", { url: webdav.plain }),
    STOREGATE: byUser("STOREGATE", { url: webdav.plain }),
    RAMSITE_3GIS: {
      params: {
        projectId: userOf("RAMSITE_3GIS"),
        baseUrl: ramsite,
        uploadPath: `/projects/{projectId}/forms${apiPath}`,
        uploadField: "document",
        findPath: `/projects/{projectId}/file${apiPath}`,
        folderPath: "/projects/{projectId}/folders/{documentStructureId}",
        folderBody: '{"parent":"{path}","name":"{name}"}',
        removePath: `/projects/{projectId}/file${apiPath}`,
        sizeKey: "fileSize",
        idKey: "documentId",
      },
      secrets: { apiKey: encodeURIComponent(rightPassword) },
    },
  };
}
const types = Object.keys({
  EMAIL: 0,
  SHAREPOINT: 0,
  FTP: 0,
  WEBDAV: 0,
  STOREGATE: 0,
  RAMSITE_3GIS: 0,
} satisfies Record<ExportConfigurationType, number>) as ExportConfigurationType[];

const node = (type: string, params: Record<string, string> = {}, children: object[] = []) => ({
  id: crypto.randomUUID(),
  type,
  params,
  children,
});
const photos = () => node("PHOTOS", { name: "{PHOTO_NAME}", compressPhotos: "false" });
const tree = () => [
  node("FOLDER", { name: "{DOCUMENTATION_NAME}" }, [photos(), node("FILES"), node("EXTERNAL_FILES")]),
];

let pictures: ChosenFile[] = [];

beforeAll(async () => {
  const call = await createApiClient("super");
  const { items } = await call<{ items: { id: number; name: string }[] }>("/customers?max=100");
  const customerId = items.find(({ name }) => name === customer)!.id;
  const createDestination = async (type: ExportConfigurationType, name: string, destination: Destination) =>
    (await call<{ id: string }>("/exportConfigurations", { customerId, name, type, ...destination })).id;
  const destinationParams = destinations();
  const exports = [];
  for (const type of types)
    exports.push({
      id: crypto.randomUUID(),
      exportConfiguration: await createDestination(type, nameOf(type), destinationParams[type]),
      name: nameOf(type),
      params: { ...(type === "FTP" && { exportAutomatically: "true" }) },
      nodes: tree(),
    });
  exports.push({
    id: crypto.randomUUID(),
    exportConfiguration: await createDestination("EMAIL", nameOf("Archive"), {
      params: { staticEmail: archive },
    }),
    name: nameOf("Archive"),
    params: { exportAutomatically: "true", subject: "Done: {DOCUMENTATION_NAME}", body: "As agreed." },
    nodes: [node("EXPORT_DOCUMENT_TYPE", { exportDocumentType: "PHOTO_WORD_DOCUMENT", name: "Report" })],
  });
  await call("/templates", {
    customerId,
    name: template,
    position: 900,
    includeExternalFiles: true,
    tasks: [{ id: crypto.randomUUID(), name: "Overview", type: "PHOTO" }],
    templateExportConfigurations: exports,
  });
  const images = await Promise.all(
    [0, 1, 2].map((index) =>
      takePhoto("mast", { takenAt: new Date(Date.UTC(2026, 4, 4, 9, index)), lat: 63.29, lng: 18.71 }, index),
    ),
  );
  pictures = images.map(({ bytes: buffer }, index) => ({
    name: `IMG_${index}.jpg`,
    mimeType: "image/jpeg",
    buffer,
  }));
});

/** The hashes of a documentation's originals, as stored by the service. */
async function originalsOf(id: string): Promise<string[]> {
  const call = await createApiClient("staff");
  const { items } = await call<{ items: { sha256: string }[] }>(`/photos?documentationId=${id}&max=100`);
  return items.map((photo) => photo.sha256).sort();
}

const hashes = (files: readonly StoredFile[]) => files.map((file) => file.sha256).sort();

/** The line of a destination in the export dialog, during an export. */
const lineOf = (page: Page, type: ExportConfigurationType) =>
  page
    .getByRole("dialog")
    .getByRole("listitem")
    .filter({ hasText: nameOf(type) });

describe("2§4 deliveries", () => {
  let documentation = "";
  const name = `Mast ${run}`;

  test("2§4 3§3 when a documentation is completed on a phone, its photos reach an FTP server and a mail arrives automatically", async ({
    visit,
  }) => {
    const person = new Person(await visit(phone), "en");
    await person.logIn();
    await person.page.goto("/documentation/create");
    documentation = await person.begin(template, name);
    await person.choosePhotos("Overview", pictures);
    const startedAt = new Date();
    await person.complete();
    await person.waitUntilVerified(pictures.length);
    const originals = await originalsOf(documentation);
    expect(originals).toHaveLength(pictures.length);
    // Unfinished files have another name.
    await expect
      .poll(async () => (await fetchStoredFiles("FTP")).map(({ path }) => path))
      .toEqual([1, 2, 3].map((number) => `in/${name}/Overview_0${number}.jpg`));
    expect(hashes(await fetchStoredFiles("FTP"))).toEqual(originals);
    const mail = await waitForMail(archive, startedAt);
    expect(mail.subject).toBe(`Done: ${name}`);
    expect(mail.text).toContain("As agreed.");
    expect(mail.text).toContain("Report.docx");
  });

  test("2§4 2§8 an export reaches all six types of destination; an interrupted and a full one are resent after repairs, and every byte matches the original", async ({
    page,
    visit,
  }) => {
    const originals = await originalsOf(documentation);
    // Large enough that the mail links to it.
    const external = randomBytes(3_600_000);
    const allHashes = [...originals, sha256(external)].sort();
    // One is interrupted and then full until space is freed; the other is interrupted until it is repaired.
    await injectFaults("WEBDAV", [
      { operation: "upload", action: "reset", after: 20_000, times: 1 },
      { operation: "upload", action: "answer", status: 507 },
    ]);
    await injectFaults("SHAREPOINT", [{ operation: "upload", action: "reset", after: 20_000 }]);
    const startedAt = new Date();
    await openAs(page, "staff", `/documentation/details/${documentation}`);
    await page.getByRole("button", { name: exporting.action, exact: true }).click();
    const dialog = page.getByRole("dialog");
    for (const type of types) await dialog.getByRole("checkbox", { name: nameOf(type) }).check();
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "plan.bin", mimeType: "application/octet-stream", buffer: external });
    await dialog.getByRole("button", { name: exporting.send, exact: true }).click();

    await Promise.all([
      lineOf(page, "WEBDAV").getByText(delivery.error.full).waitFor(),
      lineOf(page, "SHAREPOINT").getByText(delivery.error.transient).waitFor(),
    ]);
    for (const type of ["FTP", "STOREGATE", "RAMSITE_3GIS"] as const)
      await expect.poll(async () => hashes(await fetchStoredFiles(type))).toEqual(allHashes);
    await dialog.getByRole("button", { name: exporting.sending.close, exact: true }).click();

    await injectFaults("WEBDAV", []);
    // The first attempts follow within seconds; the next one would take too long to wait for.
    const call = await createApiClient("staff");
    const path = `/deliveries?documentationId=${documentation}&max=100` as const;
    const getNextTry = async () => {
      const { items } = await call<{ items: DeliveryRow[] }>(path);
      return (
        items.find(({ exportConfigurationName: destinationName }) => destinationName === nameOf("SHAREPOINT"))
          ?.nextTry ?? ""
      );
    };
    const inAMinute = () => new Date(Date.now() + 60_000).toISOString();
    await expect.poll(async () => (await getNextTry()) > inAMinute()).toBe(true);
    await injectFaults("SHAREPOINT", []);
    await page.reload();
    const tryNowLabel = fillPlaceholders(exporting.retryNowTo, { name: nameOf("SHAREPOINT") });
    await page.getByRole("button", { name: tryNowLabel, exact: true }).click();
    const resendLabel = fillPlaceholders(exporting.resendTo, { name: nameOf("WEBDAV") });
    await page.getByRole("button", { name: resendLabel, exact: true }).click();
    for (const type of ["WEBDAV", "SHAREPOINT"] as const)
      await expect.poll(async () => hashes(await fetchStoredFiles(type))).toEqual(allHashes);

    const link = linkIn(await waitForMail(mailbox, startedAt, linkPattern));
    const visitor = await visit();
    await visitor.page.goto(new URL(link).pathname + new URL(link).search);
    const downloadEvent = visitor.page.waitForEvent("download");
    await visitor.page.getByRole("link", { name: deliveredEn.downloadAll }).click();
    const zip = unzipSync(new Uint8Array(await readFile(await (await downloadEvent).path())));
    const mailedHashes = Object.entries(zip)
      .filter(([path]) => /\.(jpg|bin)$/.test(path))
      .map(([, bytes]) => sha256(bytes));
    expect(mailedHashes.sort()).toEqual(allHashes);
  });

  test("2§3 the list of deliveries shows what was sent where, by whom or automatically, with every file's path and SHA-256", async ({
    page,
  }) => {
    const originals = await originalsOf(documentation);
    await openAs(page, "staff", `/delivery?q=${encodeURIComponent(name)}`);
    await page.getByText(delivery.automatic, { exact: true }).first().waitFor();
    await expect.poll(() => page.getByText(delivery.state.DONE, { exact: true }).count()).toBeGreaterThan(5);
    const call = await createApiClient("staff");
    const { items } = await call<{
      items: { id: string; state: string; bytes: number; bytesSent: number }[];
    }>(`/deliveries?documentationId=${documentation}&max=100`);
    expect(items.map(({ state }) => state)).toEqual(items.map(() => "DONE"));
    expect(items.map(({ bytesSent }) => bytesSent)).toEqual(items.map(({ bytes }) => bytes));
    const details = await Promise.all(
      items.map(({ id }) =>
        call<{ exportConfigurationName: string; items: { path: string; sha256: string }[] }>(
          `/delivery/${id}`,
        ),
      ),
    );
    const ftpDeliveries = details.filter(
      ({ exportConfigurationName }) => exportConfigurationName === nameOf("FTP"),
    );
    expect(ftpDeliveries).toHaveLength(2);
    for (const { items: files } of ftpDeliveries)
      expect(
        files
          .filter(({ path }) => path.endsWith(".jpg"))
          .map((file) => file.sha256)
          .sort(),
      ).toEqual(originals);
  });
});
