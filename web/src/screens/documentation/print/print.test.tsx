import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { aSession, aTask } from "#testing/fixtures.ts";
import { hideFromObserver, serve, show, somePhotos } from "../testing.tsx";

beforeEach(hideFromObserver);

const task = aTask({ type: "PHOTO", name: "Overview" });
const text = aTask({ type: "TEXT", name: "Ground", answer: "Gravel" });
/** Stubs the browser's print dialog, which happy-dom lacks. */
function stubPrint() {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  return print;
}
const images = (api: ReturnType<typeof serve>) =>
  api.calls.filter(({ path }) => /^\/photo\/download\//.test(path));

test("design§Web a documentation is printed once all its photos have loaded, whichever page of the gallery is shown", async () => {
  const photos = somePhotos(60, { documentationTaskId: task.id });
  const gateControl = { open: () => {} };
  const gate = new Promise<void>((resolve) => {
    gateControl.open = resolve;
  });
  const last = photos.at(-1)!;
  const api = serve(
    { tasks: [task, text], photos },
    Object.fromEntries(
      photos.map(({ id }) => [
        `GET /photo/download/${id}`,
        () => (id === last.id ? gate.then(() => ({})) : {}),
      ]),
    ),
  );
  const print = stubPrint();
  show(aSession());
  await screen.findAllByText("Gravel");
  await userEvent.click(screen.getByRole("button", { name: "Print" }));
  expect(await screen.findByText("Preparing to print: 59 of 60 photos")).toBeTruthy();
  expect(print).not.toHaveBeenCalled();
  gateControl.open();
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(images(api)).toHaveLength(60);
  const sheet = document.querySelector<HTMLElement>("[data-print-sheet]")!;
  expect(sheet.querySelectorAll("figure img")).toHaveLength(60);
  expect(within(sheet).getByText("Gravel")).toBeTruthy();
  act(() => void window.dispatchEvent(new Event("afterprint")));
  await waitFor(() => expect(document.querySelector("[data-print-sheet]")).toBeNull());
  expect(document.body.dataset.printing).toBeUndefined();
});

test("design§Web Ctrl+P prints the sheet, and says which photo could not be read", async () => {
  const [arrivedPhoto, missingPhoto] = somePhotos(2);
  serve({ photos: [arrivedPhoto!, { ...missingPhoto!, hasData: false }] });
  const print = stubPrint();
  show(aSession());
  await screen.findByRole("button", { name: "Print" });
  fireEvent.keyDown(document.body, { key: "p", ctrlKey: true });
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  const sheet = within(document.querySelector<HTMLElement>("[data-print-sheet]")!);
  expect(sheet.getByText("Not arrived yet")).toBeTruthy();
  expect(sheet.getByText("Could not load the photo")).toBeTruthy();
});
