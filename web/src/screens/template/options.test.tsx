import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { aTemplate, aTemplateTask } from "./templateTesting.ts";

type Body = { tasks?: { options: string | null }[] };

/** Opens the form of a task with options. */
async function open(options: string | null) {
  const row = aTemplate({ tasks: [aTemplateTask("Corrosion", { type: "SINGLE_CHOICE", options })] });
  const api = fakeApi({
    [`GET /templates/${row.id}`]: () => row,
    [`PUT /templates/${row.id}`]: ({ body }) => ({ ...row, ...(body as Body), version: 2 }),
  });
  renderApp(
    `/template/${row.id}`,
    aSession({ roles: ["ROLE_TEMPLATE_READ", "ROLE_TEMPLATE_WRITE"], products: ["FORM"] }),
  );
  await userEvent.click(await screen.findByRole("tab", { name: "Tasks" }));
  await userEvent.click(screen.getByRole("button", { name: "Edit Corrosion" }));
  const group = screen.getByRole("group", { name: /^Options/ });
  const rows = () => within(group).getAllByRole<HTMLInputElement>("textbox");
  return {
    rows,
    texts: () => rows().map(({ value }) => value),
    statusText: () => within(group).getByRole("status").textContent,
    button: (name: string | RegExp) => within(group).getByRole("button", { name }),
    save: async () => {
      await userEvent.click(screen.getByRole("button", { name: "Save" }));
      await waitFor(() => expect(api.to(`PUT /templates/${row.id}`)).toHaveLength(1));
      const [request] = api.to(`PUT /templates/${row.id}`);
      return (request?.body as Body | undefined)?.tasks?.[0]?.options;
    },
  };
}

describe("3§5 the options of a choice are edited in rows", () => {
  test("Enter or a semicolon adds an option, and the stored text is joined by semicolons", async () => {
    const form = await open(null);
    await userEvent.click(form.rows()[0]!);
    await userEvent.keyboard("None{Enter}Slight;");
    expect(form.statusText()).toMatch(/^A semicolon starts a new option/);
    await userEvent.keyboard("Severe{Enter}");
    expect(form.texts()).toEqual(["None", "Slight", "Severe", ""]);
    expect(document.activeElement).toBe(form.rows()[3]);
    await userEvent.keyboard("{Backspace}");
    expect(document.activeElement).toBe(form.rows()[2]);
    expect(await axeFaults()).toEqual([]);
    expect(await form.save()).toBe("None;Slight;Severe");
  });

  test("Alt with the arrow keys and the buttons move a row, with an announcement; arrow keys alone move the focus", async () => {
    const form = await open("None;Slight;Severe");
    await userEvent.click(form.rows()[2]!);
    await userEvent.keyboard("{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}");
    expect(form.texts()).toEqual(["Severe", "None", "Slight"]);
    expect(form.statusText()).toBe("Severe is now number 1 of 3");
    expect(document.activeElement).toBe(form.rows()[0]);
    await userEvent.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(form.rows()[1]);
    await userEvent.click(form.button("Move None down"));
    await userEvent.click(form.button("Delete Severe"));
    expect(form.texts()).toEqual(["Slight", "None"]);
    expect(await form.save()).toBe("Slight;None");
  });

  test("pasted lines become options; duplicates are marked and can be removed", async () => {
    const form = await open("None;Severe");
    await userEvent.click(form.button("Add option"));
    await userEvent.paste("Slight\r\nSevere\r\nNone\r\nLost; gone\r\n");
    expect(form.texts()).toEqual(["None", "Severe", "Slight", "Severe", "None", "Lost", "gone"]);
    expect(form.statusText()).toBe("5 options were pasted");
    expect(form.rows()[3]?.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("2 options already exist.")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(form.button("Remove duplicates"));
    expect(screen.queryByText("Already exists")).toBeNull();
    expect(await form.save()).toBe("None;Severe;Slight;Lost;gone");
  });
});
