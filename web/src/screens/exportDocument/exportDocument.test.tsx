import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const row = {
  id: anId(),
  customerId: 1,
  customerName: "Norrfiber",
  fileName: "Mast Åre.docx",
  documentationId: anId(),
  documentationName: "Mast Åre",
  userName: "anna",
  state: "READY" as "READY" | "MAKING" | "FAILED",
  reason: null as string | null,
  size: 1_234_000,
  expireDate: "2026-12-01T08:00:00Z",
  lastModified: "2026-11-20T08:00:00Z",
};

function serve(items: (typeof row)[]) {
  return fakeApi({
    "GET /exportDocuments": () => ({ items }),
    "GET /exportDocuments/count": () => ({ total: items.length }),
    "POST /downloadTicket": () => ({ url: "#ticket", expires: "2026-05-04T10:15:00Z" }),
    [`DELETE /exportDocuments/${row.id}`]: () => ({}),
  });
}

describe("2§2 /exportDocument", () => {
  test("shows each document with its size, and downloads it with a ticket", async () => {
    const api = serve([row]);
    renderApp("/exportDocument", aSuperAdmin());
    expect(await screen.findByText("Mast Åre.docx")).toBeTruthy();
    expect(screen.getByText("1.23 MB")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Mast Åre" }).getAttribute("href")).toBe(
      `/documentation/details/${row.documentationId}`,
    );
    await userEvent.click(screen.getByRole("button", { name: "Download: Mast Åre.docx" }));
    expect(await screen.findByText("Download started")).toBeTruthy();
    expect(api.to("POST /downloadTicket")[0]?.body).toEqual({
      path: `/api/exportDocument/download/${row.id}`,
    });
    expect(await axeFaults()).toEqual([]);
  });

  test("shows documents in progress and why one failed, and downloads neither", async () => {
    serve([
      { ...row, id: anId(), fileName: "A.docx", state: "MAKING", size: 0 },
      { ...row, id: anId(), fileName: "B.docx", state: "FAILED", reason: "exportRefused", size: 0 },
    ]);
    renderApp("/exportDocument", aSuperAdmin());
    expect(await screen.findByText("Being created")).toBeTruthy();
    expect(screen.getByText(/handed over or fetched cannot be exported/)).toBeTruthy();
    for (const name of ["A.docx", "B.docx"])
      expect(screen.getByRole<HTMLButtonElement>("button", { name: `Download: ${name}` }).disabled).toBe(
        true,
      );
  });

  test("reports an empty list, and is for super admins", async () => {
    serve([]);
    const { unmount } = renderApp("/exportDocument", aSuperAdmin());
    expect(await screen.findByText("No exported documents yet")).toBeTruthy();
    unmount();
    renderApp("/exportDocument", aSession({ roles: ["ROLE_DOCUMENTATION_READ"] }));
    expect(await screen.findByRole("heading", { name: /not allowed/i })).toBeTruthy();
  });
});
