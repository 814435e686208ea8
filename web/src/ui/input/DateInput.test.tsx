import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { DateInput } from "./DateInput.tsx";
import { TimeInput } from "./TimeInput.tsx";

test("1§1 the day is spelled out beside the input if the browser writes days in another language than the page", () => {
  const options = new Intl.DateTimeFormat("en-US").resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue(options);
  const show = () => render(<DateInput aria-label="Day" value="2026-12-07" onChange={() => {}} />);
  const { unmount } = show();
  expect(screen.queryByText(/2026/)).toBeNull();
  unmount();
  localStorage.setItem("language", "sv");
  show();
  expect(screen.getByText("7 dec. 2026")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Day").value).toBe("2026-12-07");
});

test.each([
  ["", true],
  ["2026-12-07", false],
])("B7 an empty date or time is marked, because WebKit shows today in it (%s)", (day, isEmpty) => {
  render(
    <>
      <DateInput aria-label="Day" value={day} onChange={() => {}} />
      <TimeInput aria-label="Time" value={day && "08:15"} onChange={() => {}} />
    </>,
  );
  for (const name of ["Day", "Time"])
    expect(screen.getByLabelText(name).hasAttribute("data-empty")).toBe(isEmpty);
});

test("immich#8531 invoiceninja/ui#1745 a year has four digits: without a maximum, Chrome takes six", () => {
  render(<DateInput aria-label="Day" value="" onChange={() => {}} />);
  expect(screen.getByLabelText("Day").getAttribute("max")).toBe("9999-12-31");
});
