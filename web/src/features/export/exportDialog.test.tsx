import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { manualExport, planExport } from "#domain/endpoints/exports/manualExport.ts";
import {
  type DocumentationFixture,
  documentationId,
  hideFromObserver,
  serve,
  show,
  somePhotos,
} from "#screens/documentation/testing.tsx";
import { axeFaults } from "#testing/axe.ts";
import { failedAuth } from "#testing/deliveries.ts";
import { anEventOf, aPlan, someOptions, startedExport } from "#testing/exporting.ts";
import { problemReply, Reply } from "#testing/fakeApi.ts";
import { aFile, anId, aSession, aSuperAdmin } from "#testing/fixtures.ts";

const id = documentationId;
const exporter = aSession({
  roles: ["ROLE_DOCUMENTATION_READ", "ROLE_FILE_READ", "ROLE_EXPORT_DOCUMENTATION"],
});
const anOrderQuestion = (required: boolean) => ({ id: anId(), name: "Order number", required });
const optionsCall = `GET /documentation/getExportOptions/${id}`;
const planCall = "POST /documentation/planExport";
const sendCall = "POST /documentation/manualExport";
const eventsCall = `GET /exportEvent/findAllByDocumentationId/${id}`;
type Calls = NonNullable<Parameters<typeof serve>[1]>;

beforeEach(hideFromObserver);
afterEach(() => {
  vi.useRealTimers();
});

/** Serves the details page and the export calls. */
function prepare(
  options: ReturnType<typeof someOptions>,
  calls: Calls = {},
  fixture: DocumentationFixture = {},
) {
  return serve(
    { photos: somePhotos(3), files: [aFile({ name: "protocol.pdf" })], ...fixture },
    {
      [optionsCall]: () => options,
      [planCall]: ({ body }) => {
        const ids = planExport.body!.parse(body).templateExportConfigurationIds;
        return {
          items: options.destinations
            .filter((destination) => ids.includes(destination.templateExportConfigurationId))
            .flatMap((destination) => aPlan(destination).items),
        };
      },
      ...calls,
    },
  );
}
async function open(session = exporter) {
  const view = show(session);
  await screen.findByText("protocol.pdf");
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  // Before the options arrive, the dialog only has its close button.
  const buttons = () => within(screen.getByRole("dialog")).getAllByRole("button");
  await waitFor(() => expect(buttons().length).toBeGreaterThan(1));
  return { ...view, dialog: within(screen.getByRole("dialog")) };
}
const send = (dialog: ReturnType<typeof within>) =>
  userEvent.click(dialog.getByRole("button", { name: "Export" }));
const sentExports = (api: ReturnType<typeof serve>) =>
  api.to(sendCall).map(({ body }) => manualExport.body!.parse(body));

