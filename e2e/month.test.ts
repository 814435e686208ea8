import { beforeAll, inject } from "vitest";
import { demoPassword } from "../scripts/demo/accounts.ts";
import { drawScene } from "../scripts/demo/scenes.ts";
import { fireCron } from "../scripts/support/server.ts";
import { rightPassword } from "../scripts/support/servers/faults.ts";
import type { Stored } from "../scripts/support/servers/store.ts";
import documentationTexts from "../web/src/i18n/locales/en/documentation.ts";
import review from "../web/src/i18n/locales/en/review.ts";
import { describe, enter, expect, test } from "./support/browser.ts";
import { type ChosenFile, Person, phone } from "./support/phone.ts";

/** A month in the life of a documentation, in which nobody waits: the clock is given to the scheduler. */

const run = Date.now().toString(36);
const template = `A month ${run}`;
const archive = `month-${run}`;
const destination = `Archive ${run}`;
/** The expression of deletions alone: other tests share the product and its present time. */
const deletions = "*/5 * * * *";
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/** Calls as a demo user, without the console. */
async function caller(username: string) {
  let token = "";
  const ask = async (path: string, body?: object) =>
    fetch(`${inject("baseUrl")}/api${path}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const answered = async <T>(path: string, body?: object): Promise<T> => {
    const response = await ask(path, body);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<T>;
  };
  token = (await answered<{ access_token: string }>("/login", { username, password: demoPassword }))
    .access_token;
  return { ask, answered };
}

const fire = (days: number) => fireCron(inject("baseUrl"), "siteproof-api", deletions, inDays(days));
const delivered = async (): Promise<string[]> =>
  ((await (await fetch(`${inject("servers").control}/files/${archive}`)).json()) as Stored[]).map(
    ({ path }) => path,
  );

let pictures: ChosenFile[] = [];

beforeAll(async () => {
  const { answered } = await caller("super");
  const { items } = await answered<{ items: { id: number; name: string }[] }>("/customers?max=100");
  const customerId = items.find(({ name }) => name === "Norrfiber")!.id;
  const { id } = await answered<{ id: string }>("/exportConfigurations", {
    ...{ customerId, name: destination, type: "FTP" },
    params: { host: `localhost:${inject("servers").ftp.plain}`, directory: "in", username: archive },
    secrets: { password: rightPassword },
  });
  await answered("/templates", {
    ...{ customerId, name: template, position: 901 },
    ...{ exportAutomatically: true, deleteAutomatically: true, deleteTimeLimit: "WEEK" },
    tasks: [{ id: crypto.randomUUID(), name: "Overview", type: "PHOTO" }],
    templateExportConfigurations: [
      {
        ...{ id: crypto.randomUUID(), exportConfiguration: id, name: destination, params: {} },
        nodes: [
          {
            ...{ id: crypto.randomUUID(), type: "PHOTOS", children: [] },
            params: { name: "{PHOTO_NAME}", compressPhotos: "false" },
          },
        ],
      },
    ],
  });
  const drawn = await Promise.all(
    [0, 1].map((index) =>
      drawScene("mast", {
        ...{ seed: 4300 + index, takenAt: new Date(Date.UTC(2026, 4, 4, 9, index)), lat: 63.29, lng: 18.71 },
      }),
    ),
  );
  pictures = drawn.map((buffer, index) => ({ name: `IMG_${index}.jpg`, mimeType: "image/jpeg", buffer }));
}, 60_000);

describe("issue 15: a simulated month", () => {
  const name = `Month ${run}`;

  test("3§3 what a phone completed is delivered by itself, announced for deletion, reviewed, and gone when its time has come", async ({
    page,
    visit,
  }) => {
    const person = new Person(await visit(phone), "en");
    await person.logIn();
    await person.page.goto("/documentation/create");
    const id = await person.begin(template, name);
    await person.choosePhotos("Overview", pictures);
    await person.complete();
    await person.verified(pictures.length);
    await expect.poll(delivered, { timeout: 60_000 }).toHaveLength(2);

    // Announced a week ahead, on its page and in the list.
    await enter(page, "staff", `/documentation/details/${id}`);
    await page.getByText(review.deletion.on.split("{")[0]!).waitFor();
    await page.getByRole("button", { name: review.status.APPROVED.action }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: review.status.APPROVED.action }).click();
    await page.getByText(documentationTexts.status.APPROVED, { exact: true }).first().waitFor();
    await page.goto(`/documentation?q=${encodeURIComponent(name)}`);
    await page.getByLabel(documentationTexts.deletedByItself.split("{")[0]!).first().waitFor();

    const { ask } = await caller("staff");
    const status = async () => (await ask(`/documentations/${id}`)).status;
    expect(await fire(6)).toBe(true);
    expect(await status()).toBe(200);
    expect(await fire(31)).toBe(true);
    expect(await status()).toBe(404);
    expect(await delivered()).toHaveLength(2);

    const { answered } = await caller("super");
    const { items } = await answered<{ items: { objectId: string; action: string; userId: number }[] }>(
      "/domainChangeLog/index",
      { q: id },
    );
    expect(items).toEqual(
      expect.arrayContaining([expect.objectContaining({ objectId: id, action: "DELETE", userId: -1 })]),
    );
  });
});
