import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { LayoutFileFindings } from "#domain/endpoints/configuration/layout.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { createOfficeFileNodes, readOfficeFileData } from "#domain/layout/officeFile.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { aLayout } from "../layoutTesting.ts";

vi.mock("#lib/pdf.ts", () => ({
  openPdf: async () => ({ pages: [], draw: async () => null, close: () => {} }),
}));

const resourcePath = "exportDocumentConfigurations";
const location = {
  part: "BODY",
  sheet: null,
  paragraph: 3,
  cell: null,
  context: "Photos {#each fotos}",
} as const;
const noFaults: LayoutFileFindings = {
  refusal: null,
  tagCount: 1,
  tags: [{ text: "{CREATOR}", kind: "text", location, error: null }],
};

async function openEditor(row: ReturnType<typeof aLayout>, findings: LayoutFileFindings) {
  const api = fakeApi({
    [`GET /${resourcePath}`]: () => ({ items: [] }),
    [`GET /${resourcePath}/count`]: () => ({ total: 0 }),
    "GET /exportDocumentConfiguration/getCustomerCounts": () => ({ items: [] }),
    "GET /exportDocumentConfiguration/getReplacementCodes": () => ({ codes: [] }),
    [`GET /${resourcePath}/${row.id}`]: () => row,
    [`PUT /${resourcePath}/${row.id}`]: ({ body }) => ({ ...row, ...(body as object), version: 2 }),
    "POST /exportDocumentConfiguration/inspectFile": () => findings,
  });
  renderApp(`/exportDocumentConfiguration/${row.id}`, aSuperAdmin());
  await screen.findByRole("textbox", { name: /^Name/ });
  return {
    api,
    sentNodes: () =>
      api.to(`PUT /${resourcePath}/${row.id}`).map(({ body }) => (body as { nodes: LayoutNode[] }).nodes),
  };
}

describe("3§2 a layout that is an uploaded file", () => {
  test("is chosen in an empty Word layout, shows what was found, and is saved", async () => {
    const { sentNodes } = await openEditor(aLayout({ type: "WORD" }), noFaults);
    const input = document.querySelector<HTMLInputElement>("input[accept='.docx']")!;
    await userEvent.upload(input, new File(["PK bytes"], "own.docx"));
    expect(await screen.findByText("own.docx")).toBeTruthy();
    const list = await screen.findByRole("list", { name: "Found in the file" });
    expect(within(list).getByText("{CREATOR}")).toBeTruthy();
    expect(within(list).getByText("Text, paragraph 3")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await vi.waitFor(() => expect(sentNodes()).toHaveLength(1));
    expect(atob(readOfficeFileData(sentNodes()[0]![0]!))).toBe("PK bytes");
  });

  test("names errors with their locations, and can be removed again", async () => {
    const nodes = createOfficeFileNodes("own.docx", btoa("PK bytes"));
    await openEditor(aLayout({ type: "WORD", nodes }), {
      ...noFaults,
      tags: [{ text: "{#each fotos}", kind: "error", location, error: "unknownLoop" }],
    });
    expect(await screen.findByText("1 error in the file")).toBeTruthy();
    const list = screen.getByRole("list", { name: "Errors in the file" });
    expect(within(list).getByText("Text, paragraph 3 · Photos {#each fotos}")).toBeTruthy();
    expect(within(list).getByText("A loop repeats photos, tasks, groups or answers")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Remove the file" }));
    expect(await screen.findByText("Nothing here yet")).toBeTruthy();
  });

  test("says why a file is refused, and refuses other kinds of files itself", async () => {
    const nodes = createOfficeFileNodes("own.docx", btoa("PK bytes"));
    await openEditor(aLayout({ type: "WORD", nodes }), {
      refusal: { code: "activeContent", detail: "word/vbaProject.bin" },
      tagCount: 0,
      tags: [],
    });
    expect(await screen.findByText(/contains macros/)).toBeTruthy();
    expect(screen.getByText("word/vbaProject.bin")).toBeTruthy();
    const input = document.querySelector<HTMLInputElement>("input[accept='.docx']")!;
    await userEvent.upload(input, new File(["x"], "old.doc"), { applyAccept: false });
    expect(await screen.findByText("Choose a file that ends in .docx")).toBeTruthy();
  });

  test("is not offered in layouts of other types", async () => {
    await openEditor(aLayout({ type: "PDF" }), noFaults);
    expect(screen.queryByText("Use a Word file of your own")).toBeNull();
  });
});
