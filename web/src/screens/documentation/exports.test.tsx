import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { aDelivery, failedAuth } from "#testing/deliveries.ts";
import { anEventOf } from "#testing/exporting.ts";
import { aFile, anExportEvent, anId, aSession } from "#testing/fixtures.ts";
import {
  type DocumentationFixture,
  documentationId,
  findSection,
  hideFromObserver,
  serve,
  show,
} from "./testing.tsx";

const exporterSession = aSession({
  roles: ["ROLE_DOCUMENTATION_READ", "ROLE_FILE_READ", "ROLE_EXPORT_DOCUMENTATION"],
});
const archive = { id: anId(), name: "Archive" };
const detailsCall = `GET /documentations/${documentationId}`;

beforeEach(hideFromObserver);
afterEach(() => {
  vi.useRealTimers();
});

describe("2§2 exports of a documentation", () => {
  test("2§9 are polled every 5 s only while one is running", async () => {
    const fixture: DocumentationFixture = {
      details: {
        exportEvents: [
          {
            ...anEventOf(archive, { state: "RUNNING", automatic: true, bytes: 1000, bytesSent: 500 }),
            username: "",
          },
        ],
      },
    };
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const api = serve(fixture);
    show();
    const exports = await findSection("Exports");
    expect(exports.getByText("Sending")).toBeTruthy();
    expect(exports.getByText(/Automatic/)).toBeTruthy();
    expect(exports.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("50");
    // Users who cannot export see the progress but cannot stop it.
    expect(exports.queryByRole("button")).toBeNull();
    expect(exports.queryByRole("link")).toBeNull();
    const previousCallCount = api.to(detailsCall).length;
    fixture.details = { exportEvents: [anEventOf(archive, { state: "DONE", withoutMarkup: true })] };
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(await exports.findByText("Delivered")).toBeTruthy();
    expect(exports.getByText("Photos without markup")).toBeTruthy();
    expect(api.to(detailsCall)).toHaveLength(previousCallCount + 1);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(api.to(detailsCall)).toHaveLength(previousCallCount + 1);
  });

  test("2§8 say why they failed and what to do, and can be resent by a user who can export", async () => {
    const fixture: DocumentationFixture = { details: { exportEvents: [anEventOf(archive, failedAuth)] } };
    const api = serve(fixture, {
      [`POST /delivery/resend/${archive.id}`]: () => {
        fixture.details = { exportEvents: [anEventOf(archive, { state: "PENDING", bytes: null })] };
        return aDelivery({ id: archive.id, state: "PENDING" });
      },
    });
    show(exporterSession);
    const exports = await findSection("Exports");
    expect(exports.getByText(/The destination rejected the login. Correct the login/)).toBeTruthy();
    expect(exports.getByText(/^The destination responded with 530: /)).toBeTruthy();
    expect(exports.getByRole("link", { name: "Show all deliveries" }).getAttribute("href")).toBe(
      `/delivery?documentationId=${documentationId}`,
    );
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(exports.getByRole("button", { name: "Send again to Archive" }));
    expect(await exports.findByText("Queued")).toBeTruthy();
    expect(api.to(`POST /delivery/resend/${archive.id}`)[0]?.body).toEqual({});
  });

  test("2§4 are stopped after confirmation, and not resent while the documentation is handed over", async () => {
    const fixture: DocumentationFixture = {
      details: { exportEvents: [anEventOf(archive, { state: "WAITING", bytesSent: 0 })] },
    };
    serve(fixture, {
      [`POST /delivery/cancel/${archive.id}`]: () => {
        fixture.details = { status: "PAUSED", exportEvents: [anEventOf(archive, { state: "CANCELLED" })] };
        return aDelivery({ id: archive.id, state: "CANCELLED" });
      },
    });
    show(exporterSession);
    const exports = await findSection("Exports");
    await userEvent.click(exports.getByRole("button", { name: "Stop sending to Archive" }));
    const question = within(await screen.findByRole("alertdialog"));
    await userEvent.click(question.getByRole("button", { name: "Stop delivery" }));
    expect(await exports.findByText("Cancelled")).toBeTruthy();
    await waitFor(() => expect(exports.queryByRole("button")).toBeNull());
  });

  test("are shown at each file, with failed and running exports in words", async () => {
    const eventTo = (exportConfigurationName: string, success: boolean | null) =>
      anExportEvent({ exportConfigurationName, success });
    serve({
      files: [
        aFile({ exportEvents: [eventTo("Archive", true), eventTo("Office", false), eventTo("Mast", null)] }),
      ],
    });
    show();
    const files = await findSection("Files");
    expect(await files.findByText("Office: failed")).toBeTruthy();
    expect(files.getByText("Mast: in progress")).toBeTruthy();
    expect(files.getByText("Archive")).toBeTruthy();
  });
});
