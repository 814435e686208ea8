import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { axeFaults } from "#testing/axe.ts";
import { problemReply } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { clearAlerts, showAlert } from "#ui/overlay/alertStore.ts";
import { blindfold, type Material, serve, show, somePhotos } from "../testing.tsx";

const reviewer = aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_PHOTO_WRITE"] });
type Body = Partial<PhotoRow> & { version: number };

/** Opens the first of some photos; changes are accepted by version, once they are no longer held, and read back. */
async function look(
  count = 1,
  changes: object = {},
  onItsWay: (change: Body) => Promise<void> | undefined = () => undefined,
) {
  const material: Material = { photos: somePhotos(count, { name: "Overview_01", ...changes }) };
  const photo = material.photos![0]!;
  const bodies: Body[] = [];
  const api = serve(material, {
    [`PUT /photos/${photo.id}`]: async ({ body }) => {
      const change = body as Body;
      bodies.push(change);
      await onItsWay(change);
      const held = material.photos!.find(({ id }) => id === photo.id)!;
      if (change.version !== held.version) return problemReply(422, "staleVersion");
      const next = { ...held, ...change, version: held.version + 1 };
      material.photos = material.photos!.map((one) => (one.id === photo.id ? next : one));
      return next;
    },
    [`DELETE /photos/${photo.id}`]: () => {
      material.photos = material.photos!.filter(({ id }) => id !== photo.id);
      return { success: true };
    },
  });
  const view = show(reviewer, `?photo=${photo.id}`);
  const dialog = await opened();
  return { api, material, bodies, photo, dialog, viewer: within(dialog), ...view };
}
/** The large view is a lazy chunk, which may take long under load. */
const opened = () => screen.findByRole("dialog", { name: "Photo viewer" }, { timeout: 5000 });
const press = (dialog: Element, key: string, shiftKey = false) =>
  act(() => fireEvent.keyDown(dialog, { key, shiftKey }));

beforeEach(blindfold);

describe("2§5 rotation", () => {
  test("T turns right and Shift+T left, cycling through 0 to 3; several turns are saved as one, with a warning", async () => {
    const { dialog, viewer, bodies } = await look();
    press(dialog, "T", true);
    expect(viewer.getAllByText(/rotated by 270°/).length).toBeGreaterThan(0);
    press(dialog, "T", true);
    await waitFor(() => expect(bodies).toEqual([{ rotation: 2, version: 1 }]), { timeout: 3000 });
    expect(await viewer.findByText(/rotated by 180°/)).toBeTruthy();
    await userEvent.click(viewer.getByRole("button", { name: "Rotate right" }));
    press(dialog, "t");
    await waitFor(() => expect(bodies.at(-1)).toEqual({ rotation: 0, version: 2 }), { timeout: 3000 });
  });

  test("a turn undone before it was saved is not sent", async () => {
    const { dialog, viewer, bodies } = await look();
    press(dialog, "t");
    press(dialog, "T", true);
    await waitFor(() => expect(viewer.queryByText(/The photo is not rotated/)).toBeNull(), {
      timeout: 3000,
    });
    expect(bodies).toEqual([]);
  });

  test("somebody else's turn is shown beside mine", async () => {
    const { dialog, viewer, material, bodies } = await look();
    material.photos = [{ ...material.photos![0]!, rotation: 3, version: 2 }];
    press(dialog, "t");
    await userEvent.click(await viewer.findByRole("button", { name: "Save my version" }, { timeout: 3000 }));
    await waitFor(() => expect(bodies.at(-1)).toEqual({ rotation: 1, version: 2 }));
  });
});

