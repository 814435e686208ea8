import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { listPath, queuePath, queueQuery, toListQuery } from "#features/reviewQueue/queueUrl.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { anId, aPhoto, aSession, someDetails } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { hideFromObserver } from "../testing.tsx";

beforeEach(hideFromObserver);

describe("2§2 a documentation opened from a list", () => {
  test("carries the list's filter, order and search in its URL, and links back to that list", () => {
    const list = new URLSearchParams("q=KS&statusFilter=COMPLETED&sort=name&order=asc&page=2&nonsense=1");
    const listQuery = toListQuery(list, true);
    const path = queuePath("x", listQuery);
    const queueParam = new URLSearchParams(path.slice(path.indexOf("?"))).get("queue");
    expect(queueQuery(queueParam!)).toEqual({
      query: "KS",
      statusFilter: "COMPLETED",
      showHidden: "true",
      sort: "name",
      order: "asc",
      skipAssigned: "true",
    });
    expect(listPath(listQuery)).toBe(`/documentation?${list}`);
    expect(queueQuery("statusFilter=NOT_A_STATUS&sort=secret")).toEqual({
      query: "",
      showHidden: "false",
      sort: "dateCreated",
      order: "desc",
      skipAssigned: "true",
    });
  });
});

const reviewer = aSession({
  roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE", "ROLE_PHOTO_WRITE"],
});
const names = ["NF-1", "NF-2", "NF-3"];
const listQuery = "statusFilter=COMPLETED";

/** Fakes the API with three documentations of one photo each. `reviewers` are keyed by documentation name. */
function aQueue(reviewers: Record<string, string> = {}, assignedToOthers = 0) {
  const rows = names.map((name) => ({ id: anId(), name, status: "COMPLETED", version: 1 }));
  const service = { isDown: false };
  const photos = rows.map(({ id, name }) => aPhoto({ documentationId: id, name: `${name}_01` }));
  const openRows = () => rows.filter(({ status }) => status === "COMPLETED");
  const details = (row: (typeof rows)[number]) =>
    someDetails({
      ...row,
      numberOfPhotos: 1,
      uploadedPhotos: 1,
      customerStatuses: ["APPROVED", "HANDLED", "PAUSED"],
    } as Parameters<typeof someDetails>[0]);
  const setStatus = (row: (typeof rows)[number], status: string) => {
    row.status = status;
    row.version += 1;
    return details(row);
  };
  const api = fakeApi({
    "GET /documentation/reviewQueue": ({ query }) => {
      if (service.isDown) return problemReply(500, "internal");
      const index = rows.findIndex(({ id }) => id === query.get("at"));
      const unclaimedRows = openRows().filter(({ name }) => !reviewers[name]);
      const summary = (row: (typeof rows)[number] | undefined) => row && { id: row.id, name: row.name };
      return {
        total: openRows().length,
        assignedToOthers,
        position:
          index >= 0 && rows[index]!.status === "COMPLETED" ? openRows().indexOf(rows[index]!) + 1 : null,
        previous: summary(unclaimedRows.findLast((row) => rows.indexOf(row) < index)) ?? null,
        next: summary(unclaimedRows.find((row) => rows.indexOf(row) > index)) ?? null,
        reviewer: index >= 0 ? (reviewers[rows[index]!.name] ?? null) : null,
      };
    },
    "GET /photos": ({ query }) => ({
      items: photos.filter(({ documentationId }) => documentationId === query.get("documentationId")),
    }),
    "GET /documentationTasks": () => ({ items: [] }),
    "GET /files": () => ({ items: [] }),
    "GET /documentations": () => ({ items: [] }),
    "GET /documentation/count": () => ({ total: 0 }),
    ...Object.fromEntries(
      rows.flatMap((row) => [
        [`GET /documentations/${row.id}`, () => details(row)],
        [`GET /documentationEvent/findAllByDocumentationId/${row.id}`, () => ({ items: [] })],
        [`PUT /documentation/approve/${row.id}`, () => setStatus(row, "APPROVED")],
        [
          `PUT /documentation/undoStatus/${row.id}`,
          () => ({ ...setStatus(row, "COMPLETED"), startedExports: [] }),
        ],
        [
          `POST /documentation/claimReview/${row.id}`,
          () => ({ reviewer: reviewers[row.name] ?? null, expires: "2026-05-04T10:15:00Z" }),
        ],
        [`POST /documentation/releaseReview/${row.id}`, () => ({ success: true })],
      ]),
    ),
  });
  return { api, rows, photos, service };
}
const heading = (name: string) => screen.findByRole("heading", { name, level: 1 });

