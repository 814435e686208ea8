import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { call, pathOf, send } from "#api/client.ts";
import { endSession, startSession } from "#api/session.ts";
import {
  findTemplates,
  type TemplateForDevice,
  templateForDevice,
} from "#domain/endpoints/capture/capture.ts";
import { getPredefinedAnswers } from "#domain/endpoints/capture/predefined.ts";
import { downloadReferencePhoto } from "#domain/endpoints/configuration/images.ts";
import { findLicensesForCapture } from "#domain/endpoints/configuration/licenseCalls.ts";
import { getSuggestions } from "#domain/endpoints/configuration/suggestionListCalls.ts";
import { aCaptureLicense } from "#screens/capture/captureTesting.ts";
import { type FakeCall, fakeApi, noAnswer, problemReply, Reply } from "#testing/fakeApi.ts";
import { anId, aSession } from "#testing/fixtures.ts";
import { deleteOtherAnswers } from "./answerStore.ts";
import { prepare, readPrepared } from "./prepare.ts";

const list = anId();
const photo = anId();
const aTemplate = (): TemplateForDevice =>
  templateForDevice.parse({
    ...Object.fromEntries(Object.keys(templateForDevice.shape).map((key) => [key, false])),
    id: anId(),
    name: "Mast inspection",
    description: null,
    position: 0,
    allTasksRequired: "NO",
    deleteTimeLimit: null,
    predefinedConfiguration: null,
    suggestionList: list,
    graphics: [],
    replacementTexts: [],
    lastUpdated: "2026-05-04T09:30:00Z",
    tasks: [
      {
        id: anId(),
        parentId: null,
        name: "Overview",
        key: null,
        description: null,
        type: "PHOTO",
        options: null,
        required: "YES",
        position: 0,
        level: 0,
        size: "normal",
        showOptionsInTaskList: false,
        fileExtensions: null,
        suggestionList: null,
        params: {},
        preconditions: [],
        referencePhotos: [photo],
      },
    ],
  });
const names = ["Skellefteå 1", "Skellefteå 2", "Umeå"];
const suggestions = names.map((text) => ({
  id: anId(),
  customerId: 7,
  text,
  imported: false,
  lat: 1000,
  lng: 1000,
  dateCreated: "2026-05-04T09:30:00Z",
}));

const service = () => ({
  "GET /license/findAllForCapture": () => ({ items: [aCaptureLicense()] }),
  "POST /template/findAllByLicenseCode": () => ({ items: [aTemplate()] }),
  [`GET /suggestionList/suggestions/${list}`]: () => ({ items: suggestions }),
  [`GET /referencePhoto/thumbnail/${photo}`]: () =>
    new Reply(200, "thumbnail", { "content-type": "image/jpeg" }),
  [`GET /referencePhoto/download/${photo}`]: () => new Reply(200, "photo", { "content-type": "image/jpeg" }),
  "GET /documentation/getPredefinedAnswers": ({ query }: FakeCall) => ({
    items: [{ option: "PROJECT_MANAGER_NAME", answer: `of ${query.get("name")}`, captured: true }],
    failure: null,
  }),
  "GET /documentation": () => ({ items: [] }),
});
/** The same calls without a network. */
const deadNetwork = () =>
  fakeApi(Object.fromEntries(Object.keys(service()).map((route) => [route, noAnswer])));

const capturer = (userId = 1) =>
  aSession({
    userId,
    roles: ["ROLE_CREATE_DOCUMENTATION", "ROLE_SUGGESTION_LIST_READ", "ROLE_REFERENCE_PHOTO_READ"],
    products: ["REFERENCE_PHOTO"],
  });
const licenses = () => call(findLicensesForCapture).then(({ items }) => items.map(({ name }) => name));
const prepared = () => prepare(new AbortController().signal);

describe("the calls of capturing, offline", () => {
  beforeEach(() => startSession(capturer()));
  afterEach(() => deleteOtherAnswers(""));

  test("design§Capture a template never opened before is available, with its names and reference photos", async () => {
    fakeApi(service());
    await prepared();
    const { calls } = deadNetwork();
    expect(await licenses()).toEqual(["Field"]);
    const { items } = await call(findTemplates, { body: { licenseCode: "CODE-1" } });
    expect(items.map(({ name }) => name)).toEqual(["Mast inspection"]);
    const found = await call(getSuggestions, { params: { id: list }, query: { q: "SKELLEFTEÅ", max: 50 } });
    expect(found.items.map(({ text }) => text)).toEqual(["Skellefteå 1", "Skellefteå 2"]);
    // The large photo was never opened: its thumbnail substitutes.
    expect(await (await send(pathOf(downloadReferencePhoto, { id: photo }))).json()).toBe("thumbnail");
    expect(calls).toHaveLength(4);
    expect(await readPrepared()).toMatchObject({ templates: 1 });
    // When the browser knows that it is offline, there is no wait.
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    expect(await licenses()).toEqual(["Field"]);
    expect(calls).toHaveLength(4);
  });

  test("design§Capture the service's answer takes precedence, and a refusal hides the kept one", async () => {
    fakeApi(service());
    await licenses();
    const route = "GET /license/findAllForCapture";
    fakeApi({ [route]: () => ({ items: [aCaptureLicense({ name: "Newer" })] }) });
    expect(await licenses()).toEqual(["Newer"]);
    fakeApi({ [route]: () => problemReply(500, "internal") });
    expect(await licenses()).toEqual(["Newer"]);
    fakeApi({ [route]: () => problemReply(403, "forbidden") });
    await expect(licenses()).rejects.toMatchObject({ status: 403 });
    deadNetwork();
    await expect(licenses()).rejects.toMatchObject({ status: 0 });
  });

  test("design§Capture kept answers are never given to another user, and a logout leaves none", async () => {
    fakeApi(service());
    await prepared();
    deadNetwork();
    startSession(capturer(2));
    await expect(licenses()).rejects.toMatchObject({ status: 0 });
    startSession(capturer(1));
    expect(await licenses()).toHaveLength(1);
    await deleteOtherAnswers("2/7");
    await expect(licenses()).rejects.toMatchObject({ status: 0 });

    // The answer arrives after the logout.
    let answer = (_: unknown) => {};
    const api = fakeApi({
      "GET /license/findAllForCapture": () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const late = licenses();
    await vi.waitFor(() => expect(api.calls).toHaveLength(1));
    endSession();
    answer({ items: [aCaptureLicense()] });
    await late;
    startSession(capturer());
    deadNetwork();
    await expect(licenses()).rejects.toMatchObject({ status: 0 });
  });

  test("design§Capture predefined answers are kept for each name", async () => {
    fakeApi(service());
    const known = (name: string) =>
      call(getPredefinedAnswers, { query: { template: list, name } }).then(({ items }) => items[0]?.answer);
    await known("Mast 1");
    await known("Mast 2");
    deadNetwork();
    expect(await known("Mast 1")).toBe("of Mast 1");
    await expect(known("Mast 3")).rejects.toMatchObject({ status: 0 });
  });

  test("design§Capture other calls are not kept", async () => {
    fakeApi(service());
    await send("/documentation");
    deadNetwork();
    await expect(send("/documentation")).rejects.toMatchObject({ status: 0 });
  });

  test("design§Capture recently fetched data is not fetched again, except the templates", async () => {
    fakeApi(service());
    await prepared();
    const api = fakeApi(service());
    await prepared();
    expect(api.calls.map(({ path }) => path)).toEqual([
      "/license/findAllForCapture",
      "/template/findAllByLicenseCode",
    ]);
  });
});
