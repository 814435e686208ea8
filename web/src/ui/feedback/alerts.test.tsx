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

  test("one that complains goes when what it complained of works again", () => {
    show();
    act(() => {
      showAlert("danger", "The list failed", { about: "list" });
      showAlert("danger", "Not saved", { about: "mutation" });
    });
    act(() => clearAlertsAbout("another"));
    expect(screen.getByText("The list failed")).toBeTruthy();
    act(() => clearAlertsAbout("list"));
    expect(screen.queryByText("The list failed")).toBeNull();
    expect(screen.getByText("Not saved")).toBeTruthy();
  });

  test("a success goes by itself; a failure stays, and so does one that leads somewhere", () => {
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

  test("one that appears while a dialog is open is in it, in the one on top, and outlives it", () => {
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
    // What was said before stays where it was, and does not come between a pointer and the dialog's buttons.
    expect(screen.getByText("Earlier").closest("[aria-live]")).toBe(regions[0]);
    rerender(page(["Below"]));
    expect(within(dialog("Below")).getByText("Failed")).toBeTruthy();
    rerender(page([]));
    // In the region that was there all along: another would not be announced.
    expect(screen.getByText("Failed").closest("[aria-live]")).toBe(regions[0]);
  });
});
