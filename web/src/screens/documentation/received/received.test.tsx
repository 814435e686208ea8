import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { anId, aSession, aTask } from "#testing/fixtures.ts";
import { documentationId, findSection, serve, show } from "../testing.tsx";

const aReceivedFile = (changes: object = {}) => ({
  id: anId(),
  documentationId,
  name: "plan.pdf",
  originalName: null,
  type: "application/pdf",
  dataSize: 2_000_000,
  sha256: "0".repeat(64),
  tokenCreator: "anna",
  remoteAddr: "192.0.2.7",
  dateUploaded: "2026-05-04T09:30:00Z",
  decision: null,
  decidedBy: null,
  decided: null,
  canPutBack: false,
  ...changes,
});

/** A fake service that remembers decisions. */
function serveReceived(items: ReturnType<typeof aReceivedFile>[], task: object = {}) {
  const rows = items as (ReturnType<typeof aReceivedFile> & Record<string, unknown>)[];
  const fileTask = aTask({ type: "FILE", name: "Protocol", options: "pdf", ...task });
  const material = { tasks: [fileTask], details: { waitingFileCount: rows.length } };
  const decide = (decision: string | null) => (request: { body: unknown }) => {
    const { ids } = request.body as { ids: string[] };
    for (const row of rows)
      if (ids.includes(row.id))
        Object.assign(row, { decision, decidedBy: decision && "me", canPutBack: decision !== null });
    material.details.waitingFileCount = rows.filter((row) => row.decision === null).length;
    return { success: true };
  };
  const api = serve(material, {
    [`GET /tempFile/findAllByDocumentationId/${documentationId}`]: () => ({
      items: rows,
      waiting: rows.filter((row) => row.decision === null).length,
      total: rows.length,
    }),
    "POST /tempFile/take": decide("TAKEN"),
    "POST /tempFile/refuse": decide("REFUSED"),
    "POST /tempFile/putBack": decide(null),
  });
  return { api, task: fileTask };
}

const decider = () => aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_FILE_READ", "ROLE_FILE_WRITE"] });
const title = "Received through upload links";

describe("received files", () => {
  it("design§Links are shown with size, sender and time, and a note says that they wait", async () => {
    serveReceived([aReceivedFile(), aReceivedFile({ name: "notes.txt", type: "text/plain" })]);
    show();
    const section = await findSection(title);
    expect(section.getByText("plan.pdf")).toBeTruthy();
    expect(section.getAllByText(/2\.00 MB · through anna's link · from 192\.0\.2\.7/)).toHaveLength(2);
    expect(await screen.findByText("2 received files are waiting for a decision.")).toBeTruthy();
    // A browser shows PDFs and images; other files are downloaded.
    expect(section.getAllByRole("button", { name: /^Preview/ })).toHaveLength(1);
    expect(section.getAllByRole("button", { name: /^Download/ })).toHaveLength(2);
  });

  it("2§6 are hidden from users who cannot read files", async () => {
    const { api } = serveReceived([aReceivedFile()]);
    show(aSession({ roles: ["ROLE_DOCUMENTATION_READ"] }));
    await screen.findByRole("heading", { name: "Events" });
    expect(screen.queryByText(title)).toBeNull();
    expect(api.calls.some(({ path }) => path.startsWith("/tempFile"))).toBe(false);
  });

  it("2§5 are added to a task that accepts their types, or outside the tasks whatever their type", async () => {
    const { api, task } = serveReceived([
      aReceivedFile(),
      aReceivedFile({ name: "notes.txt", type: "text/plain" }),
    ]);
    show(decider());
    const section = await findSection(title);
    await userEvent.click(section.getByRole("checkbox", { name: "Select all" }));
    await userEvent.click(section.getByRole("button", { name: "Add…" }));
    const dialog = within(await screen.findByRole("dialog"));
    const add = dialog.getByRole("button", { name: "Add" });
    expect(dialog.getByText("The task does not accept these files: notes.txt")).toBeTruthy();
    expect(add.hasAttribute("disabled")).toBe(true);
    await userEvent.selectOptions(dialog.getByLabelText("To"), "");
    await userEvent.click(add);
    await screen.findByText("2 files added to the documentation");
    expect(api.calls.find(({ path }) => path === "/tempFile/take")?.body).toMatchObject({ taskId: null });
    expect(task.id).toBeTruthy();
  });

  it("design§Links are refused and put back", async () => {
    serveReceived([aReceivedFile()]);
    show(decider());
    const section = await findSection(title);
    await userEvent.click(section.getByRole("checkbox", { name: "plan.pdf" }));
    await userEvent.click(section.getByRole("button", { name: "Reject" }));
    await screen.findByText("1 file rejected. It can be put back for 30 days.");
    await userEvent.click(await screen.findByRole("button", { name: "Put back plan.pdf" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Put back plan.pdf" })).toBeNull());
  });
});
