import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { call, pathOf, send } from "#api/client.ts";
import { startSession } from "#api/session.ts";
import { displayGraphic } from "#domain/endpoints/configuration/images.ts";
import { getCaptureLogo } from "#domain/endpoints/configuration/licenseCalls.ts";
import { aCaptureLicense, aCaptureTemplate } from "#screens/capture/captureTesting.ts";
import { fakeApi, noResponse, Reply } from "#testing/fakeApi.ts";
import { anId, aSession } from "#testing/fixtures.ts";
import { prefetchForOffline } from "./offlineData.ts";

test("design§Capture 3§3 the logo of a licence and the graphics of its templates are available offline", async () => {
  const graphic = { id: anId(), name: "Mast outline" };
  const license = aCaptureLicense({ hasLogo: true });
  const template = aCaptureTemplate({ graphicEnabled: true, graphics: [graphic] });
  const routes = {
    "GET /license/findAllForCapture": () => ({
      items: [license, aCaptureLicense({ licenseCode: "CODE-2" })],
    }),
    "POST /template/findAllByLicenseCode": () => ({ items: [template] }),
    [`GET /license/getCaptureLogo/${license.id}`]: () => ({ logo: "iVBORw0KGgo=" }),
    [`GET /graphic/display/${graphic.id}`]: () => new Reply(200, "png", { "content-type": "image/png" }),
  };
  startSession(aSession({ roles: ["ROLE_CREATE_DOCUMENTATION"], products: ["GRAPHIC"] }));
  const api = fakeApi(routes);
  await prefetchForOffline(new AbortController().signal);
  expect(api.calls.filter(({ path }) => path.includes("Logo"))).toHaveLength(1);
  fakeApi(Object.fromEntries(Object.keys(routes).map((route) => [route, noResponse])));
  expect(await call(getCaptureLogo, { params: { id: license.id } })).toEqual({ logo: "iVBORw0KGgo=" });
  expect(await (await send(pathOf(displayGraphic, { id: graphic.id }))).json()).toBe("png");
});
