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
import { type FakeCall, fakeApi, noResponse, problemReply, Reply } from "#testing/fakeApi.ts";
import { anId, aSession } from "#testing/fixtures.ts";
import { deleteOtherResponses } from "./answerStore.ts";
import { prefetchForOffline, readOfflineData } from "./offlineData.ts";

const suggestionListId = anId();
const photoId = anId();
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
    suggestionList: suggestionListId,
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
        referencePhotos: [photoId],
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

const createApiRoutes = () => ({
  "GET /license/findAllForCapture": () => ({ items: [aCaptureLicense()] }),
  "POST /template/findAllByLicenseCode": () => ({ items: [aTemplate()] }),
  [`GET /suggestionList/suggestions/${suggestionListId}`]: () => ({ items: suggestions }),
  [`GET /referencePhoto/thumbnail/${photoId}`]: () =>
    new Reply(200, "thumbnail", { "content-type": "image/jpeg" }),
  [`GET /referencePhoto/download/${photoId}`]: () =>
    new Reply(200, "photo", { "content-type": "image/jpeg" }),
  "GET /documentation/getPredefinedAnswers": ({ query }: FakeCall) => ({
    items: [{ option: "PROJECT_MANAGER_NAME", answer: `of ${query.get("name")}`, captured: true }],
    failure: null,
  }),
  "GET /documentation": () => ({ items: [] }),
});
/** Makes all calls fail, as without a network. */
const goOffline = () =>
  fakeApi(Object.fromEntries(Object.keys(createApiRoutes()).map((route) => [route, noResponse])));

const aCapturer = (userId = 1) =>
  aSession({
    userId,
    roles: ["ROLE_CREATE_DOCUMENTATION", "ROLE_SUGGESTION_LIST_READ", "ROLE_REFERENCE_PHOTO_READ"],
    products: ["REFERENCE_PHOTO"],
  });
const fetchLicenseNames = () =>
  call(findLicensesForCapture).then(({ items }) => items.map(({ name }) => name));
const prepareForOffline = () => prefetchForOffline(new AbortController().signal);

describe("the capture calls, offline", () => {
  beforeEach(() => startSession(aCapturer()));
  afterEach(() => deleteOtherResponses(""));

  test("design§Capture a template never opened before is available, with its suggestions and reference photos", async () => {
    fakeApi(createApiRoutes());
    await prepareForOffline();
    const { calls } = goOffline();
    expect(await fetchLicenseNames()).toEqual(["Field"]);
    const { items } = await call(findTemplates, { body: { licenseCode: "CODE-1" } });
    expect(items.map(({ name }) => name)).toEqual(["Mast inspection"]);
    const suggestionPage = await call(getSuggestions, {
      params: { id: suggestionListId },
      query: { q: "SKELLEFTEÅ", max: 50 },
    });
    expect(suggestionPage.items.map(({ text }) => text)).toEqual(["Skellefteå 1", "Skellefteå 2"]);
    // The full photo was never opened, so its thumbnail substitutes.
    expect(await (await send(pathOf(downloadReferencePhoto, { id: photoId }))).json()).toBe("thumbnail");
    expect(calls).toHaveLength(4);
    expect(await readOfflineData()).toMatchObject({ templates: 1 });
  });

  test("F12 mdn/content#30402 a browser that reports no network is answered at once, and fetches for the next call in case there is one", async () => {
    fakeApi(createApiRoutes());
    await fetchLicenseNames();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    let respond = (_: unknown) => {};
    fakeApi({
      "GET /license/findAllForCapture": () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    });
    expect(await fetchLicenseNames()).toEqual(["Field"]);
    respond({ items: [aCaptureLicense({ name: "Renewed" })] });
    goOffline();
    await vi.waitFor(async () => expect(await fetchLicenseNames()).toEqual(["Renewed"]));
  });

  test("design§Capture the service's response takes precedence, and a 403 discards the cached one", async () => {
    fakeApi(createApiRoutes());
    await fetchLicenseNames();
    const route = "GET /license/findAllForCapture";
    fakeApi({ [route]: () => ({ items: [aCaptureLicense({ name: "Newer" })] }) });
    expect(await fetchLicenseNames()).toEqual(["Newer"]);
    fakeApi({ [route]: () => problemReply(500, "internal") });
    expect(await fetchLicenseNames()).toEqual(["Newer"]);
    fakeApi({ [route]: () => problemReply(403, "forbidden") });
    await expect(fetchLicenseNames()).rejects.toMatchObject({ status: 403 });
    goOffline();
    await expect(fetchLicenseNames()).rejects.toMatchObject({ status: 0 });
  });

  test("design§Capture cached responses are never given to another user, and a logout leaves none", async () => {
    fakeApi(createApiRoutes());
    await prepareForOffline();
    goOffline();
    startSession(aCapturer(2));
    await expect(fetchLicenseNames()).rejects.toMatchObject({ status: 0 });
    startSession(aCapturer(1));
    expect(await fetchLicenseNames()).toHaveLength(1);
    await deleteOtherResponses("2/7");
    await expect(fetchLicenseNames()).rejects.toMatchObject({ status: 0 });

    // The response arrives after the logout.
    let respond = (_: unknown) => {};
    const api = fakeApi({
      "GET /license/findAllForCapture": () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    });
    const lateLicenses = fetchLicenseNames();
    await vi.waitFor(() => expect(api.calls).toHaveLength(1));
    endSession();
    respond({ items: [aCaptureLicense()] });
    await lateLicenses;
    startSession(aCapturer());
    goOffline();
    await expect(fetchLicenseNames()).rejects.toMatchObject({ status: 0 });
  });

  test("design§Capture predefined answers are cached for each name", async () => {
    fakeApi(createApiRoutes());
    const fetchPredefinedAnswer = (name: string) =>
      call(getPredefinedAnswers, { query: { template: suggestionListId, name } }).then(
        ({ items }) => items[0]?.answer,
      );
    await fetchPredefinedAnswer("Mast 1");
    await fetchPredefinedAnswer("Mast 2");
    goOffline();
    expect(await fetchPredefinedAnswer("Mast 1")).toBe("of Mast 1");
    await expect(fetchPredefinedAnswer("Mast 3")).rejects.toMatchObject({ status: 0 });
  });

  test("design§Capture other calls are not cached", async () => {
    fakeApi(createApiRoutes());
    await send("/documentation");
    goOffline();
    await expect(send("/documentation")).rejects.toMatchObject({ status: 0 });
  });

  test("design§Capture recently fetched data is not fetched again, except the templates", async () => {
    fakeApi(createApiRoutes());
    await prepareForOffline();
    const api = fakeApi(createApiRoutes());
    await prepareForOffline();
    expect(api.calls.map(({ path }) => path)).toEqual([
      "/license/findAllForCapture",
      "/template/findAllByLicenseCode",
    ]);
  });
});
