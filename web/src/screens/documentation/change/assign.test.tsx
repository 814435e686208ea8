import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aSession, someDetails } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { hideFromObserver } from "../testing.tsx";

beforeEach(hideFromObserver);

const session = aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] });
const details = someDetails({ name: "Mast 7", status: "COMPLETED", customerId: session.customerId });
const bo = { userId: 17, name: "bo", fullName: "Bo Ek", isReviewing: false };

function openDetails(overrides: Parameters<typeof fakeApi>[0] = {}) {
  let current = details;
  const api = fakeApi({
    [`GET /documentations/${details.id}`]: () => current,
    "GET /documentation/findAssignableUsers": () => ({ items: [bo] }),
    [`PUT /documentation/assign/${details.id}`]: ({ body }) => {
      const { assigneeId, dueDay } = body as { assigneeId: number | null; dueDay: string | null };
      const assigneeName = assigneeId === bo.userId ? "Bo Ek" : null;
      current = { ...current, assigneeId, assigneeName, dueDay, version: current.version + 1 };
      return current;
    },
    ...overrides,
  });
  renderApp(`/documentation/details/${details.id}`, session);
  return api;
}
const openDialog = async () => {
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Assign…" }));
  return within(await screen.findByRole("dialog", { name: "Assign" }));
};

describe("2§4 a documentation is assigned", () => {
  test("2§2 to a person with a day, which the details show, and which can be undone", async () => {
    const api = openDetails();
    const dialog = await openDialog();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(dialog.getByRole("combobox", { name: "Assign to" }));
    await userEvent.click(await screen.findByRole("option", { name: "Bo Ek" }));
    await userEvent.type(dialog.getByLabelText("Review by"), "2999-01-04");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Mast 7: assigned to Bo Ek")).toBeTruthy();
    expect(screen.getByTitle("Assigned to").textContent).toBe("Bo Ek · 2999-01-04");
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(screen.queryByTitle("Assigned to")).toBeNull());
    expect(api.to(`PUT /documentation/assign/${details.id}`).map(({ body }) => body)).toEqual([
      { assigneeId: 17, dueDay: "2999-01-04", version: 1 },
      { assigneeId: null, dueDay: null, version: 2 },
    ]);
  });

  test("to oneself, at once; a change by someone else in the meantime is shown first", async () => {
    const changedDetails = { ...details, assigneeId: 17, assigneeName: "Bo Ek", version: 2 };
    let hasChanged = false;
    const api = openDetails({
      [`GET /documentations/${details.id}`]: () => (hasChanged ? changedDetails : details),
      "GET /documentation/findAssignableUsers": () => ({
        items: [{ ...bo, userId: session.userId, name: session.username, fullName: "Eva Lind" }],
      }),
      [`PUT /documentation/assign/${details.id}`]: () => {
        hasChanged = true;
        return problemReply(422, "staleVersion");
      },
    });
    const dialog = await openDialog();
    const toMe = dialog.getByRole<HTMLButtonElement>("button", { name: "Assign to me" });
    await waitFor(() => expect(toMe.disabled).toBe(false));
    await userEvent.click(toMe);
    await waitFor(() =>
      expect(dialog.getByRole<HTMLInputElement>("combobox", { name: "Assign to" }).value).toBe("Eva Lind"),
    );
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    const conflict = within(await screen.findByRole("alertdialog", { name: "Assign" }));
    expect(await conflict.findByText("Bo Ek")).toBeTruthy();
    expect(api.to(`PUT /documentation/assign/${details.id}`)[0]?.body).toEqual({
      ...{ assigneeId: session.userId, dueDay: null, version: 1 },
    });
  });
});
