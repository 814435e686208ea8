import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CheckboxControl } from "./labelledControls.tsx";

test("1§2 a checkbox shows its error, and is described by it", () => {
  render(
    <CheckboxControl
      label="Only suggestions"
      caption="Names are chosen from a list."
      value
      error="required"
      onChange={() => {}}
    />,
  );
  const checkbox = screen.getByRole("checkbox", { name: "Only suggestions" });
  expect(screen.getByText("This field is required!")).toBeTruthy();
  expect(checkbox.getAttribute("aria-invalid")).toBe("true");
  const description = document.getElementById(checkbox.getAttribute("aria-describedby") ?? "");
  expect(description?.textContent).toContain("This field is required!");
});