describe("2§2 reviewing a list as a queue", () => {
  test("1§8 a documentation that cannot be found is reported, and can be tried again", async () => {
    const { rows, service } = aQueue();
    service.isDown = true;
    renderApp(queuePath(rows[1]!.id, listQuery), reviewer);
    await heading("NF-2");
    await screen.findByRole("button", { name: /NF-2_01/ });
    await userEvent.keyboard("{ArrowLeft}");
    expect(await screen.findByText(/Status Text/)).toBeTruthy();
    service.isDown = false;
    await userEvent.keyboard("{ArrowLeft}");
    await heading("NF-1");
  });

  test("A approves and opens the next one, Z undoes that and shows it again, and the last one returns to the list", async () => {
    const { rows } = aQueue();
    const { address } = renderApp(queuePath(rows[0]!.id, listQuery), reviewer);
    await heading("NF-1");
    expect(await screen.findByText("1 of 3")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.keyboard("a");
    await heading("NF-2");
    expect(rows[0]!.status).toBe("APPROVED");
    expect(await screen.findByText("1 done, 2 left")).toBeTruthy();
    await userEvent.keyboard("z");
    await heading("NF-1");
    expect(rows[0]!.status).toBe("COMPLETED");
    for (const name of names) {
      await heading(name);
      await userEvent.keyboard("a");
    }
    await waitFor(() => expect(address()).toBe(`/documentation?${listQuery}`));
    expect(await screen.findByText("That was the last one: 3 done, 0 left.")).toBeTruthy();
  });

  test("arrow keys step through the photos and on to the next documentation; C writes a comment", async () => {
    const { rows, photos } = aQueue();
    const { address } = renderApp(queuePath(rows[0]!.id, listQuery), reviewer);
    await heading("NF-1");
    await screen.findByText("1 of 3");
    await screen.findByRole("button", { name: /NF-1_01/ });
    await userEvent.keyboard("{ArrowRight}");
    const viewer = await screen.findByRole("dialog");
    await waitFor(() => expect(address()).toContain(photos[0]!.id));
    fireEvent.keyDown(viewer, { key: "ArrowRight" });
    await waitFor(() => expect(address()).toContain(`/documentation/details/${rows[1]!.id}?`));
    await waitFor(() => expect(address()).toContain(photos[1]!.id));
    await heading("NF-2");
    fireEvent.keyDown(await screen.findByRole("dialog"), { key: "c" });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Reviewer's comment" })),
    );
    await userEvent.keyboard("{Escape}");
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "a" });
    await waitFor(() => expect(address()).toContain(photos[2]!.id));
    expect(rows[1]!.status).toBe("APPROVED");
  });

  test("the next documentation is a link, and skips those that another user is reviewing", async () => {
    const { rows } = aQueue({ "NF-2": "anna" });
    renderApp(queuePath(rows[0]!.id, listQuery), reviewer);
    const next = await screen.findByRole("link", { name: "Next documentation: NF-3" });
    expect(next.getAttribute("href")).toBe(queuePath(rows[2]!.id, listQuery));
    await userEvent.click(next);
    await heading("NF-3");
    expect(
      within(screen.getByRole("navigation", { name: "Review" }))
        .getByRole("link", { name: "Documentations" })
        .getAttribute("href"),
    ).toBe(`/documentation?${listQuery}`);
  });

  test("design§Retakes documentations assigned to others are skipped and counted, until the reviewer includes them", async () => {
    const { rows, api } = aQueue({}, 2);
    const { address } = renderApp(queuePath(rows[0]!.id, listQuery), reviewer);
    const skip = await screen.findByRole("checkbox", { name: "Skip 2 assigned to others" });
    expect(skip).toHaveProperty("checked", true);
    expect(await axeFaults()).toEqual([]);
    const skipped = () => api.to("GET /documentation/reviewQueue").at(-1)?.query.get("skipAssigned");
    expect(skipped()).toBe("true");
    await userEvent.click(skip);
    await waitFor(() => expect(skipped()).toBe("false"));
    const query = `${listQuery}&withAssigned=true`;
    expect(address()).toBe(queuePath(rows[0]!.id, query));
    expect(listPath(query)).toBe(`/documentation?${listQuery}`);
  });

  test("2§4 another reviewer is shown, but does not block anything", async () => {
    const { rows, api } = aQueue({ "NF-1": "anna" });
    const view = renderApp(queuePath(rows[0]!.id, listQuery), reviewer);
    expect(await screen.findByText("anna is reviewing this now")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Approve" })).toBeTruthy();
    view.unmount();
    await waitFor(() => expect(api.to(`POST /documentation/releaseReview/${rows[0]!.id}`)).toHaveLength(1));
  });
});
