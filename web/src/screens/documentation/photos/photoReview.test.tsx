import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { axeFaults } from "#testing/axe.ts";
import { problemReply } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { clearAlerts, showAlert } from "#ui/overlay/alertStore.ts";
import { type DocumentationFixture, hideFromObserver, serve, show, somePhotos } from "../testing.tsx";

const reviewer = aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_PHOTO_WRITE"] });
type Body = Partial<PhotoRow> & { version: number };

/** Opens the first of `count` photos. Changes are accepted by version, once `beforeReply` resolves, and read back. */
async function openPhoto(
  count = 1,
  changes: object = {},
  beforeReply: (change: Body) => Promise<void> | undefined = () => undefined,
) {
  const material: DocumentationFixture = { photos: somePhotos(count, { name: "Overview_01", ...changes }) };
  const photo = material.photos![0]!;
  const bodies: Body[] = [];
  const api = serve(material, {
    [`PUT /photos/${photo.id}`]: async ({ body }) => {
      const change = body as Body;
      bodies.push(change);
      await beforeReply(change);
      const current = material.photos!.find(({ id }) => id === photo.id)!;
      if (change.version !== current.version) return problemReply(422, "staleVersion");
      const next = { ...current, ...change, version: current.version + 1 };
      material.photos = material.photos!.map((item) => (item.id === photo.id ? next : item));
      return next;
    },
    [`DELETE /photos/${photo.id}`]: () => {
      material.photos = material.photos!.filter(({ id }) => id !== photo.id);
      return { success: true };
    },
  });
  const view = show(reviewer, `?photo=${photo.id}`);
  const dialog = await findViewer();
  return { api, material, bodies, photo, dialog, viewer: within(dialog), ...view };
}
/** The viewer is a lazy chunk, which can take long to load on a busy machine. */
const findViewer = () => screen.findByRole("dialog", { name: "Photo viewer" });
const press = (dialog: Element, key: string, shiftKey = false) =>
  act(() => fireEvent.keyDown(dialog, { key, shiftKey }));

beforeEach(hideFromObserver);

describe("2§5 rotation", () => {
  test("T rotates right and Shift+T left, cycling through 0 to 3; several rotations are saved as one, with a warning", async () => {
    const { dialog, viewer, bodies } = await openPhoto();
    press(dialog, "T", true);
    expect(viewer.getAllByText(/rotated by 270°/).length).toBeGreaterThan(0);
    press(dialog, "T", true);
    await waitFor(() => expect(bodies).toEqual([{ rotation: 2, version: 1 }]));
    expect(await viewer.findByText(/rotated by 180°/)).toBeTruthy();
    await userEvent.click(viewer.getByRole("button", { name: "Rotate right" }));
    press(dialog, "t");
    await waitFor(() => expect(bodies.at(-1)).toEqual({ rotation: 0, version: 2 }));
  });

  test("every tool stays in its place while a rotation is saved, and until its renditions are made", async () => {
    const { dialog, viewer, bodies } = await openPhoto();
    const tools = () =>
      viewer
        .getAllByRole("button")
        .filter((button) => !button.closest("[data-undo-offers]"))
        .map((button) => button.getAttribute("aria-label"));
    const draw = viewer.getByRole<HTMLButtonElement>("button", { name: /draw/i });
    const initialTools = tools();
    expect(draw.disabled).toBe(false);
    press(dialog, "t");
    expect(tools()).toEqual(initialTools);
    expect(draw.disabled).toBe(true);
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(tools()).toEqual(initialTools);
    press(dialog, "d");
    expect(viewer.getByRole("button", { name: /draw/i })).toBe(draw);
  });

  test("a rotation that is reversed before it is saved is not sent", async () => {
    const { dialog, viewer, bodies } = await openPhoto();
    press(dialog, "t");
    press(dialog, "T", true);
    await waitFor(() => expect(viewer.queryByText(/The photo is not rotated/)).toBeNull());
    expect(bodies).toEqual([]);
  });

  test("another user's rotation is shown beside the user's own", async () => {
    const { dialog, viewer, material, bodies } = await openPhoto();
    material.photos = [{ ...material.photos![0]!, rotation: 3, version: 2 }];
    press(dialog, "t");
    await userEvent.click(await viewer.findByRole("button", { name: "Save my version" }));
    await waitFor(() => expect(bodies.at(-1)).toEqual({ rotation: 1, version: 2 }));
  });
});

