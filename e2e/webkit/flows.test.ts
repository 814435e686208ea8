import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import enCapture from "#i18n/locales/en/capture.ts";
import enDocumentation from "#i18n/locales/en/documentation.ts";
import enLink from "#i18n/locales/en/link.ts";
import { takePhoto } from "#scripts/demo/demoPictures.ts";
import { callAsDevice } from "../support/device.ts";
import { WebKit } from "./webkit.ts";

/** The main flows in Safari's engine: `npm test -- --browser webkit`. */
const isWebKit = inject("browserUnderTest").name === "webkit";
const run = Date.now();
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let webkit: WebKit;
let folder: string;
let photo: Buffer;

beforeAll(async () => {
  if (!isWebKit) return;
  folder = await mkdtemp(path.join(os.tmpdir(), "siteproof-webkit-"));
  const shot = { takenAt: new Date("2026-05-04T09:00:00Z"), lat: 63.29, lng: 18.71 };
  ({ bytes: photo } = await takePhoto("cabinet", shot));
  await writeFile(path.join(folder, "image.jpg"), photo);
  webkit = await WebKit.start(inject("browserUnderTest").path, { width: 1280, height: 900 });
});
afterAll(async () => {
  if (!isWebKit) return;
  await webkit.end();
  await rm(folder, { recursive: true, force: true });
});

/** Calls the API in the page's session. */
const api = <T>(method: string, call: string, body?: object): Promise<T> =>
  webkit.runAsync<T>(
    `const [method, path, body, done] = arguments;
     const { access_token } = JSON.parse(localStorage.getItem("session"));
     fetch("/api" + path, { method, body: body && JSON.stringify(body),
       headers: { authorization: "Bearer " + access_token, "content-type": "application/json" } })
       .then((response) => response.json()).then(done)`,
    method,
    call,
    body ?? null,
  );

async function documentation(name: string): Promise<string> {
  const { items } = await callAsDevice<{ items: { id: string }[] }>("/template/findAllByLicenseCode", {});
  const id = crypto.randomUUID();
  const dateCreated = "2026-05-05T08:00:00Z";
  await callAsDevice("/documentation/saveWithLicenseCode", {
    documentation: { ...{ id, templateId: items[0]!.id, name, creator: "Ida", dateCreated }, tasks: [] },
  });
  await callAsDevice("/documentation/completeWithLicenseCode", { id, creator: "Ida" });
  return id;
}

describe.runIf(isWebKit)("Safari's engine", () => {
  test("B2 a photo is captured on a phone's window, stored without Blobs, and arrives", async () => {
    await webkit.driver.manage().window().setRect({ x: 0, y: 0, width: 390, height: 844 });
    await webkit.logIn("staff");
    await webkit.open("/documentation/create");
    const name = `WebKit ${run}`;
    await (await webkit.find("//select/option[text()='Norrfiber fält']")).click();
    await (await webkit.find("//select/option[text()='Kabelskåp']")).click();
    const field = await webkit.find(`//input[@id=//label[starts-with(., '${enCapture.start.name}')]/@for]`);
    await field.sendKeys(name);
    await webkit.press(enCapture.start.startButton);
    await webkit.press("Bra");
    for (const task of ["Skåp utvändigt", "Skåp invändigt"]) {
      await webkit.chooseFile(
        `(//*[@aria-label='${task}' or ./legend[.='${task}']]//input[@type='file'][@multiple])[1]`,
        path.join(folder, "image.jpg"),
      );
      await webkit.find(`//*[contains(@aria-label, '${task}')]//img`);
    }
    await webkit.hasText(enCapture.form.saved);
    await webkit.press(enCapture.form.complete);
    await webkit.hasText(enCapture.sending.verified_other.replace("{count}", "2"));
    const { items } = await api<{ items: { id: string; name: string; status: string }[] }>(
      "GET",
      `/documentations?query=${encodeURIComponent(name)}`,
    );
    expect(items[0]?.status).toBe("COMPLETED");
    await webkit.driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 });
  });

  test("2§2 a documentation is reviewed: opened, its photo viewed, and approved", async () => {
    const id = await documentation(`WebKit review ${run}`);
    await webkit.logIn("staff");
    await webkit.open(`/documentation/details/${id}`);
    await webkit.press("Approve");
    await expect
      .poll(() => api<{ status: string }>("GET", `/documentations/${id}`))
      .toMatchObject({ status: "APPROVED" });
  });

  test("2§5 a file is uploaded through a link and verified", async () => {
    const id = await documentation(`WebKit link ${run}`);
    await webkit.logIn("staff");
    const { token } = await api<{ token: string }>("POST", "/uploadToken/create", {
      documentationId: id,
      purpose: "FILES",
    });
    await webkit.open(`/uploadFiles?token=${token}`);
    await webkit.chooseFile("(//input[@type='file'])[1]", path.join(folder, "image.jpg"));
    await webkit.press(enLink.files.upload);
    await webkit.hasText(enLink.files.success);
    expect(JSON.stringify(await api("POST", "/uploadToken/getReceipt", { token }))).toContain(sha256(photo));
  });

  test("B3 comparison shows whole thumbnails, as high as wide", async () => {
    await webkit.logIn("super");
    const { items } = await api<{ items: { name: string; customerId: number; uploadedPhotos: number }[] }>(
      "GET",
      "/documentations?max=100",
    );
    const { name, customerId } = items.find(({ uploadedPhotos }) => uploadedPhotos > 3)!;
    await webkit.open(`/documentationComparison/${encodeURIComponent(name)}?customerId=${customerId}`);
    await webkit.find("//td//img");
    const sizes = await webkit.run<[number, number, number][]>(
      `return [...document.querySelectorAll("td img")].map((image) => {
         const { width, height } = image.getBoundingClientRect();
         return [width, height, image.parentElement.getBoundingClientRect().height];
       })`,
    );
    expect(sizes.length).toBeGreaterThan(0);
    for (const [width, height, frame] of sizes) expect([height, frame]).toEqual([width, width]);
  });

  test("design§Exports a zip of originals is offered and complete", async () => {
    await webkit.logIn("staff");
    const { items } = await api<{ items: { id: string; uploadedPhotos: number }[] }>(
      "GET",
      "/documentations?max=100",
    );
    const { id } = items.find(({ uploadedPhotos }) => uploadedPhotos > 1)!;
    await webkit.open(`/documentation/details/${id}`);
    await webkit.press(enDocumentation.export.menu);
    await webkit.find("//*[@role='menuitem']");
    const { url } = await api<{ url: string }>("POST", "/downloadTicket", {
      path: `/api/documentation/downloadZipFile/${id}`,
    });
    const start = await webkit.runAsync<string>(
      `const done = arguments[1];
       fetch(arguments[0]).then((response) => response.arrayBuffer())
         .then((bytes) => done(String.fromCharCode(...new Uint8Array(bytes.slice(0, 2)))))`,
      url,
    );
    expect(start).toBe("PK");
  });
});
