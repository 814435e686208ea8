import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aFile, anExportEvent, anId, aPrecondition, aSession, aTask } from "#testing/fixtures.ts";
import { readinessOf } from "./ExportMenu.tsx";
import { documentationId, findSection, hideFromObserver, serve, show, somePhotos } from "./testing.tsx";

const id = documentationId;
const photos = somePhotos;

beforeEach(hideFromObserver);

describe("2§2 documentation details", () => {
  test("show metadata, events and exports", async () => {
    serve({
      details: {
        alias: "Hamnmasten",
        tags: ["Coast"],
        exportEvents: [
          anExportEvent({ success: false, errorStatusCode: 530, errorMessage: "Login incorrect" }),
        ],
      },
      events: [
        {
          id: anId(),
          type: "STATUS_CHANGED",
          eventDate: "2026-05-06T08:00:00Z",
          creator: "staff",
          params: { status: "APPROVED" },
        },
        {
          id: anId(),
          type: "TASK_EDIT",
          eventDate: "2026-05-06T07:00:00Z",
          creator: "staff",
          params: { change: "ANSWER_EDITED", task: "Corrosion", from: "", to: "Severe" },
        },
        {
          id: anId(),
          type: "TASK_EDIT",
          eventDate: "2026-05-06T06:00:00Z",
          creator: "staff",
          params: {
            change: "PHOTO_EDITED",
            task: "Tower",
            photo: "Tower_02",
            rotation: "1",
            comment: "Fine",
            previousComment: "",
          },
        },
        {
          id: anId(),
          type: "MERGED",
          eventDate: "2026-05-06T05:00:00Z",
          creator: "staff",
          params: { into: "NF-9" },
        },
      ],
    });
    show();
    expect(await screen.findByRole("heading", { name: "Hamnmasten", level: 1 })).toBeTruthy();
    expect(screen.getByText("Alias of NF-2041 Skellefteå")).toBeTruthy();
    expect(await screen.findByText("iPhone 13")).toBeTruthy();
    expect(screen.getByText("1.21 MB")).toBeTruthy();
    expect(screen.getByText("Coast")).toBeTruthy();
    const map = screen.getByRole("link", { name: /OpenStreetMap/ });
    expect(map.getAttribute("href")).toContain("mlat=64.7681&mlon=20.9561");
    expect(map.getAttribute("rel")).toBe("noopener noreferrer");
    expect(await screen.findByText("Status changed to Approved")).toBeTruthy();
    const events = (await findSection("Events"))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(events[1]).toMatch(/^Answer editedCorrosionno answer → Severe/);
    expect(events[2]).toMatch(/^Photo editedTower_02Reviewer's comment: no comment → FineRotated to 90°/);
    expect(events[3]).toMatch(/^MergedInto NF-9/);
    const exports = await findSection("Exports");
    expect(exports.getByText("FTP")).toBeTruthy();
    expect(exports.getByText("Failed")).toBeTruthy();
    expect(exports.getByText("The destination responded with 530: Login incorrect")).toBeTruthy();
    await (await findSection("Tasks")).findByText("This documentation has no tasks");
    expect(await axeFaults()).toEqual([]);
  });

  test("2§9 show no position if lat and lng are 1000", async () => {
    serve({ details: { lat: 1000, lng: 1000 } });
    show();
    expect(await screen.findByText("Unknown")).toBeTruthy();
    expect(screen.queryByRole("link", { name: /OpenStreetMap/ })).toBeNull();
  });

  test("report a missing documentation", async () => {
    fakeApi({});
    show();
    expect(await screen.findByText(/does not exist, or you do not have access to it/)).toBeTruthy();
  });

  test("3§4 show the file that a report links to", async () => {
    const [drawing, protocol] = [aFile({ name: "Drawing.pdf" }), aFile({ name: "Protocol.pdf" })];
    serve({ files: [drawing, protocol] });
    show(aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_FILE_READ"] }), `?file=${protocol.id}`);
    const files = await findSection("Files");
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Protocol.pdf"));
    expect(files.getAllByRole("listitem")).toHaveLength(2);
    expect(await axeFaults()).toEqual([]);
  });

  test("fetch no files without ROLE_FILE_READ", async () => {
    const [sketchTask, siteTask] = [aTask({ name: "Sketch", type: "FILE" }), aTask({ answer: "Kalix" })];
    const api = serve({
      tasks: [sketchTask, siteTask],
      files: [aFile({ documentationTaskId: sketchTask.id })],
    });
    show(aSession({ roles: ["ROLE_DOCUMENTATION_READ"] }));
    await findSection("Photos");
    // The page does not know whether there are files.
    const tasks = await findSection("Tasks");
    expect(await tasks.findByText("You do not have permission to view files")).toBeTruthy();
    expect(tasks.queryByText("No files")).toBeNull();
    expect(tasks.getByText("1 of 1 answered")).toBeTruthy();
    expect(api.to("GET /files")).toHaveLength(0);
    expect(screen.queryByRole("heading", { name: "Files" })).toBeNull();
  });

  test("list refused uploads with their reasons", async () => {
    const refusedUpload = { kind: "PHOTO" as const, dateCreated: "2026-05-04T10:00:00Z" };
    serve({
      details: {
        refusedUploads: [
          { ...refusedUpload, id: anId(), name: "IMG_4471.HEIC", reason: "notJpeg" },
          { ...refusedUpload, id: anId(), name: "IMG_4472.JPG", reason: "somethingNew" },
        ],
      },
    });
    show();
    expect(await screen.findByText("2 uploads were refused")).toBeTruthy();
    expect(screen.getByText(/The file is not a JPEG photo/)).toBeTruthy();
    expect(screen.getByText(/Refused: somethingNew/)).toBeTruthy();
  });
});

describe("2§2 tasks", () => {
  test("open and close in groups, one by one or all together, and mark unexpected answers", async () => {
    const group = aTask({ name: "Tower", type: "GROUP" });
    serve({
      tasks: [
        group,
        aTask({ name: "Corrosion", parentId: group.id, type: "SINGLE_CHOICE", answer: "Severe" }),
        aTask({
          name: "Asset tag",
          answer: "X-1",
          unexpectedAnswerEvents: [
            { id: anId(), expectedAnswerListName: "Tags", expectedAnswer: "NFA-004417" },
          ],
        }),
      ],
    });
    show();
    const tasks = await findSection("Tasks");
    const toggle = await tasks.findByRole("button", { name: /^Tower/ });
    expect(toggle.getAttribute("aria-expanded")).toBe("true");
    expect(toggle.closest("h3")).not.toBeNull();
    await userEvent.click(toggle);
    expect(tasks.getByText("Corrosion").closest("[hidden]")).not.toBeNull();
    await userEvent.click(tasks.getByRole("button", { name: "Open all" }));
    expect(tasks.getByText("Corrosion").closest("[hidden]")).toBeNull();
    await userEvent.click(tasks.getByRole("button", { name: "Close all" }));
    expect(toggle.getAttribute("aria-expanded")).toBe("false");
    expect(tasks.getByText("Unexpected answer: Tags expects NFA-004417")).toBeTruthy();
    expect(tasks.getByText("2 of 2 answered")).toBeTruthy();
  });

  test("are shown on request if they do not apply", async () => {
    serve({
      tasks: [
        aTask({
          name: "Permit",
          preconditions: [
            aPrecondition({ type: "PLATFORM", params: { operator: "EQUALS", platform: "WEB" } }),
          ],
        }),
        aTask({ name: "Remark" }),
      ],
    });
    show();
    const tasks = await findSection("Tasks");
    await tasks.findByText("Remark");
    expect(tasks.queryByText("Permit")).toBeNull();
    await userEvent.click(tasks.getByRole("button", { name: "Show tasks that do not apply" }));
    expect(tasks.getByText("Permit")).toBeTruthy();
    expect(tasks.getByText("Does not apply: its preconditions are not met")).toBeTruthy();
  });

  test("come before the photos with the product FORM, otherwise after them", async () => {
    serve({ tasks: [aTask()], photos: photos(1) });
    const headings = async () => {
      await screen.findByRole("heading", { name: "Tasks" });
      await screen.findByRole("heading", { name: /^Photos/ });
      return screen.getAllByRole("heading", { level: 2 }).map(({ id: part }) => part);
    };
    const form = show();
    expect((await headings()).slice(0, 2)).toEqual(["tasks", "photos"]);
    form.unmount();
    show(aSession({ products: [] }));
    expect((await headings()).slice(0, 2)).toEqual(["photos", "tasks"]);
  });
});

describe("2§2 photo gallery", () => {
  test.each([0, 1])("works with %i photos", async (count) => {
    serve({ photos: photos(count) });
    show();
    const gallery = await findSection("Photos");
    if (count === 0) expect(await gallery.findByText("No photos")).toBeTruthy();
    else expect(await gallery.findAllByRole("button", { name: /^Open / })).toHaveLength(1);
  });

  test("works with 2000 photos: fetched a thousand per call, shown 48 at a time", async () => {
    const api = serve({ photos: photos(2000) });
    show();
    const gallery = await findSection("Photos");
    expect(await gallery.findAllByRole("button", { name: /^Open / })).toHaveLength(48);
    expect(api.to("GET /photos").map(({ query }) => query.get("offset"))).toEqual(["0", "1000"]);
    const pageLabels = () =>
      gallery.getAllByRole("button", { name: /^Page / }).map((page) => page.textContent);
    expect(pageLabels()).toEqual(["1", "2", "3", "40", "41", "42"]);
    await userEvent.click(gallery.getByRole("button", { name: "Page 40" }));
    expect(pageLabels()).toEqual(["1", "2", "3", "39", "40", "41", "42"]);
    expect(gallery.getByRole("button", { name: "Open Photo_1873" })).toBeTruthy();
  });

  test("has one thumbnail in the tab order; arrow keys move to the others and to the next page", async () => {
    serve({ photos: photos(60) });
    show();
    const gallery = await findSection("Photos");
    const thumbnails = await gallery.findAllByRole("button", { name: /^Open / });
    expect(thumbnails.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    act(() => thumbnails[0]!.focus());
    await userEvent.keyboard("{ArrowRight}");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Open Photo_2");
    await userEvent.keyboard("{End}");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Open Photo_60");
    await userEvent.keyboard("{Home}{ArrowLeft}");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Open Photo_1");
  });

  test("opens a viewer with arrow keys that links the first, last and neighbouring photos if there are ten or more", async () => {
    const rows = photos(15, { comment: "Rust on two bolts" });
    serve({ photos: rows });
    const { address } = show();
    const gallery = await findSection("Photos");
    await userEvent.click(await gallery.findByRole("button", { name: "Open Photo_6" }));
    const viewer = within(await screen.findByRole("dialog", { name: "Photo viewer" }));
    expect(viewer.getByText("6 of 15")).toBeTruthy();
    expect(viewer.getByText("Rust on two bolts")).toBeTruthy();
    expect(address()).toContain(`photo=${rows[5]!.id}`);
    const pageLabels = () =>
      viewer.getAllByRole("button", { name: /^Photo \d/ }).map((page) => page.textContent);
    expect(pageLabels()).toEqual(["1", "2", "3", "5", "6", "7", "13", "14", "15"]);
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "ArrowRight" });
    expect(await viewer.findByText("7 of 15")).toBeTruthy();
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "End" });
    expect(await viewer.findByText("15 of 15")).toBeTruthy();
    // One button is over the photo and one below it; both stay in place.
    const nextButtons = viewer.getAllByRole("button", { name: "Next photo" });
    expect(nextButtons.map((button) => (button as HTMLButtonElement).disabled)).toEqual([true, true]);
    await userEvent.click(viewer.getByRole("button", { name: "Close photo viewer" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(address()).not.toContain("photo=");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Open Photo_6");
  });

  test("links all photos in the viewer if there are fewer than ten, and opens a photo from its URL", async () => {
    const rows = photos(4);
    serve({ photos: rows });
    show(aSession(), `?photo=${rows[2]!.id}`);
    const viewer = within(await screen.findByRole("dialog", { name: "Photo viewer" }));
    expect(viewer.getByText("3 of 4")).toBeTruthy();
    expect(viewer.getAllByRole("button", { name: /^Photo \d/ })).toHaveLength(4);
  });

  test("changes the photo on a horizontal swipe, but not on a vertical swipe", async () => {
    const rows = photos(3);
    serve({ photos: rows });
    show(aSession(), `?photo=${rows[0]!.id}`);
    const viewer = within(await screen.findByRole("dialog", { name: "Photo viewer" }));
    const stage = viewer.getAllByRole("button", { name: "Next photo" })[0]!.parentElement!;
    const swipe = (x: number, y: number) => {
      const finger = { pointerType: "touch", pointerId: 1, isPrimary: true };
      fireEvent.pointerDown(stage, { ...finger, clientX: 200, clientY: 200 });
      fireEvent.pointerUp(stage, { ...finger, clientX: 200 + x, clientY: 200 + y });
    };
    swipe(-20, 0);
    swipe(-80, -120);
    expect(viewer.getByText("1 of 3")).toBeTruthy();
    swipe(-80, 10);
    expect(await viewer.findByText("2 of 3")).toBeTruthy();
    swipe(80, 10);
    expect(await viewer.findByText("1 of 3")).toBeTruthy();
  });

  test("marks a photo that has not arrived, and does not fetch it", async () => {
    // Without the observer every element counts as visible.
    vi.unstubAllGlobals();
    vi.stubGlobal("IntersectionObserver", undefined);
    const api = serve({ photos: photos(1, { hasData: false }) });
    show();
    expect(await (await findSection("Photos")).findByText("Not arrived yet")).toBeTruthy();
    expect(api.calls.filter(({ path }) => path.startsWith("/photo/"))).toHaveLength(0);
  });
});

/** The last item of the download menu, with the current choice. */
const photoSizeItem = "Photo sizeAs in the layout, otherwise normal";

describe("downloads", () => {
  test("say what is missing before they start", async () => {
    serve({ details: { numberOfPhotos: 15, uploadedPhotos: 12 } });
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Download" }));
    expect(screen.getByText(/12 of 15 photos have arrived; 3 are missing/)).toBeTruthy();
  });

  test("are limited to the document types of the session, and carry a ticket and the language", async () => {
    const api = serve({ photos: photos(2) });
    show(aSession({ exportDocumentTypes: ["PHOTO_WORD_DOCUMENT"] }));
    await userEvent.click(await screen.findByRole("button", { name: "Download" }));
    expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
      "PDF with photos",
      "Word with photos",
      "Zip file with all originals",
      photoSizeItem,
    ]);
    await userEvent.click(screen.getByRole("menuitem", { name: "Word with photos" }));
    expect(await screen.findByText("Download started")).toBeTruthy();
    expect(api.to("POST /downloadTicket")[0]?.body).toEqual({
      path: `/api/documentation/downloadExportDocument/${id}?type=PHOTO_WORD_DOCUMENT&language=en`,
    });
  });

  test("2§2 say about how many bytes photos of each size have before one is chosen", async () => {
    serve({
      photos: photos(2, { dataSize: 4_100_000, width: 4000, height: 3000 }),
      // Not all of them are in the list yet.
      details: { numberOfPhotos: 300, uploadedPhotos: 300 },
    });
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Download" }));
    await userEvent.click(screen.getByRole("menuitem", { name: /^Photo size/ }));
    const sizes = () => screen.getAllByRole("menuitemradio").map((item) => item.textContent);
    expect(sizes()).toEqual([
      "As in the layout, otherwise normal",
      "Small, for a mailabout 24 MB",
      "Normalabout 200 MB",
      "For printabout 230 MB",
      "Originalsabout 1.2 GB",
    ]);
    await userEvent.click(screen.getByRole("menuitemradio", { name: /^Small/ }));
    expect(screen.getByRole("menuitem", { name: /^Photo size/ }).textContent).toBe(
      "Photo sizeSmall, for a mail, about 24 MB",
    );
  });

  test("3§3 are limited to the document types of the template, if it has any", async () => {
    serve({ photos: photos(2), details: { exportDocumentTypes: ["PHOTO_EXCEL_WORKBOOK", "FORM_3GIS_PM"] } });
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Download" }));
    expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
      "PDF with photos",
      "Excel with photos",
      "Zip file with all originals",
      photoSizeItem,
    ]);
  });

  test("2§2 are the form documents with the product FORM", async () => {
    serve({ photos: photos(2) });
    const exportDocumentTypes = ["PHOTO_WORD_DOCUMENT", "FORM_WORD_DOCUMENT", "FORM_3GIS_PM"] as const;
    show(aSession({ products: ["FORM"], exportDocumentTypes: [...exportDocumentTypes] }));
    await userEvent.click(await screen.findByRole("button", { name: "Download" }));
    expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
      "PDF with form",
      "Word with form",
      "3GIS PM",
      "Zip file with all originals",
      photoSizeItem,
    ]);
  });

  test("2§2 begin with a PDF of the first type", async () => {
    const api = serve({ photos: photos(2) });
    show(aSession({ exportDocumentTypes: ["PHOTO_WORD_DOCUMENT"] }));
    await userEvent.click(await screen.findByRole("button", { name: "Download" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "PDF with photos" }));
    expect(await screen.findByText("Download started")).toBeTruthy();
    expect(api.to("POST /downloadTicket")[0]?.body).toEqual({
      path: `/api/documentation/downloadExportDocument/${id}?type=PHOTO_WORD_DOCUMENT&pdf=true&language=en`,
    });
  });

  test("3§2 include report layouts with their types; Word layouts also as PDF, and the choice is remembered", async () => {
    const layouts = [
      { id: anId(), name: "Protocol", description: null, customerId: null, customerName: null, type: "WORD" },
      {
        id: anId(),
        name: "Measurements",
        description: null,
        customerId: null,
        customerName: null,
        type: "EXCEL",
      },
    ];
    const api = serve({}, { "GET /exportDocumentConfiguration/getAll": () => ({ items: layouts }) });
    const view = show();
    const open = async () => userEvent.click(await screen.findByRole("button", { name: "Download" }));
    const ticketPaths = () =>
      api.to("POST /downloadTicket").map(({ body }) => (body as { path: string }).path);
    const address = `/api/documentation/downloadExportDocument/${id}?configuration=`;
    await open();
    await userEvent.click(await screen.findByRole("menuitem", { name: /^Measurements/ }));
    await waitFor(() => expect(ticketPaths()).toEqual([`${address}${layouts[1]!.id}&language=en`]));
    await open();
    await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Word layouts as PDF" }));
    expect(screen.getByRole("menuitem", { name: /^Protocol/ }).textContent).toContain("PDF");
    await userEvent.click(screen.getByRole("menuitem", { name: /^Protocol/ }));
    await waitFor(() => expect(ticketPaths()[1]).toBe(`${address}${layouts[0]!.id}&pdf=true&language=en`));
    view.unmount();
    show();
    await open();
    expect(
      (await screen.findByRole("menuitemcheckbox", { name: "Word layouts as PDF" })).getAttribute(
        "aria-checked",
      ),
    ).toBe("true");
  });

  test("show an alert if the ticket is refused", async () => {
    serve({ photos: photos(2) });
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Download" }));
    fakeApi({ "POST /downloadTicket": () => problemReply(422, "noPhotosSelected") });
    await userEvent.click(screen.getByRole("menuitem", { name: "Zip file with all originals" }));
    expect(await screen.findByText("Error, unprocessable entity: No photos are selected")).toBeTruthy();
  });

  test("expect as many photos as have arrived, if that is more than announced", () => {
    expect(readinessOf({ numberOfPhotos: 3, uploadedPhotos: 5, refusedUploads: [] })).toEqual({
      expectedCount: 5,
      arrivedCount: 5,
      missingCount: 0,
      refusedCount: 0,
    });
  });
});

