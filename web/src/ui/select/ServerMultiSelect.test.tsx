import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { renderPart } from "#testing/renderApp.tsx";
import { ServerMultiSelect } from "./ServerMultiSelect.tsx";
import type { Option } from "./useCombobox.ts";

const all: Option[] = ["Alfa", "Beta", "Gamma"].map((label) => ({ id: label[0]!, label }));

function show() {
  const find = vi.fn(async (q: string) =>
    all.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase())),
  );
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  function TestForm() {
    const [value, setValue] = useState<Option[]>([]);
    return (
      <main>
        <form onSubmit={onSubmit}>
          <ServerMultiSelect
            name="many"
            label="Many"
            value={value}
            queryKey="many"
            find={find}
            onChange={setValue}
          />
        </form>
      </main>
    );
  }
  renderPart(<TestForm />);
  return { find, onSubmit };
}
const box = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Many" });
const chosenLabels = () => screen.queryAllByRole("listitem").map((item) => item.textContent);

test("several options are chosen and removed by keyboard alone", async () => {
  const { onSubmit } = show();
  box().focus();
  await userEvent.keyboard("{ArrowDown}");
  await screen.findByRole("option", { name: "Alfa" });
  await userEvent.keyboard("{Enter}{ArrowDown}{ArrowDown}{Enter}");
  expect(chosenLabels()).toEqual(["Alfa", "Gamma"]);
  expect(screen.getByText("2 chosen")).toBeTruthy();
  expect(screen.getByRole("option", { name: "Gamma" }).getAttribute("aria-selected")).toBe("true");
  await userEvent.keyboard("{Enter}");
  expect(chosenLabels()).toEqual(["Alfa"]);
  await userEvent.keyboard("{Escape}");
  expect(box().getAttribute("aria-expanded")).toBe("false");
  expect(onSubmit).not.toHaveBeenCalled();
  expect(await axeFaults()).toEqual([]);
});

test("the service searches; an abandoned search is not a value", async () => {
  const { find } = show();
  await userEvent.type(box(), "bet");
  await userEvent.click(await screen.findByRole("option", { name: "Beta" }));
  await waitFor(() => expect(find).toHaveBeenLastCalledWith("bet", expect.anything()));
  await userEvent.tab();
  expect(box().value).toBe("");
  expect(chosenLabels()).toEqual(["Beta"]);
});

test("removing returns the focus to the box", async () => {
  show();
  await userEvent.click(box());
  for (const name of ["Alfa", "Beta", "Gamma"])
    await userEvent.click(await screen.findByRole("option", { name }));
  await userEvent.click(screen.getByRole("button", { name: "Remove Beta" }));
  expect(chosenLabels()).toEqual(["Alfa", "Gamma"]);
  expect(document.activeElement).toBe(box());
});
