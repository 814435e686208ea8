import "fake-indexeddb/auto";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { deleteDraft, listDrafts } from "#features/captureForm/draft/draftStore.ts";
import { axeFaults } from "#testing/axe.ts";
import { noResponse } from "#testing/fakeApi.ts";
import { renderApp } from "#testing/renderApp.tsx";
import {
  aCaptureLicense,
  aCapturer,
  aCaptureTemplate,
  aTemplateTask,
  serveCapture,
} from "./captureTesting.ts";

const license = aCaptureLicense();
const session = aCapturer();
const readDrafts = () => listDrafts(session.userId);
const open = (path = "/documentation/create") => renderApp(path, session);
const findTemplateBox = async () => {
  const box = await screen.findByRole("combobox", { name: /^Template/ });
  await waitFor(() => expect(box).toHaveProperty("disabled", false));
  return box;
};

/** Starts a documentation as a user would, and opens its form. */
async function startDocumentation(name = "M 1", template = "Mast inspection") {
  await userEvent.selectOptions(await findTemplateBox(), template);
  await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), name);
  await userEvent.click(screen.getByRole("button", { name: "Start" }));
  return within(await screen.findByRole("form", { name }));
}

afterEach(async () => {
  for (const { id } of await readDrafts()) await deleteDraft(id);
});