describe("2§3 reference photos of a task", () => {
  const referencePhoto = { id: anId(), name: "Good" };
  const tasks = [aTask({ name: "Close-up", type: "PHOTO", referencePhotos: [referencePhoto] })];

  test.each([
    ["form", ["FORM"]],
    ["photo", []],
  ] as const)("are shown beside the answer in the %s view, and open large", async (_view, products) => {
    serve(
      { tasks },
      { [`GET /referencePhoto/download/${referencePhoto.id}`]: () => problemReply(404, "notFound") },
    );
    show(aSession({ products: [...products, "REFERENCE_PHOTO"] }));
    const tasksSection = await findSection("Tasks");
    await userEvent.click(
      await tasksSection.findByRole("button", { name: "Reference photo 1 for Close-up" }),
    );
    expect(await screen.findByRole("dialog", { name: "Reference photos for Close-up" })).toBeTruthy();
  });

  test("are not shown without the product", async () => {
    serve({ tasks });
    show(aSession({ products: ["FORM"] }));
    const tasksSection = await findSection("Tasks");
    expect(await tasksSection.findByText("Close-up")).toBeTruthy();
    expect(tasksSection.queryByRole("button", { name: /^Reference photo/ })).toBeNull();
  });
});

test("2§4 a documentation in the field is not exported, and the menu says why", async () => {
  serve({ details: { status: "PAUSED" } });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Download" }));
  expect(
    screen.getByText(/^A documentation that has been handed over or fetched cannot be exported/),
  ).toBeTruthy();
  for (const item of screen.getAllByRole("menuitem")) expect(item.getAttribute("aria-disabled")).toBe("true");
});