describe("2§5 name and comment", () => {
  test("a name is required, a comment has at most 255 characters, which are counted", async () => {
    const { viewer, bodies } = await openPhoto();
    await userEvent.click(viewer.getByRole("button", { name: "Edit" }));
    const name = viewer.getByRole("textbox", { name: /Name/ });
    expect(document.activeElement).toBe(viewer.getByRole("textbox", { name: "Reviewer's comment" }));
    await userEvent.clear(name);
    await userEvent.keyboard("{Enter}");
    expect(viewer.getByText("This field is required!")).toBeTruthy();
    // In a text box the keys type letters and rotate nothing.
    await userEvent.type(name, "tt");
    const comment = viewer.getByRole("textbox", { name: "Reviewer's comment" });
    expect(comment.getAttribute("maxlength")).toBe("255");
    await userEvent.type(comment, "Rust");
    expect(viewer.getByText(/4 of 255 characters/)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.keyboard("{Enter}");
    await viewer.findByRole("button", { name: "Edit" });
    expect(bodies).toEqual([{ name: "tt", reviewComment: "Rust", version: 1 }]);
    expect(viewer.getByText("Rust")).toBeTruthy();
  });

  test("typed text survives moving to another photo and back", async () => {
    const { viewer } = await openPhoto(2);
    await userEvent.click(viewer.getByRole("button", { name: "Edit" }));
    await userEvent.type(viewer.getByRole("textbox", { name: "Reviewer's comment" }), "Half a sen");
    await userEvent.click(viewer.getAllByRole("button", { name: "Next photo" })[0]!);
    expect(await viewer.findByText("2 of 2")).toBeTruthy();
    expect(viewer.queryByRole("textbox")).toBeNull();
    await userEvent.click(viewer.getAllByRole("button", { name: "Previous photo" })[0]!);
    expect(await viewer.findByDisplayValue("Half a sen")).toBeTruthy();
  });

  test("rotating while editing is not a conflict", async () => {
    const { dialog, viewer, bodies } = await openPhoto();
    await userEvent.click(viewer.getByRole("button", { name: "Edit" }));
    press(dialog, "t");
    await waitFor(() => expect(bodies).toHaveLength(1));
    await userEvent.type(viewer.getByRole("textbox", { name: "Reviewer's comment" }), "Turned{Enter}");
    await viewer.findByRole("button", { name: "Edit" });
    expect(bodies.at(-1)).toEqual({ name: "Overview_01", reviewComment: "Turned", version: 2 });
  });

  test("a comment that is saved while a rotation is in flight is not a conflict", async () => {
    let finishRotation = () => {};
    const inFlight = new Promise<void>((resolve) => {
      finishRotation = resolve;
    });
    const { dialog, viewer, bodies, material } = await openPhoto(1, {}, (change) =>
      change.rotation === undefined ? undefined : inFlight,
    );
    press(dialog, "t");
    await waitFor(() => expect(bodies).toHaveLength(1));
    press(dialog, "c");
    await userEvent.type(viewer.getByRole("textbox", { name: "Reviewer's comment" }), "Rust{Enter}");
    await act(async () => finishRotation());
    await viewer.findByRole("button", { name: "Edit" });
    expect(bodies.map(({ version }) => version)).toEqual([1, 2]);
    expect(material.photos?.[0]).toMatchObject({ rotation: 1, reviewComment: "Rust" });
  });
});

describe("2§6 ROLE_PHOTO_WRITE", () => {
  test("deleting asks for confirmation, then shows the next photo", async () => {
    const { api, viewer, photo, material, address } = await openPhoto(2);
    await userEvent.click(viewer.getByRole("button", { name: "Delete" }));
    const question = within(viewer.getByRole("alertdialog"));
    await userEvent.click(question.getByRole("button", { name: "Cancel" }));
    expect(api.to(`DELETE /photos/${photo.id}`)).toHaveLength(0);
    await userEvent.click(viewer.getByRole("button", { name: "Delete" }));
    await userEvent.click(within(viewer.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(address()).toContain(material.photos![0]!.id));
    expect(await viewer.findByText("1 of 1")).toBeTruthy();
  });

  test("without it the photo is read-only", async () => {
    const photos = somePhotos(1);
    serve({ photos });
    show(aSession(), `?photo=${photos[0]!.id}`);
    const dialog = await findViewer();
    expect(within(dialog).queryByRole("button", { name: /Edit|Delete|Rotate/ })).toBeNull();
    press(dialog, "t");
    expect(within(dialog).queryByText(/rotated by/)).toBeNull();
  });
});

test("2§2 '?' lists the keys, + - 0 zoom, and Escape closes the help before the viewer", async () => {
  const { dialog, viewer } = await openPhoto(3);
  press(dialog, "?");
  expect(viewer.getByRole("heading", { name: "Keyboard shortcuts" })).toBeTruthy();
  expect(await axeFaults()).toEqual([]);
  act(() => fireEvent(dialog, new Event("cancel", { cancelable: true })));
  expect(viewer.queryByRole("heading", { name: "Keyboard shortcuts" })).toBeNull();
  expect(viewer.getByRole("button", { name: "Zoom out" })).toHaveProperty("disabled", true);
  press(dialog, "+");
  expect(viewer.getByRole("button", { name: "Zoom out" })).toHaveProperty("disabled", false);
  press(dialog, "0");
  expect(viewer.getByRole("button", { name: "Zoom out" })).toHaveProperty("disabled", true);
});

test("2§2 an alert raised while the viewer is open is shown in it", async () => {
  const { dialog } = await openPhoto();
  act(() => showAlert("danger", "The network is gone"));
  const alert = within(dialog).getByText("The network is gone");
  expect(alert.closest("[aria-live]")?.getAttribute("aria-live")).toBe("assertive");
  act(clearAlerts);
});

test("2§2 with two thousand photos the filmstrip renders only the visible ones", async () => {
  const photos = somePhotos(2000);
  serve({ photos });
  show(aSession(), `?photo=${photos[1200]!.id}`);
  const strip = within(await screen.findByRole("navigation", { name: "All photos" }));
  const buttons = strip.getAllByRole("button");
  expect(buttons.length).toBeLessThan(60);
  expect(strip.getByRole("button", { current: true }).getAttribute("aria-label")).toBe("Show Photo_1201");
});

test("2§2 B keeps a photo beside the next ones until it is pressed again", async () => {
  const { dialog, viewer } = await openPhoto(3);
  expect(viewer.getByRole("button", { name: "Compare with the next photos" })).toHaveProperty(
    "disabled",
    false,
  );
  press(dialog, "b");
  press(dialog, "ArrowRight");
  await viewer.findByText("2 of 3");
  expect(viewer.getByRole("button", { name: "Stop comparing" })).toBeTruthy();
  press(dialog, "b");
  expect(viewer.getByRole("button", { name: "Compare with the next photos" })).toBeTruthy();
});

test("2§2 S starts and stops a slide show, which ends with the last photo", async () => {
  const { dialog, viewer } = await openPhoto(2);
  press(dialog, "s");
  expect(viewer.getByRole("button", { name: "Stop slide show" })).toBeTruthy();
  press(dialog, "s");
  press(dialog, "ArrowRight");
  await viewer.findByText("2 of 2");
  expect(viewer.getByRole("button", { name: "Start slide show" })).toHaveProperty("disabled", true);
});
