import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { aTemplate, aTemplateTask } from "./templateTesting.ts";

describe("3§2 the preview of a template", () => {
  test("shows the form as edited, with preconditions, and stores and sends nothing", async () => {
    const corrosion = aTemplateTask("Corrosion", {
      type: "SINGLE_CHOICE",
      options: "None;Severe",
      required: "YES",
      showOptionsInTaskList: true,
    });
    const row = aTemplate({
      tasks: [
        corrosion,
        aTemplateTask("Cause", {
          preconditions: [
            {
              id: crypto.randomUUID(),
              type: "TASK_ANSWER",
              params: { task: corrosion.id, operator: "EQUALS", answer: "Severe" },
            },
          ],
        }),
      ],
    });
    const api = fakeApi({ [`GET /templates/${row.id}`]: () => row });
    renderApp(
      `/template/${row.id}`,
      aSession({ roles: ["ROLE_TEMPLATE_READ", "ROLE_TEMPLATE_WRITE"], products: ["FORM"] }),
    );
    const countCalls = () => api.calls.length;
    await userEvent.type(await screen.findByRole("textbox", { name: "Description" }), "Unsaved words");
    const previousCallCount = countCalls();
    await userEvent.click(screen.getByRole("button", { name: "Phone preview" }));
    const dialog = await screen.findByRole("dialog", { name: "Phone preview" });
    const preview = within(dialog);
    expect(await preview.findByText(/Unsaved words$/)).toBeTruthy();
    expect(preview.queryByRole("group", { name: "Cause" })).toBeNull();
    await userEvent.click(preview.getByRole("button", { name: "Complete" }));
    expect(await preview.findByText("2 things are missing before you can complete this")).toBeTruthy();
    await userEvent.click(preview.getByRole("radio", { name: "Severe" }));
    expect(await preview.findByRole("group", { name: "Cause" })).toBeTruthy();
    await userEvent.type(preview.getByRole("textbox", { name: /^Name/ }), "Mast 1");
    await userEvent.click(preview.getByRole("button", { name: "Complete" }));
    expect(await preview.findByText(/^Nothing is missing/)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(preview.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(preview.queryByRole("group", { name: "Cause" })).toBeNull());
    expect(countCalls()).toBe(previousCallCount);
  });
});
