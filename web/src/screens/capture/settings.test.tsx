import "fake-indexeddb/auto";
import { Blob as NodeBlob } from "node:buffer";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  createDraft,
  preservedFields,
  type ResumeState,
  toCapturedDocumentation,
  withMedia,
} from "#domain/capture/draft.ts";
import { pick } from "#domain/core/objects.ts";
import type { TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import type { CaptureLicense } from "#domain/endpoints/configuration/licenseCalls.ts";
import {
  deleteDraft,
  listDrafts,
  readDraft,
  saveDraft,
  saveMedia,
} from "#features/captureForm/draft/draftStore.ts";
import { axeFaults } from "#testing/axe.ts";
import { Reply } from "#testing/fakeApi.ts";
import { anId } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import {
  aCaptureLicense,
  aCapturer,
  aCaptureTemplate,
  aTemplateTask,
  serveCapture,
} from "./captureTesting.ts";
import { readSavedIdentity } from "./form/savedIdentity.ts";

const session = aCapturer();

/** Opens a draft with these settings in its form. */
async function openForm(
  settings: { template?: Partial<TemplateForDevice>; license?: Partial<CaptureLicense> } = {},
  routes: Parameters<typeof serveCapture>[1] = {},
  user = session,
) {
  const license = aCaptureLicense({ pauseDocumentations: true, ...settings.license });
  const template = aCaptureTemplate(settings.template);
  const draft = createDraft({
    userId: session.userId,
    ...readSavedIdentity(license, session),
    license,
    template,
    name: "M 1",
    newId: () => crypto.randomUUID(),
    createdAt: "2026-05-04T10:00:00Z",
  });
  await saveDraft(draft);
  const api = serveCapture([[license, [template]]], routes);
  const view = renderApp(`/documentation/${draft.id}`, user);
  const form = within(await screen.findByRole("form", { name: "M 1" }));
  const sentDocumentations = () =>
    api
      .to("POST /documentation/saveWithLicenseCode")
      .map(({ body }) => (body as { documentation: Record<string, unknown> }).documentation);
  return { ...view, api, draft, form, sentDocumentations };
}

const press = (form: ReturnType<typeof within>, name: string) =>
  userEvent.click(form.getByRole("button", { name }));

afterEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  for (const { id } of await listDrafts(session.userId)) await deleteDraft(id);
});

describe("3§3 locationEnabled and locationRequired", () => {
  const watchPosition = vi.fn<Geolocation["watchPosition"]>();
  const geolocation = { watchPosition, getCurrentPosition: vi.fn(), clearWatch: vi.fn() };
  const mockPosition = (result: { lat: number; lng: number; accuracy: number } | { code: number }) =>
    watchPosition.mockImplementation((onSuccess, onError) => {
      if ("code" in result) onError?.(result as GeolocationPositionError);
      else {
        const { lat, lng, accuracy } = result;
        onSuccess({ coords: { latitude: lat, longitude: lng, accuracy } } as GeolocationPosition);
      }
      return 1;
    });
  const template = { locationEnabled: true, locationRequired: true };
  const mockGeolocation = () => {
    watchPosition.mockClear();
    vi.spyOn(navigator, "geolocation", "get").mockReturnValue(geolocation);
  };

  test("3§3 the browser is asked once; the position is stored, and sent with its accuracy", async () => {
    mockGeolocation();
    mockPosition({ lat: 64.76812345678, lng: 20.9561, accuracy: 11.31 });
    const { draft, form, sentDocumentations, unmount } = await openForm({ template });
    expect(await form.findByRole("link", { name: /64.76812, 20.95610/ })).toBeTruthy();
    expect(form.getByText("± 12 m")).toBeTruthy();
    const position = { lat: 64.7681235, lng: 20.9561, accuracy: 11.3 };
    await waitFor(async () => expect((await readDraft(draft.id))?.position).toEqual(position));
    unmount();
    renderApp(`/documentation/${draft.id}`, session);
    const reopenedPage = within(await screen.findByRole("form", { name: "M 1" }));
    expect(watchPosition).toHaveBeenCalledTimes(1);
    expect(await axeFaults()).toEqual([]);
    await press(reopenedPage, "Complete");
    await waitFor(() => expect(sentDocumentations()).toHaveLength(1));
    expect(sentDocumentations()[0]).toMatchObject(position);
  });

  test("3§3 a denied position is explained with how to allow it; a required one blocks Complete but not Pause", async () => {
    mockGeolocation();
    mockPosition({ code: 1 });
    const { api, form, sentDocumentations } = await openForm({ template });
    expect((await form.findByRole("alert")).textContent).toContain("Allow it in the browser's settings");
    await press(form, "Complete");
    expect(form.getByText("One thing is missing before you can complete this")).toBeTruthy();
    await press(form, "Position");
    expect(document.activeElement).toBe(form.getByRole("button", { name: "Find position" }));
    expect(await axeFaults()).toEqual([]);
    expect(sentDocumentations()).toEqual([]);
    mockPosition({ code: 2 });
    await press(form, "Find position");
    expect((await form.findByRole("alert")).textContent).toContain("could not be found");
    await press(form, "Pause");
    await waitFor(() => expect(api.to("POST /documentation/pauseWithLicenseCode")).toHaveLength(1));
    expect(sentDocumentations()[0]).toMatchObject({ lat: 1000, lng: 1000 });
  });

  test("3§3 a template without a location does not ask for a position", async () => {
    mockGeolocation();
    const { form } = await openForm();
    expect(form.queryByRole("group", { name: "Position" })).toBeNull();
    expect(watchPosition).not.toHaveBeenCalled();
  });
});

