import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { aSession, aTask } from "#testing/fixtures.ts";
import { documentationId, findSection, hideFromObserver, serve, show } from "../testing.tsx";

const reviewer = aSession({
  roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE", "ROLE_EDIT_DOCUMENTATION"],
});
const retakes = { [`GET /retake/findAllByDocumentationId/${documentationId}`]: () => ({ items: [] }) };
const primaryButtons = () =>
  screen.getAllByRole("button").filter((button) => button.dataset.variant === "primary");

describe("design§Retakes decisions of the details", () => {
  beforeEach(hideFromObserver);

  test("Send back is a button beside the one primary button, Approve", async () => {
    serve(
      { tasks: [aTask()], details: { status: "COMPLETED", customerStatuses: ["APPROVED", "HANDLED"] } },
      retakes,
    );
    show(reviewer);
    const approve = await screen.findByRole("button", { name: "Approve" });
    expect(primaryButtons()).toEqual([approve]);
    const sendBack = screen.getByRole("button", { name: "Send back" });
    expect(sendBack.parentElement).toBe(approve.parentElement);
    await userEvent.click(sendBack);
    expect(await screen.findByRole("dialog", { name: "Send back" })).toBeTruthy();
  });

  test("without write access there is neither", async () => {
    serve({ tasks: [aTask()], details: { status: "COMPLETED" } });
    show(aSession({ roles: ["ROLE_DOCUMENTATION_READ"] }));
    await findSection("Tasks");
    expect(screen.queryByRole("button", { name: "Send back" })).toBeNull();
    expect(primaryButtons()).toEqual([]);
  });
});

describe("2§5 what required tasks lack", () => {
  beforeEach(hideFromObserver);

  test("is listed before the tasks, and links to them", async () => {
    const group = aTask({ name: "Tower", type: "GROUP" });
    serve({
      tasks: [
        group,
        aTask({ name: "Depth", type: "INTEGER", required: "YES", answer: null, parentId: group.id }),
        aTask({ name: "Site", required: "YES", answer: "Kalix" }),
        aTask({ name: "Front", type: "PHOTO", required: "YES" }),
        aTask({ name: "Remark", required: "NO", answer: null }),
      ],
    });
    show(reviewer);
    const tasks = await findSection("Tasks");
    const list = within((await tasks.findByText("2 required items are missing")).parentElement!);
    expect(list.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "an answer to Depth",
      "a photo for Front",
    ]);
    await userEvent.click(tasks.getByRole("button", { name: "Close all" }));
    await userEvent.click(list.getByRole("button", { name: "an answer to Depth" }));
    expect(tasks.getByText("Depth").closest("[hidden]")).toBeNull();
    expect(document.activeElement?.textContent).toContain("Depth");
  });
});
