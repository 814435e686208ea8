import { act, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Modal } from "../dialog/Modal.tsx";
import { clearAlerts, clearAlertsAbout, showAlert } from "../overlay/alertStore.ts";
import { Alerts } from "./Alerts.tsx";

const show = () =>
  render(
    <MemoryRouter>
      <Alerts />
    </MemoryRouter>,
  );

describe("1§8 alerts", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    act(clearAlerts);
    vi.useRealTimers();
  });

  test("an alert about a failed operation is cleared when that operation succeeds", () => {
    show();
    act(() => {
      showAlert("danger", "The list failed", { operationKey: "list" });
      showAlert("danger", "Not saved", { operationKey: "mutation" });
    });
    act(() => clearAlertsAbout("another"));
    expect(screen.getByText("The list failed")).toBeTruthy();
    act(() => clearAlertsAbout("list"));
    expect(screen.queryByText("The list failed")).toBeNull();
    expect(screen.getByText("Not saved")).toBeTruthy();
  });

  test("a success disappears automatically; a failure stays, and so does an alert with a link", () => {
    show();
    act(() => {
      showAlert("success", "Saved");
      showAlert("danger", "Failed");
      showAlert("warning", "Look out");
    });
    act(() => vi.advanceTimersByTime(8_000));
    expect(screen.queryByText("Saved")).toBeNull();
    expect(screen.getByText("Failed")).toBeTruthy();
    act(() => showAlert("success", "Made", { link: { to: "/x", text: "Open" } }));
    act(() => vi.advanceTimersByTime(60_000));
    expect(screen.getByText("Made")).toBeTruthy();
  });

  test("an alert raised while a dialog is open is shown in the topmost dialog, and survives it", () => {
    const page = (dialogs: readonly string[]) => (
      <MemoryRouter>
        <Alerts />
        {dialogs.map((title) => (
          <Modal key={title} title={title} onClose={() => {}}>
            {title}
          </Modal>
        ))}
      </MemoryRouter>
    );
    act(() => showAlert("danger", "Earlier"));
    const { rerender } = render(page(["Below", "Above"]));
    const dialog = (name: string) => screen.getByRole("dialog", { name });
    const regions = document.querySelectorAll("[aria-live=assertive]");
    act(() => showAlert("danger", "Failed"));
    expect(within(dialog("Above")).getByText("Failed").closest("[aria-live]")).toBe(regions[1]);
    // The earlier alert stays where it was, and does not move the dialog's buttons under the pointer.
    expect(screen.getByText("Earlier").closest("[aria-live]")).toBe(regions[0]);
    rerender(page(["Below"]));
    expect(within(dialog("Below")).getByText("Failed")).toBeTruthy();
    rerender(page([]));
    // In the region that existed all along: a new one would not be announced.
    expect(screen.getByText("Failed").closest("[aria-live]")).toBe(regions[0]);
  });
});
