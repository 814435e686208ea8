import "fake-indexeddb/auto";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { newDraft } from "../../../../domain/capture/draft";
import type { TemplateForDevice } from "../../../../domain/endpoints/capture";
import type { CaptureLicense } from "../../../../domain/endpoints/license";
import { axeFaults } from "../../testing/axe";
import { renderApp } from "../../testing/renderApp";
import { draftsOf, forgetDraft, keepDraft, readDraft } from "./draft/draftStore";
import { savedWords } from "./form/savedWords";
import { aCaptureLicense, aCapturer, aCaptureTemplate, serveCapture } from "./testing";

const session = aCapturer();

/** A draft with these settings, opened in its form. */
async function openForm(
  settings: { template?: Partial<TemplateForDevice>; license?: Partial<CaptureLicense> } = {},
  more: Parameters<typeof serveCapture>[1] = {},
) {
  const license = aCaptureLicense({ pauseDocumentations: true, ...settings.license });
  const template = aCaptureTemplate(settings.template);
  const draft = newDraft({
    userId: session.userId,
    ...savedWords(license, session),
    license,
    template,
    name: "M 1",
    newId: () => crypto.randomUUID(),
    at: "2026-05-04T10:00:00Z",
  });
  await keepDraft(draft);
  const api = serveCapture([[license, [template]]], more);
  const shown = renderApp(`/documentation/${draft.id}`, session);
  const form = within(await screen.findByRole("form", { name: "M 1" }));
  const sent = () =>
    api
      .to("POST /documentation/saveWithLicenseCode")
      .map(({ body }) => (body as { documentation: Record<string, unknown> }).documentation);
  return { ...shown, api, draft, form, sent };
}

const press = (form: ReturnType<typeof within>, name: string) =>
  userEvent.click(form.getByRole("button", { name }));

afterEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  for (const { id } of await draftsOf(session.userId)) await forgetDraft(id);
});

describe("3§3 locationEnabled and locationRequired", () => {
  const getCurrentPosition = vi.fn<Geolocation["getCurrentPosition"]>();
  const geolocation = { getCurrentPosition, watchPosition: vi.fn(), clearWatch: vi.fn() };
  const answers = (answer: { lat: number; lng: number; accuracy: number } | { code: number }) =>
    getCurrentPosition.mockImplementation((found, failed) => {
      if ("code" in answer) return failed?.(answer as GeolocationPositionError);
      const { lat, lng, accuracy } = answer;
      found({ coords: { latitude: lat, longitude: lng, accuracy } } as GeolocationPosition);
    });
  const template = { locationEnabled: true, locationRequired: true };
  const hasReceiver = () => {
    getCurrentPosition.mockClear();
    vi.spyOn(navigator, "geolocation", "get").mockReturnValue(geolocation);
  };

  test("3§3 the browser is asked once; the position is kept, and sent with its accuracy", async () => {
    hasReceiver();
    answers({ lat: 64.76812345678, lng: 20.9561, accuracy: 11.31 });
    const { draft, form, sent, unmount } = await openForm({ template });
    expect(await form.findByRole("link", { name: /64.76812, 20.95610/ })).toBeTruthy();
    expect(form.getByText("± 12 m")).toBeTruthy();
    const position = { lat: 64.7681235, lng: 20.9561, accuracy: 11.3 };
    await waitFor(async () => expect((await readDraft(draft.id))?.position).toEqual(position));
    unmount();
    renderApp(`/documentation/${draft.id}`, session);
    const again = within(await screen.findByRole("form", { name: "M 1" }));
    expect(getCurrentPosition).toHaveBeenCalledTimes(1);
    expect(await axeFaults()).toEqual([]);
    await press(again, "Complete");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject(position);
  });

  test("3§3 denied, it says how to allow it; required, it keeps Complete back and Pause not", async () => {
    hasReceiver();
    answers({ code: 1 });
    const { api, form, sent } = await openForm({ template });
    expect((await form.findByRole("alert")).textContent).toContain("Allow it in the browser's settings");
    await press(form, "Complete");
    expect(form.getByText("One thing is missing before you can complete this")).toBeTruthy();
    await press(form, "Position");
    expect(document.activeElement).toBe(form.getByRole("button", { name: "Find position" }));
    expect(await axeFaults()).toEqual([]);
    expect(sent()).toEqual([]);
    answers({ code: 2 });
    await press(form, "Find position");
    expect((await form.findByRole("alert")).textContent).toContain("could not be found");
    await press(form, "Pause");
    await waitFor(() => expect(api.to("POST /documentation/pauseWithLicenseCode")).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ lat: 1000, lng: 1000 });
  });

  test("3§3 a template that saves no position asks for none", async () => {
    hasReceiver();
    const { form } = await openForm();
    expect(form.queryByRole("group", { name: "Position" })).toBeNull();
    expect(getCurrentPosition).not.toHaveBeenCalled();
  });
});

describe("3§3 what the licence asks of whoever captures", () => {
  test("3§3 emailRequired asks for an address, checks it and sends it; useSavedEmail remembers it", async () => {
    const license = { emailRequired: true, useSavedEmail: true };
    const { form, sent } = await openForm({ license });
    const box = form.getByRole("textbox", { name: /^Your email address/ });
    await userEvent.type(box, "field@");
    await press(form, "Complete");
    expect(form.getByText("One thing is missing before you can complete this")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.type(box, "example.com");
    await press(form, "Complete");
    await waitFor(() => expect(sent()[0]).toMatchObject({ email: "field@example.com", creator: "staff" }));
    expect(savedWords(aCaptureLicense(license), session).email).toBe("field@example.com");
    expect(savedWords(aCaptureLicense(), session).email).toBe("");
    expect(savedWords(aCaptureLicense(license), { ...session, userId: 2 }).email).toBe("");
  });

  test("3§3 useSavedUsername lets whoever captures give a name, and remembers it", async () => {
    const license = { useSavedUsername: true };
    const { form, sent } = await openForm({ license });
    const box = form.getByRole("textbox", { name: /^Your name/ });
    expect(box).toHaveProperty("value", "staff");
    await userEvent.clear(box);
    await press(form, "Pause");
    expect(form.getByText("One thing is missing before you can complete this")).toBeTruthy();
    await userEvent.type(box, "Anna Berg");
    await press(form, "Pause");
    await waitFor(() => expect(sent()[0]).toMatchObject({ creator: "Anna Berg" }));
    expect(savedWords(aCaptureLicense(license), session).creator).toBe("Anna Berg");
    expect(savedWords(aCaptureLicense(), session).creator).toBe("staff");
  });
});