describe("2§2 starting a documentation in the portal", () => {
  test("2§2 a single licence is preselected; 2§5 a template and a name are required", async () => {
    serveCapture([[license, [aCaptureTemplate()]]]);
    const { address } = open();
    await findTemplateBox();
    expect(screen.queryByRole("combobox", { name: /^Licence/ })).toBeNull();
    expect(screen.getByText("Field")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Start" }));
    expect(screen.getAllByText("This field is required!")).toHaveLength(2);
    expect(await axeFaults()).toEqual([]);
    await startDocumentation();
    const [draft] = await readDrafts();
    expect(address()).toBe(`/documentation/${draft!.id}`);
    expect(draft).toMatchObject({ name: "M 1", creator: "staff", license: { licenseCode: "CODE-1" } });
  });

  test("design§Capture two taps start a single documentation", async () => {
    serveCapture([[license, [aCaptureTemplate()]]]);
    open();
    await userEvent.selectOptions(await findTemplateBox(), "Mast inspection");
    await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "M 1");
    const form = screen.getByRole("button", { name: "Start" }).closest("form")!;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await screen.findByRole("form", { name: "M 1" });
    expect(await readDrafts()).toHaveLength(1);
  });

  test("2§2 changing the licence clears template and name, and offers only the new licence's templates", async () => {
    const contractor = aCaptureLicense({ name: "Contractor", licenseCode: "CODE-2" });
    serveCapture([
      [license, [aCaptureTemplate()]],
      [contractor, [aCaptureTemplate({ name: "Trench" })]],
    ]);
    open();
    const licenseSelect = await screen.findByRole("combobox", { name: /^Licence/ });
    await userEvent.selectOptions(licenseSelect, "Field");
    await userEvent.selectOptions(await findTemplateBox(), "Mast inspection");
    await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "M 1");
    await userEvent.selectOptions(licenseSelect, "Contractor");
    const box = await findTemplateBox();
    expect([...box.querySelectorAll("option")].map(({ text }) => text)).toEqual([
      "Choose a template",
      "Trench",
    ]);
    expect(box).toHaveProperty("value", "");
    expect(screen.getByRole("textbox", { name: /^Name/ })).toHaveProperty("value", "");
  });

  test("2§2 the name comes first if the licence says so", async () => {
    serveCapture([[aCaptureLicense({ reverseDocumentationCreation: true }), [aCaptureTemplate()]]]);
    open();
    const box = await findTemplateBox();
    const name = screen.getByRole("textbox", { name: /^Name/ });
    expect(name.compareDocumentPosition(box)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test("2§2 if only suggestions are allowed, typed text is not a name until it is chosen", async () => {
    const listId = "00000000-0000-4000-8000-00000000beef";
    const suggestion = {
      id: listId,
      customerId: 7,
      text: "NF-2041 Skellefteå",
      imported: false,
      lat: 1000,
      lng: 1000,
    };
    const api = serveCapture(
      [[license, [aCaptureTemplate({ suggestionList: listId, onlySuggestionsAllowed: true })]]],
      {
        [`GET /suggestionList/suggestions/${listId}`]: () => ({
          items: [{ ...suggestion, dateCreated: "2026-05-04T09:30:00Z" }],
        }),
      },
    );
    const { address } = open();
    await userEvent.selectOptions(await findTemplateBox(), "Mast inspection");
    const name = await screen.findByRole("combobox", { name: /^Name/ });
    await userEvent.type(name, "2041");
    const listSearches = () =>
      api.to(`GET /suggestionList/suggestions/${listId}`).map(({ query }) => query.get("q"));
    await waitFor(() => expect(listSearches()).toContain("2041"));
    await screen.findByRole("option", { name: suggestion.text });
    await userEvent.click(screen.getByRole("button", { name: "Start" }));
    expect(await screen.findByText("This field is required!")).toBeTruthy();
    await userEvent.click(name);
    await userEvent.click(await screen.findByRole("option", { name: suggestion.text }));
    await userEvent.click(screen.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(address()).not.toContain("create"));
    expect((await readDrafts())[0]?.name).toBe(suggestion.text);
  });
});

describe("2§4 filling in and sending", () => {
  const rust = aTemplateTask({ name: "Rust", type: "SINGLE_CHOICE", options: "yes;no", required: "YES" });
  const whereTask = aTemplateTask({
    name: "Where",
    required: "YES",
    preconditions: [
      { id: rust.id, type: "TASK_ANSWER", params: { task: rust.id, operator: "EQUALS", answer: "yes" } },
    ],
  });
  const template = aCaptureTemplate({ tasks: [rust, whereTask] });

  test("2§4 tasks appear once their preconditions hold; 2§5 Complete lists what is missing and sends nothing", async () => {
    const api = serveCapture([[license, [template]]]);
    open();
    const form = await startDocumentation();
    expect(form.queryByRole("group", { name: "Where" })).toBeNull();
    await userEvent.click(form.getByRole("radio", { name: "yes" }));
    expect(form.getByRole("group", { name: "Where" })).toBeTruthy();
    // An accidental choice can be cleared.
    await userEvent.click(form.getByRole("button", { name: "Clear answer to Rust" }));
    expect(form.queryByRole("group", { name: "Where" })).toBeNull();
    expect(document.activeElement).toBe(form.getByRole("radio", { name: "yes" }));
    await userEvent.click(form.getByRole("radio", { name: "yes" }));
    await userEvent.click(form.getByRole("button", { name: "Complete" }));
    expect(form.getByText("One thing is missing before you can complete this")).toBeTruthy();
    await userEvent.click(form.getByRole("button", { name: "Where" }));
    expect(document.activeElement).toBe(form.getByRole("textbox", { name: "Where" }));
    expect(api.to("POST /documentation/saveWithLicenseCode")).toHaveLength(0);
    expect(form.queryByRole("button", { name: "Pause" })).toBeNull();
    expect(await axeFaults()).toEqual([]);
  });

  test("2§4 an answer whose precondition no longer holds stays, and is marked as in the details", async () => {
    serveCapture([[license, [template]]]);
    open();
    const form = await startDocumentation();
    await userEvent.click(form.getByRole("radio", { name: "yes" }));
    const whereGroup = within(form.getByRole("group", { name: "Where" }));
    await userEvent.type(whereGroup.getByRole("textbox"), "North");
    expect(whereGroup.queryByText("Does not apply: its preconditions are not met")).toBeNull();
    await userEvent.click(form.getByRole("radio", { name: "no" }));
    expect(whereGroup.getByText("Does not apply: its preconditions are not met")).toBeTruthy();
    await userEvent.clear(whereGroup.getByRole("textbox"));
    expect(form.queryByRole("group", { name: "Where" })).toBeNull();
  });

  test("2§4 Complete saves the documentation, opens its details, and only then deletes the draft", async () => {
    const api = serveCapture([[license, [template]]]);
    const { address } = open();
    const form = await startDocumentation();
    await userEvent.click(form.getByRole("radio", { name: "no" }));
    const [draft] = await readDrafts();
    await userEvent.click(form.getByRole("button", { name: "Complete" }));
    await waitFor(() => expect(address()).toBe(`/documentation/details/${draft!.id}`));
    expect(screen.getByText("Create Successful")).toBeTruthy();
    const [saveBody] = api.to("POST /documentation/saveWithLicenseCode").map(({ body }) => body);
    expect(saveBody).toMatchObject({
      licenseCode: "CODE-1",
      documentation: {
        id: draft!.id,
        name: "M 1",
        appVersion: "Portal",
        tasks: [
          { name: "Rust", answer: "no", enabled: true },
          { name: "Where", enabled: false },
        ],
      },
    });
    expect(api.to("POST /documentation/completeWithLicenseCode").map(({ body }) => body)).toEqual([
      { id: draft!.id, licenseCode: "CODE-1", creator: "staff" },
    ]);
    expect(await readDrafts()).toEqual([]);
  });

  test("2§2 Pause is offered if the licence allows it; 2§5 it skips the validity check", async () => {
    const api = serveCapture([[aCaptureLicense({ pauseDocumentations: true }), [template]]]);
    open();
    const form = await startDocumentation();
    await userEvent.click(form.getByRole("button", { name: "Pause" }));
    await waitFor(() => expect(api.to("POST /documentation/pauseWithLicenseCode")).toHaveLength(1));
    await waitFor(async () => expect(await readDrafts()).toEqual([]));
  });

  test("design§Capture a documentation finished offline is listed as waiting, and sent once there is a network", async () => {
    let isOffline = true;
    const api = serveCapture([[license, [aCaptureTemplate()]]], {
      "POST /documentation/saveWithLicenseCode": () =>
        isOffline
          ? noResponse()
          : { id: template.id, status: "ONGOING", uploadedPhotos: 0, numberOfPhotos: 0 },
    });
    const { address } = open();
    const form = await startDocumentation("Far out");
    await userEvent.type(form.getByRole("textbox", { name: "Remark" }), "snow");
    await userEvent.click(form.getByRole("button", { name: "Complete" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Sending Far out" }));
    expect(await dialog.findByText(/^You are offline/)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Close and send later" }));
    await waitFor(() => expect(address()).toBe("/documentation/create"));
    expect(await screen.findByText("Waiting for a connection")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Continue Far out" })).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    isOffline = false;
    await userEvent.click(screen.getByRole("button", { name: "Send Far out now" }));
    expect(await screen.findByText("Far out has been received")).toBeTruthy();
    const [completeBody] = api
      .to("POST /documentation/completeWithLicenseCode")
      .map(({ body }) => body as { id: string });
    expect(screen.getByRole("link", { name: "Show the documentation" }).getAttribute("href")).toBe(
      `/documentation/details/${completeBody!.id}`,
    );
    expect(api.to("POST /documentation/completeWithLicenseCode")).toHaveLength(1);
    expect(await readDrafts()).toEqual([]);
  });
});

describe("design§Capture drafts in this browser", () => {
  test("a draft can be resumed, and deleted after confirmation", async () => {
    serveCapture([[license, [aCaptureTemplate()]]]);
    const firstPage = open();
    const form = await startDocumentation();
    await userEvent.type(form.getByRole("textbox", { name: "Remark" }), "half");
    await waitFor(async () => expect((await readDrafts())[0]?.tasks[0]?.answer).toBe("half"));
    firstPage.unmount();
    open();
    await userEvent.click(await screen.findByRole("link", { name: "Continue M 1" }));
    expect(await screen.findByRole("textbox", { name: "Remark" })).toHaveProperty("value", "half");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(await screen.findByRole("button", { name: "Delete M 1" }));
    const question = within(await screen.findByRole("alertdialog"));
    await userEvent.click(question.getByRole("button", { name: "Delete" }));
    await waitFor(async () => expect(await readDrafts()).toEqual([]));
  });

  test("a missing draft, or another user's, is reported", async () => {
    serveCapture([[license, [aCaptureTemplate()]]]);
    open("/documentation/00000000-0000-4000-8000-00000000dead");
    expect(await screen.findByRole("heading", { name: "This draft is not in this browser" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go to New documentation" })).toBeTruthy();
  });

  test("2§2 Cancel deletes a draft without input", async () => {
    serveCapture([[license, [aCaptureTemplate()]]]);
    const { address } = open();
    const form = await startDocumentation();
    await userEvent.click(form.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(address()).toBe("/documentation/create"));
    expect(await readDrafts()).toEqual([]);
  });
});