describe("2§4 the export dialog: CONFIG", () => {
  test("preselects a single destination, and sends everything unless something is left out", async () => {
    const options = someOptions([{}]);
    const delivery = { id: anId(), name: "Archive" };
    const api = prepare(options, {
      [sendCall]: () => startedExport(delivery),
      [eventsCall]: () => ({ items: [] }),
    });
    const { dialog } = await open();
    const box = await dialog.findByRole("checkbox", { name: /Archive/ });
    expect(box).toHaveProperty("checked", true);
    expect(dialog.getByText("All (3)")).toBeTruthy();
    expect(await dialog.findByText("3 files · 2.50 MB")).toBeTruthy();
    expect(dialog.getByText(/Overview_01.jpg/).textContent).toContain("and 2 more");
    expect(await axeFaults()).toEqual([]);
    await send(dialog);
    await screen.findByRole("dialog", { name: /^Exporting/ });
    expect(sentExports(api)).toEqual([
      {
        documentationId: id,
        templateExportConfigurationIds: [options.destinations[0]!.templateExportConfigurationId],
        photoIds: null,
        fileIds: null,
        params: {},
        language: "en",
        markup: true,
        threads: false,
        externalFiles: [],
      },
    ]);
  });

  test("says that the same export is already in progress, or is retried now", async () => {
    const deliveries = [
      { id: anId(), name: "Archive", outcome: "ALREADY_RUNNING" },
      { id: anId(), name: "Office", outcome: "RETRIED" },
    ] as const;
    prepare(someOptions([{}]), {
      [sendCall]: () => startedExport(...deliveries),
      [eventsCall]: () => ({ items: [] }),
    });
    const { dialog } = await open();
    await dialog.findByRole("checkbox", { name: /Archive/ });
    await send(dialog);
    const progressDialog = within(await screen.findByRole("dialog", { name: /^Exporting/ }));
    expect(progressDialog.getByText(/already in progress, so no second one was started/)).toBeTruthy();
    expect(progressDialog.getByText(/waiting for its next attempt, and is being retried now/)).toBeTruthy();
  });

  test("2§5 asks whether to send markup if a photo has any", async () => {
    const [first, ...rest] = somePhotos(3);
    const markup = [
      { type: "BLUR" as const, from: [0, 0] as [number, number], to: [1, 1] as [number, number] },
    ];
    const calls = {
      [sendCall]: () => startedExport({ id: anId(), name: "Archive" }),
      [eventsCall]: () => ({ items: [] }),
    };
    const api = prepare(someOptions([{}]), calls, { photos: [{ ...first!, markup }, ...rest] });
    const { dialog } = await open();
    await userEvent.click(dialog.getByRole("checkbox", { name: "Show markup on photos" }));
    await send(dialog);
    await screen.findByRole("dialog", { name: /^Exporting/ });
    expect(sentExports(api)).toMatchObject([{ markup: false }]);
  });

  test("design§Threads offers the discussion to destinations that do not always get it", async () => {
    const options = someOptions([
      { name: "Archive", takesThreads: true, hasThreads: true },
      { name: "Office", takesThreads: true },
    ]);
    const calls = {
      [sendCall]: () => startedExport({ id: anId(), name: "Office" }),
      [eventsCall]: () => ({ items: [] }),
    };
    const api = prepare(options, calls, { details: { threadCount: 1 } });
    const { dialog } = await open();
    expect(dialog.getByText(/Always with the discussion/)).toBeTruthy();
    await userEvent.click(dialog.getByRole("checkbox", { name: /Archive/ }));
    expect(dialog.queryByRole("checkbox", { name: "Include the discussion" })).toBeNull();
    await userEvent.click(dialog.getByRole("checkbox", { name: /Office/ }));
    await userEvent.click(dialog.getByRole("checkbox", { name: "Include the discussion" }));
    await send(dialog);
    await screen.findByRole("dialog", { name: /^Exporting/ });
    expect(sentExports(api)).toMatchObject([{ threads: true }]);
  });

  test("2§8 requires one of several destinations, and shows the error at the destinations", async () => {
    const api = prepare(
      someOptions([
        { name: "Archive", exportOn: "COMPLETED" },
        { name: "Office", type: "EMAIL", recipients: ["office@norrfiber.se"] },
        { name: "Nobody", type: "EMAIL" },
      ]),
    );
    const { dialog } = await open();
    const boxes = await dialog.findAllByRole("checkbox");
    expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, false, false]);
    expect(dialog.getByText("Email · To office@norrfiber.se")).toBeTruthy();
    expect(dialog.getByText(/Also sent automatically/)).toBeTruthy();
    expect(dialog.getByText(/No one would receive the email/)).toBeTruthy();
    expect(dialog.getByText("Choose a destination to see what will be sent.")).toBeTruthy();
    await send(dialog);
    expect(dialog.getByText("Choose at least one export configuration.")).toBeTruthy();
    expect(document.activeElement).toBe(boxes[0]);
    expect(api.to(sendCall)).toEqual([]);
  });

  test("2§5 asks the chosen destinations' questions once per name, and insists on required answers", async () => {
    const api = prepare(
      someOptions([
        { name: "Archive", userParams: [anOrderQuestion(false)] },
        { name: "Office", userParams: [anOrderQuestion(true)] },
      ]),
      {
        [sendCall]: () => startedExport({ id: anId(), name: "Office" }),
        [eventsCall]: () => ({ items: [] }),
      },
    );
    const { dialog } = await open();
    expect(dialog.queryByRole("textbox")).toBeNull();
    await userEvent.click(await dialog.findByRole("checkbox", { name: /Archive/ }));
    expect(dialog.getByRole("textbox", { name: "Order number" })).toBeTruthy();
    await userEvent.click(dialog.getByRole("checkbox", { name: /Office/ }));
    const field = dialog.getByRole("textbox", { name: /Order number/ });
    expect(field.getAttribute("aria-required")).toBe("true");
    expect(dialog.getByText("For Archive, Office")).toBeTruthy();
    await send(dialog);
    expect(dialog.getByText("This field is required!")).toBeTruthy();
    expect(document.activeElement).toBe(field);
    await userEvent.type(field, "4711");
    await waitFor(() =>
      expect(api.to(planCall).at(-1)!.body).toMatchObject({ params: { "Order number": "4711" } }),
    );
    await send(dialog);
    await screen.findByRole("dialog", { name: /^Exporting/ });
    expect(sentExports(api)[0]?.params).toEqual({ "Order number": "4711" });
  });

  test("lets users choose photos and files one by one, except those that have not arrived", async () => {
    const [first, second, latePhoto] = somePhotos(3);
    const photos = [first!, second!, { ...latePhoto!, hasData: false }];
    const api = prepare(
      someOptions([{}]),
      {
        [sendCall]: () => startedExport({ id: anId(), name: "Archive" }),
        [eventsCall]: () => ({ items: [] }),
      },
      { photos },
    );
    const { dialog } = await open();
    const choose = await dialog.findByRole("button", { name: "Choose photos…" });
    await userEvent.click(choose);
    expect(choose.getAttribute("aria-expanded")).toBe("true");
    const photo = (name: string) => dialog.getByRole("button", { name: `Include ${name}` });
    expect(photo("Photo_1").getAttribute("aria-pressed")).toBe("true");
    expect(photo("Photo_3").getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(photo("Photo_1"));
    expect(dialog.getByText("1 of 2")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Select none" }));
    await userEvent.click(choose);
    await userEvent.click(dialog.getByRole("button", { name: "Choose files…" }));
    await userEvent.click(dialog.getByRole("checkbox", { name: "protocol.pdf" }));
    // 2§8
    await send(dialog);
    expect(dialog.getByText("No photos are selected")).toBeTruthy();
    expect(dialog.getByText("No files are selected.")).toBeTruthy();
    expect(api.to(sendCall)).toEqual([]);
    await userEvent.click(dialog.getByRole("checkbox", { name: "protocol.pdf" }));
    await userEvent.click(choose);
    await userEvent.click(photo("Photo_2"));
    await send(dialog);
    await screen.findByRole("dialog", { name: /^Exporting/ });
    expect(sentExports(api)[0]).toMatchObject({ photoIds: [second!.id], fileIds: null });
  });

  test("2§9 pages a thousand photos", async () => {
    prepare(someOptions([{}]), {}, { photos: somePhotos(1000) });
    const { dialog } = await open();
    await userEvent.click(await dialog.findByRole("button", { name: "Choose photos…" }));
    expect(dialog.getAllByRole("button", { name: /^Include / })).toHaveLength(48);
    const pages = within(dialog.getByRole("navigation", { name: "Photo pages" }));
    await userEvent.click(pages.getByRole("button", { name: "Page 21" }));
    expect(dialog.getAllByRole("button", { name: /^Include / })).toHaveLength(40);
  });

  test("2§7 offers external files if a chosen destination takes them, and sends one per name as base64", async () => {
    const api = prepare(someOptions([{ name: "Archive" }, { name: "Office", takesExternalFiles: true }]), {
      [sendCall]: () => startedExport({ id: anId(), name: "Office" }),
      [eventsCall]: () => ({ items: [] }),
    });
    const { dialog } = await open();
    await userEvent.click(await dialog.findByRole("checkbox", { name: /Archive/ }));
    expect(dialog.queryByText("External files")).toBeNull();
    await userEvent.click(dialog.getByRole("checkbox", { name: /Office/ }));
    const input = dialog.getByLabelText("Add files");
    await userEvent.upload(input, [new File(["old"], "offer.pdf"), new File(["x"], "map.txt")]);
    await userEvent.upload(input, [new File(["hej"], "Offer.pdf", { type: "application/pdf" })]);
    expect(dialog.getByText("Offer.pdf already existed and has been replaced.")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Remove map.txt" }));
    expect(dialog.getByText("1 file, 3 B")).toBeTruthy();
    // The service's plan omits external files; the dialog adds them.
    expect(await dialog.findByText(/^4 files/)).toBeTruthy();
    expect(dialog.getByText(/^External files \(1\)/)).toBeTruthy();
    await send(dialog);
    await screen.findByRole("dialog", { name: /^Exporting/ });
    expect(sentExports(api)[0]?.externalFiles).toEqual([
      { name: "Offer.pdf", size: 3, data: "aGVq", type: "application/pdf" },
    ]);
  });

  test("2§9 refuses external files of more than 25 MB in total before anything is sent", async () => {
    const api = prepare(someOptions([{ takesExternalFiles: true }]));
    const { dialog } = await open();
    const largeFile = new File(["x"], "film.mp4");
    Object.defineProperty(largeFile, "size", { value: 25_000_001 });
    await userEvent.upload(await dialog.findByLabelText("Add files"), [largeFile]);
    expect(
      dialog.getByText("The files are larger than 25.00 MB in total. Remove some of them."),
    ).toBeTruthy();
    await send(dialog);
    expect(api.to(sendCall)).toEqual([]);
  });

  test("2§5 shows blockers with the names of their tasks, and sends nothing", async () => {
    const api = prepare(
      someOptions(
        [{}],
        [
          { code: "unhandledFileTasks", names: ["Protocol", "Drawing"] },
          { code: "requiredTasksNotCompleted", names: ["Corrosion"] },
        ],
      ),
    );
    const { dialog } = await open();
    expect(
      await dialog.findByText("Some tasks are still waiting for a file: Protocol, Drawing"),
    ).toBeTruthy();
    expect(dialog.getByText("Some required tasks are not completed: Corrosion")).toBeTruthy();
    const button = dialog.getByRole("button", { name: "Export" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(button);
    expect(api.to(sendCall)).toEqual([]);
    expect(api.to(planCall)).toEqual([]);
    expect(await axeFaults()).toEqual([]);
  });

  test("2§8 shows an error from the service at its field, or above the form if it has none", async () => {
    const refusals = [
      new Reply(422, { error: { code: "userParamMissing", message: "", names: ["Order number"] } }),
      new Reply(422, { error: { code: "unhandledFileTasks", message: "", names: ["Protocol"] } }),
    ];
    prepare(someOptions([{ userParams: [anOrderQuestion(false)] }]), { [sendCall]: () => refusals.shift() });
    const { dialog } = await open();
    await dialog.findByRole("textbox", { name: "Order number" });
    await send(dialog);
    expect(await dialog.findByText("This field is required!")).toBeTruthy();
    await send(dialog);
    expect(await dialog.findByText(/Some tasks are still waiting for a file.*Protocol/)).toBeTruthy();
  });

  test("shows what is missing or blank and the expected duration; a failed plan can be retried", async () => {
    const options = someOptions([{}]);
    const replies = [
      problemReply(422, "ruleBroken"),
      aPlan(options.destinations[0]!, {
        missing: [{ kind: "PHOTO", name: "Overview_02", reason: "notUploaded" }],
        unfilled: ["{ORDER}"],
        seconds: 150,
      }),
    ];
    prepare(options, { [planCall]: () => replies.shift() });
    const { dialog } = await open();
    await userEvent.click(await dialog.findByRole("button", { name: "Try again" }));
    expect(await dialog.findByText("3 files · 2.50 MB · takes about 3 minutes")).toBeTruthy();
    expect(dialog.getByText(/Overview_02/).textContent).toContain("Not uploaded");
    expect(dialog.getByText("Left blank because there is no value: {ORDER}")).toBeTruthy();
  });

  test("says that there are no destinations, and links super admins to the template", async () => {
    prepare(someOptions([]));
    const staffPage = await open();
    expect(await screen.findByText("No destinations")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Open the template" })).toBeNull();
    staffPage.unmount();
    await open(aSuperAdmin());
    const link = await screen.findByRole("link", { name: "Open the template" });
    expect(link.getAttribute("href")).toMatch(/^\/template\/details\//);
  });
});

describe("2§4 the export dialog: EXPORTING", () => {
  const archive = { id: anId(), name: "Archive" };
  const office = { id: anId(), name: "Office" };
  const startExport = async (events: () => unknown[]) => {
    const api = prepare(someOptions([{ name: "Archive" }]), {
      [sendCall]: () => startedExport(archive, office),
      [eventsCall]: () => ({ items: events() }),
    });
    const { dialog } = await open();
    await dialog.findByText("3 files · 2.50 MB");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await userEvent.click(dialog.getByRole("button", { name: "Export" }));
    const progressDialog = within(
      await screen.findByRole("dialog", { name: "Exporting NF-2041 Skellefteå" }),
    );
    return { api, sending: progressDialog };
  };

  test("2§9 polls export events every 5 s until each has succeeded, or failed with code and message", async () => {
    let events: unknown[] = [];
    const { api, sending: progressDialog } = await startExport(() => events);
    expect(await progressDialog.findAllByText("Queued")).toHaveLength(2);
    expect(progressDialog.getByText(/You can close this window. The export continues/)).toBeTruthy();
    const countPolls = () => api.to(eventsCall).length;
    const firstPollCount = countPolls();
    events = [
      anEventOf(archive, {
        state: "RUNNING",
        files: 4,
        filesDone: 1,
        bytes: 8_000_000,
        bytesSent: 2_000_000,
      }),
      anEventOf(office, { state: "WAITING", bytesSent: 0, errorKind: "transient", errorMessage: "Reset" }),
    ];
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(countPolls()).toBe(firstPollCount + 1);
    expect((await progressDialog.findByRole("progressbar")).getAttribute("aria-valuenow")).toBe("25");
    expect(progressDialog.getByText("2.00 MB of 8.00 MB, 1 of 4 files")).toBeTruthy();
    expect(progressDialog.getByText("Next attempt shortly")).toBeTruthy();
    events = [anEventOf(archive, { state: "DONE" }), anEventOf(office, failedAuth)];
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(await progressDialog.findByText(/The destination rejected the login/)).toBeTruthy();
    expect(progressDialog.getByText(/^The destination responded with 530: .*did not accept/)).toBeTruthy();
    expect(progressDialog.getByRole("status").textContent).toBe("Archive: Delivered. Office: Failed");
    expect(progressDialog.getByText("The export has ended.")).toBeTruthy();
    const lastPollCount = countPolls();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(countPolls()).toBe(lastPollCount);
    expect(await axeFaults()).toEqual([]);
  });

  test("closes with OK at any time, and returns the focus to the button", async () => {
    const { sending: progressDialog } = await startExport(() => []);
    await userEvent.click(progressDialog.getByRole("button", { name: "OK" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Export" })));
  });
});

describe("2§4 the export dialog: PAUSED_ERROR", () => {
  test.each(["PAUSED", "DOWNLOADED"] as const)(
    "says why a documentation in the status %s is not exported",
    async (status) => {
      const api = prepare(someOptions([{}]), {}, { details: { status } });
      const { dialog } = await open();
      expect(dialog.getByText("This documentation cannot be exported right now")).toBeTruthy();
      expect(api.to(optionsCall)).toEqual([]);
      expect(dialog.queryByRole("button", { name: "Export" })).toBeNull();
      await userEvent.click(dialog.getByRole("button", { name: "OK" }));
      expect(screen.queryByRole("dialog")).toBeNull();
    },
  );

  test("appears if the documentation was handed over in the meantime", async () => {
    prepare(someOptions([{}], [{ code: "exportRefused", names: [] }]));
    await open();
    expect(await screen.findByText("This documentation cannot be exported right now")).toBeTruthy();
  });
});

test("2§6 Export is hidden from users who cannot export, and for a deleted documentation", async () => {
  prepare(someOptions([{}]));
  const reader = show();
  await screen.findByText("protocol.pdf");
  expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  reader.unmount();
  prepare(someOptions([{}]), {}, { details: { status: "DELETED" } });
  show(exporter);
  await screen.findByText("protocol.pdf");
  expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
});
