import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { DeliveryLinkContents } from "#domain/endpoints/exports/deliveryLink.ts";
import { switchLanguage } from "#i18n/i18n.ts";
import { axeFaults } from "#testing/axe.ts";
import { type FakeCall, fakeApi, noResponse, problemReply } from "#testing/fakeApi.ts";
import { anId } from "#testing/fixtures.ts";
import Delivered from "./Delivered.tsx";

const token = "a".repeat(43);
const aFile = (path: string, overrides: Partial<DeliveryLinkContents["files"][number]> = {}) => ({
  ...{ id: anId(), path, bytes: 1_250_000, sha256: "ab".repeat(32), removed: false },
  ...overrides,
});

/** Opens the page of a link with these files. */
function open(files = [aFile("Mast 7/photos/1.jpg"), aFile("Mast 7/Mast 7.docx")], pageSize = files.length) {
  const api = fakeApi({
    "POST /deliveryLink/get": ({ body }: FakeCall) => {
      const { offset = 0 } = body as { offset?: number };
      const availableFiles = files.filter(({ removed }) => !removed);
      return {
        ...{ name: "Mast 7", customerName: "Norrfiber", expires: "2030-01-01T10:00:00Z" },
        ...{ files: files.slice(offset, offset + pageSize), fileCount: files.length },
        removedCount: files.length - availableFiles.length,
        bytes: availableFiles.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },
  });
  return { api, files, ...show() };
}
function show(query = `?token=${token}`) {
  window.history.replaceState(null, "", `/delivered${query}`);
  return render(<Delivered />);
}
const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

describe("the page of a mailed link", () => {
  test("design§Links lists the files with folders and sizes, to download one by one or all together", async () => {
    const { files, container } = open();
    await screen.findByRole("heading", { name: "Mast 7" });
    expect(screen.getByText("From Norrfiber")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "2 files, 2.50 MB" })).toBeTruthy();
    expect(screen.getByText("Mast 7 / photos")).toBeTruthy();
    expect(hrefOf("Download 1.jpg")).toBe(
      `/api/deliveryLink/download?link=${token}&file=${files[0]!.id}&language=en`,
    );
    expect(hrefOf("Download all as a zip file")).toBe(`/api/deliveryLink/download?link=${token}&language=en`);
    expect(document.title).toContain("Download files");
    expect(await axeFaults(container)).toEqual([]);
  });

  test("design§Links marks removed files, and offers no download of them", async () => {
    open([aFile("1.jpg", { removed: true }), aFile("2.jpg"), aFile("3.jpg")]);
    await screen.findByText("1 file has been removed since the email was sent");
    expect(screen.getByRole("heading", { name: "2 files, 2.50 MB" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Download 1.jpg" })).toBeNull();
    expect(screen.getByText(/Removed since the email was sent/)).toBeTruthy();
  });

  test("design§Links says when all files have been removed", async () => {
    open([aFile("1.jpg", { removed: true })]);
    await screen.findByText("The files have been removed");
    expect(screen.queryByRole("link")).toBeNull();
  });

  test("design§Links shows many files page by page", async () => {
    const { api } = open([aFile("1.jpg"), aFile("2.jpg"), aFile("3.jpg")], 2);
    await screen.findByText("Showing 2 of 3 files");
    await userEvent.click(screen.getByRole("button", { name: "Show more files" }));
    await screen.findByRole("link", { name: "Download 3.jpg" });
    expect(screen.queryByRole("button", { name: "Show more files" })).toBeNull();
    expect(api.calls.map(({ body }) => body)).toEqual([{ token }, { token, offset: 2 }]);
  });

  test.each([
    ["linkUnknown", "This link does not work", "its files have been deleted"],
    ["linkExpired", "This link has expired", "can no longer be downloaded"],
  ])("design§Links says what to do about %s", async (code, title, text) => {
    fakeApi({ "POST /deliveryLink/get": () => problemReply(401, code) });
    show();
    await screen.findByRole("heading", { name: title });
    expect(screen.getByText(new RegExp(text))).toBeTruthy();
    expect(screen.queryByText(/uploaded/)).toBeNull();
  });

  test("design§Links makes no call without a token, and offers a retry without a network", async () => {
    const api = fakeApi({});
    const { unmount } = show("");
    await screen.findByRole("heading", { name: "The link is incomplete" });
    expect(api.calls).toEqual([]);
    unmount();
    const offlineApi = fakeApi({ "POST /deliveryLink/get": noResponse });
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(offlineApi.calls).toHaveLength(2));
  });

  test("design§Links shows checksums to compare, and switches the language", async () => {
    open();
    await screen.findByRole("heading", { name: "Mast 7" });
    await userEvent.click(screen.getByText("Check that a file is the original"));
    const checksums = screen.getByText("Check that a file is the original").closest("details")!;
    expect(within(checksums).getAllByText("ab".repeat(32))).toHaveLength(2);
    await userEvent.click(screen.getByRole("button", { name: "Språk: svenska" }));
    await screen.findByText("Från Norrfiber");
    expect(hrefOf("Ladda ner alla som en zip-fil")).toContain("language=sv");
    window.localStorage.clear();
    await switchLanguage("en", ["common", "link", "delivered"]);
  });
});
