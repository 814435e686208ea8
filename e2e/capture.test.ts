import { createHash } from "node:crypto";
import { beforeAll } from "vitest";
import { sceneKinds, takePhoto } from "#scripts/demo/demoPictures.ts";
import { describe, expect, onlyInChromium, test } from "./support/browser.ts";
import {
  type Answer,
  type ChosenFile,
  fillPlaceholders,
  type Language,
  Person,
  phone,
} from "./support/phone.ts";

/** A documentation captured on a phone arrives complete, whatever happens to the network and the tab. */

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const run = Date.now();
let photos: ChosenFile[] = [];

beforeAll(async () => {
  const images = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      takePhoto(
        sceneKinds[index % sceneKinds.length]!,
        { takenAt: new Date(Date.UTC(2026, 4, 4, 9, index)), lat: 63.29 + index / 1000, lng: 18.71 },
        index % 2,
      ),
    ),
  );
  photos = images.map(({ bytes: buffer }, index) => ({
    name: `IMG_${index + 1}.jpg`,
    mimeType: "image/jpeg",
    buffer,
  }));
});

const geolocation = { latitude: 64.7502, longitude: 20.9509, accuracy: 14 };

/** The browser's own messages about calls without a network. */
const offlineMessages = /ERR_INTERNET_DISCONNECTED|Failed to load resource/;

/** Two demo templates that together have every type of task. */
const forms: Record<Language, { template: string; answers: Answer[]; photos: Record<string, number[]> }> = {
  en: {
    template: "Mast inspection",
    answers: [
      ["Project manager", "text", "Vera Lind"],
      ["Operator", "suggestion", "Polarnet"],
      ["Inspection date", "text", "2026-05-04"],
      ["Arrived", "text", "08:15"],
      ["Corrosion", "choice", "Slight"],
      ["Guy wire tension in kN", "text", "12.5"],
      ["Number of antennas", "text", "6"],
      ["Fence locked", "check", "true"],
      ["Asset tag", "text", "NFA-004417"],
    ],
    photos: { Overview: [0, 1], "Tower base": [2], "Corrosion close-up": [3] },
  },
  sv: {
    template: "Fiberschakt",
    answers: [
      ["Entreprenör", "text", "Grävlaget i Åbyn"],
      ["Djup i meter", "text", "1,2"],
      ["Antal meter", "text", "140"],
      ["Slang", "choice", "40 mm"],
      ["Material", "suggestion", "Kabelsand"],
      ["Korsar väg", "check", "true"],
      ["Tillståndsnummer", "text", "TRV 2026/4412"],
      ["Kommentar", "text", "Berg på 40 cm mellan hus 3 och 5."],
    ],
    photos: { "Före schakt": [0, 1], "Schakt öppet": [2], Vägkorsning: [3] },
  },
};

describe.each(["en", "sv"] as const)("capture on a phone, %s", (language) => {
  test("2§4 design§Capture a documentation closed midway and interrupted while sending arrives complete and verified", async ({
    visit,
  }) => {
    const visitor = await visit({ ...phone, permissions: ["geolocation"], geolocation });
    const person = new Person(visitor, language);
    const { template, answers, photos: photoTasks } = forms[language];
    const tasks = Object.entries(photoTasks);
    await person.logIn();
    await person.page.goto("/documentation/create");
    const id = await person.begin(template, `Capture ${language} ${run}`);
    for (const answer of answers) await person.answer(answer);
    for (const [task, numbers] of tasks)
      await person.choosePhotos(
        task,
        numbers.map((number) => photos[number]!),
      );
    if (language === "en") await drawSketch(person, "Sketch of defects");
    else await chooseFile(person, "Ledningsanvisning");
    await person.waitUntilSaved();

    await person.closeTab();
    await person.openTab("/documentation/create");
    await person.page
      .getByRole("link", {
        name: fillPlaceholders(person.t.capture.drafts.resumeOf, { name: `Capture ${language} ${run}` }),
      })
      .tap();
    await person.task(answers[0]![0]).waitFor();
    for (const answer of answers)
      await expect.poll(() => person.readAnswer(answer), { message: answer[0] }).toBe(answer[2]);
    for (const [task, numbers] of tasks)
      await expect.poll(() => person.photosOf(task).count()).toBe(numbers.length);

    // The network fails once the second photo has been sent, before the service confirms it.
    let settledCount = 0;
    await person.context.route("**/api/photo/settleUploads", async (route) => {
      settledCount += 1;
      if (settledCount !== 2) return route.continue();
      await person.network(false);
      await route.abort("internetdisconnected");
    });
    await person.complete();
    await person.waitForOfflineDialog();
    // Four photos, and a drawing or a file.
    const count = 5;
    await person.page
      .getByText(fillPlaceholders(person.t.capture.sending.progress_other, { confirmedCount: 1, count }))
      .waitFor();
    visitor.ignoreFaults(offlineMessages);
    await person.network(true);
    await person.waitUntilVerified(count);
    await person.page.waitForURL(`**/documentation/details/${id}`);
    // Both templates save the position, which the form requested from the browser when it opened.
    await person.page.getByRole("link", { name: "64.75020, 20.95090" }).waitFor();
    await person.page.getByText("± 14 m").waitFor();
    const { status, hashes } = await person.fetchStoredState(id);
    expect([status, new Set(hashes).size, hashes.includes(null as never)]).toEqual([
      "COMPLETED",
      language === "en" ? 5 : 4,
      false,
    ]);
    visitor.ignoreFaults(offlineMessages);
  });

  onlyInChromium("Firefox's emulated offline mode does not ask the service worker.")(
    "design§Capture 20 photos captured offline are verified once the network is back",
    async ({ visit }) => {
      const visitor = await visit(phone);
      const person = new Person(visitor, language);
      const name = `Offline ${language} ${run}`;
      await person.logIn();
      await person.page.goto("/documentation/create");
      const ready = person.t.common.offline.ready.split("{time}")[0]!;
      await person.page.getByText(ready).waitFor();

      await person.network(false);
      await person.closeTab();
      await person.openTab("/documentation/create");
      const id = await person.begin("Kabelskåp", name);
      // Full size in Swedish, so that the same bytes arrive.
      if (language === "sv") await person.page.getByLabel(person.t.capture.form.reducePhotoSize).tap();
      await person.choosePhotos("Skåp utvändigt", photos.slice(0, 10));
      await person.choosePhotos("Skåp invändigt", photos.slice(10));
      await person.answer(["Skick", "choice", "Bra"]);
      await person.complete();
      await person.waitForOfflineDialog();

      if (language === "sv") {
        await person.closeTab();
        await person.openTab("/documentation/create");
        await person.page.getByText(person.t.capture.drafts.state.waiting).waitFor();
      }
      visitor.ignoreFaults(offlineMessages);
      await person.network(true);
      await person.waitUntilVerified(20);
      if (language === "sv") await person.page.goto(`/documentation/details/${id}`);
      else await person.page.waitForURL(`**/documentation/details/${id}`);
      const { status, hashes } = await person.fetchStoredState(id);
      expect([status, new Set(hashes).size]).toEqual(["COMPLETED", 20]);
      if (language === "sv") expect(hashes).toEqual(photos.map(({ buffer }) => sha256(buffer)).sort());
      const gallery = person.page.getByRole("region", {
        name: new RegExp(`^${language === "sv" ? "Foton" : "Photos"}`),
      });
      await gallery.getByRole("button", { name: person.t.documentation.gallery.showAll }).tap();
      await expect.poll(() => gallery.locator("li").count()).toBe(20);
      visitor.ignoreFaults(offlineMessages);
    },
  );
});