describe("2§5 name and comment", () => {
  test("a name is required, a comment has at most 255 characters, which are counted", async () => {
    const { viewer, bodies } = await look();
    await userEvent.click(viewer.getByRole("button", { name: "Edit" }));
    const name = viewer.getByRole("textbox", { name: /Name/ });
    expect(document.activeElement).toBe(viewer.getByRole("textbox", { name: "Comment" }));
    await userEvent.clear(name);
    await userEvent.keyboard("{Enter}");
    expect(viewer.getByText("This field is required!")).toBeTruthy();
    // In a text box the keys are letters and turn nothing.
    await userEvent.type(name, "tt");
    const comment = viewer.getByRole("textbox", { name: "Comment" });
    expect(comment.getAttribute("maxlength")).toBe("255");
    await userEvent.type(comment, "Rust");
    expect(viewer.getByText(/4 of 255 characters/)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.keyboard("{Enter}");
    await viewer.findByRole("button", { name: "Edit" });
    expect(bodies).toEqual([{ name: "tt", comment: "Rust", version: 1 }]);
    expect(viewer.getByText("Rust")).toBeTruthy();
  });

  test("typed text survives a look at another photo", async () => {
    const { viewer } = await look(2);
    await userEvent.click(viewer.getByRole("button", { name: "Edit" }));
    await userEvent.type(viewer.getByRole("textbox", { name: "Comment" }), "Half a sen");
    await userEvent.click(viewer.getAllByRole("button", { name: "Next photo" })[0]!);
    expect(await viewer.findByText("2 of 2")).toBeTruthy();
    expect(viewer.queryByRole("textbox")).toBeNull();
    await userEvent.click(viewer.getAllByRole("button", { name: "Previous photo" })[0]!);
    expect(await viewer.findByDisplayValue("Half a sen")).toBeTruthy();
  });

  test("turning and editing at once is not a conflict", async () => {
    const { dialog, viewer, bodies } = await look();
    await userEvent.click(viewer.getByRole("button", { name: "Edit" }));
    press(dialog, "t");
    await waitFor(() => expect(bodies).toHaveLength(1), { timeout: 3000 });
    await userEvent.type(viewer.getByRole("textbox", { name: "Comment" }), "Turned{Enter}");
    await viewer.findByRole("button", { name: "Edit" });
    expect(bodies.at(-1)).toEqual({ name: "Overview_01", comment: "Turned", version: 2 });
  });

  test("a comment that is saved while the turn is still on its way is no conflict", async () => {
    let arrive = () => {};
    const onItsWay = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { dialog, viewer, bodies, material } = await look(1, {}, (change) =>
      change.rotation === undefined ? undefined : onItsWay,
    );
    press(dialog, "t");
    await waitFor(() => expect(bodies).toHaveLength(1), { timeout: 3000 });
    press(dialog, "c");
    await userEvent.type(viewer.getByRole("textbox", { name: "Comment" }), "Rust{Enter}");
    await act(async () => arrive());
    await viewer.findByRole("button", { name: "Edit" });
    expect(bodies.map(({ version }) => version)).toEqual([1, 2]);
    expect(material.photos?.[0]).toMatchObject({ rotation: 1, comment: "Rust" });
  });
});

describe("2§6 ROLE_PHOTO_WRITE", () => {
  test("deleting asks first, and then the next photo is shown", async () => {
    const { api, viewer, photo, material, address } = await look(2);
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
    const dialog = await opened();
    expect(within(dialog).queryByRole("button", { name: /Edit|Delete|Rotate/ })).toBeNull();
    press(dialog, "t");
    expect(within(dialog).queryByText(/rotated by/)).toBeNull();
  });
});

test("2§2 '?' lists the keys, + - 0 zoom, and Escape closes the help before the view", async () => {
  const { dialog, viewer } = await look(3);
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

test("2§2 what the app tells while a photo is in large view is told there", async () => {
  const { dialog } = await look();
  act(() => showAlert("danger", "The network is gone"));
  const told = within(dialog).getByText("The network is gone");
  expect(told.closest("[aria-live]")?.getAttribute("aria-live")).toBe("assertive");
  act(clearAlerts);
});

test("2§2 of two thousand photos the filmstrip draws only the visible ones", async () => {
  const photos = somePhotos(2000);
  serve({ photos });
  show(aSession(), `?photo=${photos[1200]!.id}`);
  const strip = within(await screen.findByRole("navigation", { name: "All photos" }, { timeout: 5000 }));
  const shown = strip.getAllByRole("button");
  expect(shown.length).toBeLessThan(60);
  expect(strip.getByRole("button", { current: true }).getAttribute("aria-label")).toBe("Show Photo_1201");
});
