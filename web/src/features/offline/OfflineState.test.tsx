import "fake-indexeddb/auto";
import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startSession } from "#api/session.ts";
import { deleteOtherResponses } from "#offline/answerStore.ts";
import { versionTag } from "#offline/shell.ts";
import { aCaptureLicense } from "#screens/capture/captureTesting.ts";
import { fakeApi, noResponse } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { renderApp, renderPart } from "#testing/renderApp.tsx";
import { OfflineState } from "./OfflineState.tsx";

const aCapturer = () =>
  aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_CREATE_DOCUMENTATION"], products: [] });

/** Sets the browser's network status and fires the event. */
function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
}

describe("offline", () => {
  afterEach(() => deleteOtherResponses(""));

  test("design§Capture the capture page says whether it is ready, and retries when it could not prepare", async () => {
    const active = { active: {} };
    Object.assign(navigator, {
      serviceWorker: { ready: Promise.resolve(active), register: async () => active },
    });
    document.head.innerHTML = `<meta name="${versionTag}" content="1">`;
    const templates = { items: [] as unknown[] };
    startSession(aCapturer());
    fakeApi({ "GET /license/findAllForCapture": noResponse });
    renderPart(<OfflineState />);
    await screen.findByText("Not ready for offline use.");
    const api = fakeApi({
      "GET /license/findAllForCapture": () => ({ items: [aCaptureLicense()] }),
      "POST /template/findAllByLicenseCode": () => templates,
    });
    act(() => screen.getByRole("button", { name: "Try again" }).click());
    await vi.waitFor(() => expect(api.calls).toHaveLength(2));
    setOnline(false);
    await screen.findByText(/no templates have been downloaded/);
    document.head.innerHTML = "";
    Reflect.deleteProperty(navigator, "serviceWorker");
  });

  test("design§Capture other pages say that they need a network, link to capture, and open when the network is back", async () => {
    fakeApi({
      "GET /documentation": () => ({ items: [] }),
      "GET /documentation/count": () => ({ total: 0 }),
    });
    setOnline(false);
    renderApp("/documentation", aCapturer());
    await screen.findByRole("heading", { name: "You are offline" });
    expect(screen.getByRole("link", { name: "Create a documentation" }).getAttribute("href")).toBe(
      "/documentation/create",
    );
    setOnline(true);
    await screen.findByRole("heading", { name: "Documentations" });
    // A screen that is already shown stays.
    setOnline(false);
    expect(screen.queryByRole("heading", { name: "You are offline" })).toBeNull();
  });
});