test("B6 compressorjs#177 misskey#13582 photos stay as they were taken, and drawings are refused, where the browser gives noise for what was drawn", async ({
  visit,
}) => {
  const person = new Person(await visit(phone), "en");
  await person.page.addInitScript(giveNoiseForCanvases);
  await person.logIn();
  await person.page.goto("/documentation/create");
  await person.begin("Mast inspection", `Noise ${run}`);
  await person.choosePhotos("Overview", [photos[0]!]);
  await person.waitUntilSaved();
  expect(await person.page.evaluate(readStoredHashes)).toEqual([sha256(photos[0]!.buffer)]);
  const { drawing, form } = person.t.capture;
  await person.page
    .getByRole("button", { name: fillPlaceholders(form.drawFor, { task: "Sketch of defects" }) })
    .tap();
  await person.page.getByText(drawing.unreadable).waitFor();
});

/** What Firefox does with `privacy.resistFingerprinting`, as in the browsers of Tor, Mullvad and LibreWolf. */
function giveNoiseForCanvases(): void {
  const { toBlob } = HTMLCanvasElement.prototype;
  CanvasRenderingContext2D.prototype.getImageData = (_x, _y, width, height) => {
    const data = new ImageData(width, height);
    crypto.getRandomValues(data.data);
    return data;
  };
  HTMLCanvasElement.prototype.toBlob = function (...options) {
    const noise = document.createElement("canvas");
    [noise.width, noise.height] = [this.width, this.height];
    toBlob.apply(noise, options);
  };
}

/** The SHA-256 of each photo that the browser keeps. */
async function readStoredHashes(): Promise<string[]> {
  const rows = await new Promise<{ bytes: ArrayBuffer }[]>((resolve, reject) => {
    const open = indexedDB.open("siteproof-capture");
    open.onerror = () => reject(open.error);
    open.onsuccess = () => {
      const request = open.result.transaction("media").objectStore("media").getAll();
      request.onerror = () => reject(request.error);
      request.onsuccess = () => resolve(request.result);
    };
  });
  const digests = await Promise.all(rows.map(({ bytes }) => crypto.subtle.digest("SHA-256", bytes)));
  return digests.map((digest) =>
    Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  );
}

async function drawSketch(person: Person, task: string): Promise<void> {
  const { drawing, form } = person.t.capture;
  await person.page.getByRole("button", { name: fillPlaceholders(form.drawFor, { task }) }).tap();
  const sheet = await person.page.getByLabel(drawing.drawingArea).boundingBox();
  const { mouse } = person.page;
  await mouse.move(sheet!.x + 30, sheet!.y + 30);
  await mouse.down();
  await mouse.move(sheet!.x + 120, sheet!.y + 90, { steps: 5 });
  await mouse.up();
  await person.page.getByRole("button", { name: drawing.add }).tap();
  await expect.poll(() => person.photosOf(task).count()).toBe(1);
}

async function chooseFile(person: Person, task: string): Promise<void> {
  const buffer = Buffer.from(`%PDF-1.4\n% ${run}\n`);
  await person
    .task(task)
    .locator("input[type=file]")
    .setInputFiles({ name: "utsättning.pdf", mimeType: "application/pdf", buffer });
  await person.task(task).getByText("utsättning.pdf").first().waitFor();
}
