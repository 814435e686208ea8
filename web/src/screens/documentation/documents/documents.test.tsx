import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { DocumentJob } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { axeFaults } from "#testing/axe.ts";
import { anId, aSession } from "#testing/fixtures.ts";
import { type DocumentationFixture, documentationId, hideFromObserver, serve, show } from "../testing.tsx";

const email = "anna@siteproof.example";
const aDocumentJob = (overrides: Partial<DocumentJob> = {}): DocumentJob => ({
  ...{ id: anId(), documentationId, fileName: "Mast.docx", state: "MAKING", reason: null },
  ...{ progress: 0, size: 0, email, dateCreated: "2026-11-20T08:00:00Z", expireDate: "2026-11-27T08:00:00Z" },
  ...overrides,
});

/** Opens a documentation with this number of photos and these document jobs of the user. */
function open(
  photos: number,
  items: DocumentJob[],
  search = "",
  details: DocumentationFixture["details"] = {},
) {
  const api = serve(
    { details: { numberOfPhotos: photos, uploadedPhotos: photos, ...details } },
    {
      [`GET /exportDocument/jobs/${documentationId}`]: () => ({ items, email }),
      "POST /exportDocument/createExportDocumentJob": () => {
        items.unshift(aDocumentJob());
        return items[0];
      },
    },
  );
  show(aSession({ exportDocumentTypes: ["PHOTO_WORD_DOCUMENT"] }), search);
  return api;
}
const choose = async (name: RegExp, role: "menuitem" | "menuitemcheckbox" = "menuitem") => {
  await userEvent.click(await screen.findByRole("button", { name: "Download" }));
  await userEvent.click(await screen.findByRole(role, { name }));
};

beforeEach(hideFromObserver);

describe("2§2 documents of more than 100 photos", () => {
  test("2§2 ask for an email address, by default the user's, and show their progress", async () => {
    const items: DocumentJob[] = [];
    const api = open(101, items);
    await choose(/Word/);
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name: /Email address/ });
    await waitFor(() => expect(field.value).toBe(email));
    await userEvent.clear(field);
    await userEvent.type(field, "nobody");
    await userEvent.click(screen.getByRole("button", { name: "Create document" }));
    expect(await screen.findByText(/Enter an email address/)).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, "boss@siteproof.example");
    await userEvent.click(screen.getByRole("button", { name: "Create document" }));
    expect(await screen.findByRole("progressbar", { name: "Creating the document" })).toBeTruthy();
    expect(api.to("POST /exportDocument/createExportDocumentJob")[0]?.body).toEqual({
      ...{ documentationId, type: "PHOTO_WORD_DOCUMENT", language: "en", email: "boss@siteproof.example" },
    });
    expect(api.to("POST /downloadTicket")).toEqual([]);
    expect(await axeFaults()).toEqual([]);
  });

  test("2§2 show their progress in bytes after a reload, and become a download", async () => {
    const runningJob = aDocumentJob({ progress: 8_000_000, size: 32_000_000 });
    const items = [runningJob];
    const api = open(101, items, `?document=${runningJob.id}`);
    const bar = await screen.findByRole("progressbar", { name: "Creating the document" });
    expect([bar.getAttribute("aria-valuenow"), bar.getAttribute("aria-valuetext")]).toEqual([
      "25",
      "8.00 MB of 32.00 MB",
    ]);
    items[0] = { ...runningJob, state: "READY", progress: 32_000_000 };
    await userEvent.click(await screen.findByRole("button", { name: "Download (32.00 MB)" }));
    await waitFor(() =>
      expect(api.to("POST /downloadTicket")[0]?.body).toEqual({
        path: `/api/exportDocument/download/${runningJob.id}`,
      }),
    );
  });

  test("2§2 say why one failed", async () => {
    const failedJob = aDocumentJob({ state: "FAILED", reason: "storageChanged" });
    open(101, [failedJob]);
    await choose(/Mast\.docx/);
    expect(await screen.findByText(/could not be created\. A stored photo or file changed/)).toBeTruthy();
    await userEvent.click(screen.getAllByRole("button", { name: "Close" })[0]!);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("2§2 with 100 photos they are downloaded immediately", async () => {
    const api = open(100, []);
    await choose(/Word/);
    await waitFor(() => expect(api.to("POST /downloadTicket")).toHaveLength(1));
    expect(api.to(`GET /exportDocument/jobs/${documentationId}`)).toEqual([]);
  });

  test("design§Threads with the discussion, if there is one and it is chosen", async () => {
    const api = open(100, [], "", { threadCount: 1 });
    await choose(/With the discussion/, "menuitemcheckbox");
    await userEvent.click(await screen.findByRole("menuitem", { name: /Word/ }));
    await waitFor(() => expect(api.to("POST /downloadTicket")).toHaveLength(1));
    expect(api.to("POST /downloadTicket")[0]?.body).toMatchObject({
      path: expect.stringContaining("threads=true"),
    });
  });

  test("3§3 with photos in another size, which the menu keeps until the document is chosen", async () => {
    const api = open(100, []);
    await choose(/Photo size/);
    await userEvent.click(await screen.findByRole("menuitemradio", { name: "Small, for a mail" }));
    expect((await screen.findByRole("menuitem", { name: /Photo size/ })).textContent).toContain("Small");
    await userEvent.click(await screen.findByRole("menuitem", { name: /Word/ }));
    await waitFor(() => expect(api.to("POST /downloadTicket")).toHaveLength(1));
    expect(api.to("POST /downloadTicket")[0]?.body).toMatchObject({
      path: expect.stringContaining("photoSize=SMALL"),
    });
  });
});