describe("3§3 the licence's requirements for the capturing user", () => {
  test("3§3 emailRequired asks for an address, checks it and sends it; useSavedEmail remembers it", async () => {
    const license = { emailRequired: true, useSavedEmail: true };
    const { form, sentDocumentations } = await openForm({ license });
    const box = form.getByRole("textbox", { name: /^Your email address/ });
    await userEvent.type(box, "field@");
    await press(form, "Complete");
    expect(form.getByText("One thing is missing before you can complete this")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.type(box, "example.com");
    await press(form, "Complete");
    await waitFor(() =>
      expect(sentDocumentations()[0]).toMatchObject({ email: "field@example.com", creator: "staff" }),
    );
    expect(readSavedIdentity(aCaptureLicense(license), session).email).toBe("field@example.com");
    expect(readSavedIdentity(aCaptureLicense(), session).email).toBe("");
    expect(readSavedIdentity(aCaptureLicense(license), { ...session, userId: 2 }).email).toBe("");
  });

  test("3§3 useSavedUsername lets the user enter a name, and remembers it", async () => {
    const license = { useSavedUsername: true };
    const { form, sentDocumentations } = await openForm({ license });
    const box = form.getByRole("textbox", { name: /^Your name/ });
    expect(box).toHaveProperty("value", "staff");
    await userEvent.clear(box);
    await press(form, "Pause");
    expect(form.getByText("One thing is missing before you can complete this")).toBeTruthy();
    await userEvent.type(box, "Anna Berg");
    await press(form, "Pause");
    await waitFor(() => expect(sentDocumentations()[0]).toMatchObject({ creator: "Anna Berg" }));
    expect(readSavedIdentity(aCaptureLicense(license), session).creator).toBe("Anna Berg");
    expect(readSavedIdentity(aCaptureLicense(), session).creator).toBe("staff");
  });
});

describe("3§3 showOptionsInTaskList", () => {
  const openChoice = (type: "SINGLE_CHOICE" | "MULTI_CHOICE", showOptionsInTaskList: boolean) =>
    openForm({
      template: {
        tasks: [aTemplateTask({ name: "Rust", type, options: "none;some", showOptionsInTaskList })],
      },
    });

  test("3§3 shows the choices of a task in the form if on, and in a dropdown if off", async () => {
    const inlineChoice = await openChoice("SINGLE_CHOICE", true);
    expect(inlineChoice.form.getAllByRole("radio")).toHaveLength(2);
    inlineChoice.unmount();
    const { form, sentDocumentations } = await openChoice("SINGLE_CHOICE", false);
    expect(form.queryByRole("radio")).toBeNull();
    await userEvent.selectOptions(form.getByRole("combobox", { name: "Rust" }), "some");
    await press(form, "Complete");
    await waitFor(() =>
      expect(sentDocumentations()[0]).toMatchObject({ tasks: [{ name: "Rust", answer: "some" }] }),
    );
    // The setting belongs to the template and is not captured.
    expect(sentDocumentations()[0]!.tasks).not.toMatchObject([{ showOptionsInTaskList: false }]);
  });

  test("3§3 opens multiple choices below a button that lists the selected ones, if off", async () => {
    const { form } = await openChoice("MULTI_CHOICE", false);
    expect(form.queryByRole("checkbox", { name: "some" })).toBeNull();
    await press(form, "Rust: Choose…");
    await userEvent.click(form.getByRole("checkbox", { name: "some" }));
    await userEvent.click(form.getByRole("checkbox", { name: "none" }));
    expect(await axeFaults()).toEqual([]);
    await press(form, "Rust: none, some");
    expect(form.queryByRole("checkbox", { name: "some" })).toBeNull();
  });

  test("3§3 shows the first suggestions of a list above its search, if on", async () => {
    const listId = anId();
    const aSuggestion = (text: string) => ({
      ...{ id: anId(), customerId: 7, text, imported: false, lat: 1000, lng: 1000 },
      dateCreated: "2026-05-04T09:30:00Z",
    });
    const task = (changes: object) =>
      aTemplateTask({ type: "MULTI_CHOICE_SUGGESTION", suggestionList: listId, ...changes });
    const { form, draft } = await openForm(
      { template: { tasks: [task({ name: "On" }), task({ name: "Off", showOptionsInTaskList: false })] } },
      {
        [`GET /suggestionList/suggestions/${listId}`]: () => ({ items: ["Steel", "Wood"].map(aSuggestion) }),
      },
    );
    const inlineChoice = within(form.getByRole("group", { name: "On" }));
    const dropdownChoice = within(form.getByRole("group", { name: "Off" }));
    await userEvent.click(await inlineChoice.findByRole("button", { name: "Wood" }));
    await userEvent.click(inlineChoice.getByRole("button", { name: "Steel" }));
    await userEvent.click(inlineChoice.getByRole("button", { name: "Wood", pressed: true }));
    await waitFor(async () => expect((await readDraft(draft.id))?.tasks[0]?.answer).toBe("Steel"));
    expect(dropdownChoice.queryByRole("button", { name: "Wood" })).toBeNull();
    expect(await axeFaults()).toEqual([]);
  });
});

test("3§5 a contact person whose joined text already exists is not added", async () => {
  const listId = anId();
  const crew = aTemplateTask({
    ...{ name: "Crew", type: "CONTACT_PERSONS", suggestionList: listId },
    params: { columns: "Name;Phone", requiredColumns: "Name" },
  });
  const anna = {
    ...{ id: anId(), customerId: 7, text: "Anna Berg;070", imported: false, lat: 1000, lng: 1000 },
    dateCreated: "2026-05-04T09:30:00Z",
  };
  const { form, draft } = await openForm(
    { template: { tasks: [crew] } },
    { [`GET /suggestionList/suggestions/${listId}`]: () => ({ items: [anna] }) },
  );
  const choose = async () => {
    await userEvent.click(form.getByRole("combobox", { name: "Add from list" }));
    await userEvent.click(await form.findByRole("option", { name: "Anna Berg;070" }));
  };
  await choose();
  expect(form.getByRole("columnheader", { name: "Name *" })).toBeTruthy();
  await choose();
  expect((await form.findByRole("alert")).textContent).toBe("This person has already been added.");
  expect(form.getAllByRole("row")).toHaveLength(2);
  await waitFor(async () => expect((await readDraft(draft.id))?.tasks[0]?.answer).toBe("Anna Berg;070"));
});

test("design§Retakes a photo that was sent back shows why, by when, and the drawing of what is wanted", async () => {
  const { draft, unmount } = await openForm({
    template: { tasks: [aTemplateTask({ name: "Mast", type: "PHOTO" })] },
  });
  unmount();
  const taskId = draft.tasks[0]!.id;
  const photo = {
    ...{ id: anId(), kind: "PHOTO" as const, taskId, name: "Mast_01", comment: "", type: "image/jpeg" },
    ...{ size: 3, sha256: "s", md5: "", dateCreated: null, confirmed: true, onServer: true as const },
  };
  const circle = { type: "CIRCLE" as const, color: "red" as const, width: 0.01 };
  const retake = {
    ...{ id: anId(), name: photo.name, reason: "Too far away", photoId: photo.id, taskId },
    drawing: [{ ...circle, from: [0.25, 0.25] as [number, number], to: [0.75, 0.75] as [number, number] }],
    dueDay: "2026-06-01",
  };
  const resumed = {
    ...draft,
    handedOver: {
      ...{ fetchId: anId(), version: 1, name: draft.name, answers: {}, conflicts: { answers: {} } },
      unchanged: pick(toCapturedDocumentation(draft, ""), preservedFields) as ResumeState["unchanged"],
      retakes: [retake],
    },
  };
  const thumbnail = new NodeBlob(["abc"]) as Blob;
  await saveMedia({ ...resumed, media: [photo] }, photo.id, thumbnail);
  serveCapture([]);
  renderApp(`/documentation/${draft.id}`, session);
  const form = within(await screen.findByRole("form", { name: "M 1" }));
  const picture = await form.findByRole("img", { name: "Mast_01" });
  fireEvent.load(picture);
  const item = picture.closest("li")!;
  expect(item.textContent).toContain(
    "Too far awayThe drawing shows what is wanted. Answer by 2026\u201106\u201101.",
  );
  expect(item.querySelectorAll("svg[viewBox] ellipse").length).toBeGreaterThan(0);
  expect(await axeFaults()).toEqual([]);
});

describe("3§3 images in a form", () => {
  test("3§3 photoCommentEnabled and photoDrawingEnabled offer a comment and drawing on a photo", async () => {
    for (const isEnabled of [true, false]) {
      const template = {
        ...{ photoCommentEnabled: isEnabled, photoDrawingEnabled: isEnabled },
        tasks: [aTemplateTask({ name: "Mast", type: "PHOTO" as const })],
      };
      const { draft, unmount } = await openForm({ template });
      unmount();
      const media = {
        ...{ id: anId(), kind: "PHOTO" as const, taskId: draft.tasks[0]!.id, name: "x", comment: "" },
        ...{ type: "image/jpeg", size: 3, sha256: "s", md5: "m", dateCreated: null },
      };
      await saveMedia(withMedia(draft, media), media.id, new NodeBlob(["abc"]) as Blob);
      serveCapture([]);
      const reopenedPage = renderApp(`/documentation/${draft.id}`, session);
      const form = within(await screen.findByRole("form", { name: "M 1" }));
      expect(await form.findByRole("button", { name: /^Remove Mast_01/ })).toBeTruthy();
      expect(form.queryAllByRole("textbox", { name: /Mast_01/ })).toHaveLength(isEnabled ? 1 : 0);
      expect(form.queryAllByRole("button", { name: /^Draw on Mast_01/ })).toHaveLength(isEnabled ? 1 : 0);
      reopenedPage.unmount();
    }
  });

  test("3§3 photoOverviewEnabled shows all photos under their tasks before a documentation is completed", async () => {
    const photoTask = aTemplateTask({ name: "Mast", type: "PHOTO" });
    const { draft, unmount } = await openForm({
      template: { photoOverviewEnabled: true, tasks: [photoTask] },
    });
    unmount();
    const media = {
      ...{ id: anId(), kind: "PHOTO" as const, taskId: draft.tasks[0]!.id, name: "x", comment: "Rusty" },
      ...{ type: "image/jpeg", size: 3, sha256: "s", md5: "m", dateCreated: null },
    };
    await saveMedia(withMedia(draft, media), media.id, new NodeBlob(["abc"]) as Blob);
    const api = serveCapture([]);
    renderApp(`/documentation/${draft.id}`, session);
    const form = within(await screen.findByRole("form", { name: "M 1" }));
    await press(form, "Complete");
    const overview = within(await screen.findByRole("dialog", { name: "All photos" }));
    const taskRegion = within(overview.getByRole("region", { name: "Mast" }));
    expect(taskRegion.getByText("Mast_01")).toBeTruthy();
    expect(taskRegion.getByText("Rusty")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    const saveCalls = () => api.to("POST /documentation/saveWithLicenseCode");
    expect(saveCalls()).toHaveLength(0);
    await press(overview, "Back to the form");
    await press(form, "Complete");
    await press(within(await screen.findByRole("dialog", { name: "All photos" })), "Complete");
    await waitFor(() => expect(saveCalls()).toHaveLength(1));
  });

  test("3§3 the licence's logo is shown above the form", async () => {
    const logo = "iVBORw0KGgo=";
    const license = aCaptureLicense({ hasLogo: true });
    await openForm({ license }, { [`GET /license/getCaptureLogo/${license.id}`]: () => ({ logo }) });
    const logoImage = await screen.findByRole("img", { name: "Logo of Field" });
    expect(logoImage.getAttribute("src")).toBe(`data:image/png;base64,${logo}`);
  });

  test("3§3 a template's graphics can be the background of a drawing", async () => {
    const { display: countDisplayCalls } = await openGraphicDrawing();
    const pad = within(await screen.findByRole("dialog", { name: "Draw for Sketch" }));
    const background = pad.getByRole("combobox", { name: "Background" });
    expect([...background.querySelectorAll("optgroup")].map(({ label }) => label)).toEqual(["Graphics"]);
    await userEvent.selectOptions(background, "Mast outline");
    await waitFor(() => expect(countDisplayCalls()).toBe(1));
    expect(await axeFaults()).toEqual([]);
  });

  async function openGraphicDrawing() {
    const id = anId();
    const template = {
      ...{ graphicEnabled: true, graphics: [{ id, name: "Mast outline" }] },
      tasks: [aTemplateTask({ name: "Sketch", type: "DRAWING" })],
    };
    const png = () => new Reply(200, "png", { "content-type": "image/png" });
    const graphicUser = { ...session, products: [...session.products, "GRAPHIC" as const] };
    const { form, api } = await openForm({ template }, { [`GET /graphic/display/${id}`]: png }, graphicUser);
    await press(form, "Draw for Sketch");
    return { display: () => api.to(`GET /graphic/display/${id}`).length };
  }
});

describe("2§7 predefined configurations", () => {
  const template = {
    predefinedEnabled: true,
    tasks: [aTemplateTask({ name: "Customer", type: "PREDEFINED", options: "CUSTOMER_NAME" })],
  };
  const createPredefinedRoutes = (isCaptured: boolean, failure: object | null) => ({
    "GET /documentation/getPredefinedAnswers": () => ({
      items: [{ option: "CUSTOMER_NAME", answer: "Norrnät", captured: isCaptured }],
      failure,
    }),
  });

  test("2§7 the system's answers are filled in", async () => {
    const { form } = await openForm({ template }, createPredefinedRoutes(false, null));
    await waitFor(() => expect(form.getByDisplayValue("Norrnät")).toBeTruthy());
    expect(form.queryByText(/Could not reach/)).toBeNull();
  });

  test("2§7 a system that could not be reached is named, and the answers captured last are filled in", async () => {
    const failure = {
      configuration: "NEXT-projekt",
      kind: "transient",
      message: "Next did not answer in time.",
    };
    const { form } = await openForm({ template }, createPredefinedRoutes(true, failure));
    expect(await form.findByText(/Could not reach NEXT-projekt/)).toBeTruthy();
    expect(form.getByDisplayValue("Norrnät")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });
});
