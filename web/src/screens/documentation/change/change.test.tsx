import { act, renderHook, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { Authority } from "#domain/access/authorities.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { axeFaults } from "#testing/axe.ts";
import { problemReply } from "#testing/fakeApi.ts";
import { aSession, aSuperAdmin, someDetails } from "#testing/fixtures.ts";
import { undoStep, useUndoHistory } from "#ui/undo/undoStore.ts";
import {
  type DocumentationFixture,
  hideFromObserver,
  documentationId as id,
  serve,
  show,
} from "../testing.tsx";

const aReviewer = (...authorities: Authority[]) =>
  aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE", ...authorities] });
const choose = async (item: string) => {
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  await userEvent.click(screen.getByRole("menuitem", { name: item }));
};
const findTitle = () => screen.findByRole("heading", { level: 1 });
const listStatusButtons = (disabled = false) =>
  ["Approve", "Mark as handled", "Hand over"].filter((name) => {
    const button = screen.queryByRole<HTMLButtonElement>("button", { name });
    return button?.disabled === disabled;
  });

beforeEach(hideFromObserver);

describe("2§4 statuses are offered by the rules", () => {
  test.each([
    [
      "a customer with all of them",
      { status: "COMPLETED", customerStatuses: ["HANDLED", "APPROVED", "PAUSED"] },
    ],
    ["a customer with one", { status: "COMPLETED", customerStatuses: ["APPROVED"] }],
    ["a handled documentation", { status: "HANDLED", customerStatuses: ["HANDLED", "APPROVED", "PAUSED"] }],
    ["an unfinished documentation", { status: "ONGOING", customerStatuses: ["APPROVED"] }],
  ] as [string, DocumentationFixture["details"]][])("%s", async (description, details) => {
    serve({ details });
    show(aReviewer());
    await findTitle();
    const allButtons = ["Approve", "Mark as handled", "Hand over"];
    const expectedButtons = {
      "a customer with all of them": allButtons,
      "a customer with one": ["Approve"],
      "a handled documentation": ["Hand over"],
      "an unfinished documentation": [],
    }[description]!;
    expect(listStatusButtons()).toEqual(expectedButtons);
    // The customer's statuses that cannot be set now stay visible, but disabled.
    expect(listStatusButtons(true)).toEqual(
      {
        "a customer with all of them": [],
        "a customer with one": [],
        "a handled documentation": ["Approve", "Mark as handled"],
        "an unfinished documentation": ["Approve"],
      }[description]!,
    );
  });

  test("a super admin is not limited to the customer's statuses", async () => {
    serve({ details: { status: "COMPLETED", customerStatuses: [] } });
    show(aSuperAdmin());
    await findTitle();
    expect(listStatusButtons()).toHaveLength(3);
  });

  test("2§6 nothing is offered without ROLE_DOCUMENTATION_WRITE, or for a deleted documentation", async () => {
    serve({ details: { status: "COMPLETED", customerStatuses: ["APPROVED"] } });
    const reader = show(aSession());
    await findTitle();
    expect(listStatusButtons()).toEqual([]);
    expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
    reader.unmount();
    serve({ details: { status: "DELETED", dateDeleted: "2026-06-01T10:00:00Z" } });
    show(aSuperAdmin());
    expect(await screen.findByText(/This documentation is deleted/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
  });

  test("handing over warns of earlier exports; approving needs no confirmation, and Z undoes it and names exports that had begun", async () => {
    const details = { status: "COMPLETED", customerStatuses: ["APPROVED", "PAUSED"], version: 4 } as const;
    const fixture: DocumentationFixture = {
      details: { ...details, customerStatuses: [...details.customerStatuses] },
    };
    const setStatus = (status: "APPROVED" | "COMPLETED", version: number) => {
      fixture.details = { ...fixture.details, status, version };
      return someDetails({ id, ...fixture.details });
    };
    const api = serve(fixture, {
      [`PUT /documentation/approve/${id}`]: () => setStatus("APPROVED", 5),
      [`PUT /documentation/undoStatus/${id}`]: () => ({
        ...setStatus("COMPLETED", 6),
        startedExports: ["FTP", "Archive"],
      }),
    });
    show(aReviewer());
    await userEvent.click(await screen.findByRole("button", { name: "Hand over" }));
    const warning = within(await screen.findByRole("alertdialog"));
    expect(
      warning.getByText(/already exported stays at its destinations, and is exported again/),
    ).toBeTruthy();
    await userEvent.click(warning.getByRole("button", { name: "Cancel" }));
    await userEvent.click(screen.getByRole("button", { name: "Approve" }));
    expect(await screen.findByText("NF-2041 Skellefteå: Approved")).toBeTruthy();
    expect(api.to(`PUT /documentation/approve/${id}`)[0]?.body).toEqual({ version: 4 });
    await userEvent.keyboard("z");
    expect(await screen.findByRole("button", { name: "Approve" })).toBeTruthy();
    expect(api.to(`PUT /documentation/undoStatus/${id}`)[0]?.body).toEqual({
      version: 5,
      status: "COMPLETED",
    });
    expect(
      await screen.findByText(/Undone, but the export to FTP and Archive had already begun/),
    ).toBeTruthy();
  });

  test("an approval can be undone after a later rename, but not after the status was changed again", async () => {
    const fixture: DocumentationFixture = {
      details: { name: "NF-1", status: "COMPLETED", customerStatuses: ["APPROVED", "PAUSED"], version: 40 },
    };
    const save = (change: Partial<DocumentationDetails>) => {
      fixture.details = { ...fixture.details, ...change, version: (fixture.details?.version ?? 0) + 1 };
      return someDetails({ id, ...fixture.details });
    };
    const api = serve(fixture, {
      [`PUT /documentation/approve/${id}`]: () => save({ status: "APPROVED" }),
      [`PUT /documentation/rename/${id}`]: () => save({ name: "NF-2" }),
      [`PUT /documentation/changeStatus/${id}`]: () => save({ status: "PAUSED" }),
      [`PUT /documentation/undoStatus/${id}`]: () => ({
        ...save({ status: "COMPLETED" }),
        startedExports: [],
      }),
    });
    show(aReviewer());
    await userEvent.click(await screen.findByRole("button", { name: "Approve" }));
    await screen.findByText("NF-1: Approved");
    const [approval] = renderHook(useUndoHistory).result.current;
    await choose("Rename");
    await userEvent.type(
      await screen.findByRole("textbox", { name: /Name/ }),
      "{Control>}a{/Control}NF-2{Enter}",
    );
    await screen.findByRole("heading", { name: "NF-2", level: 1 });
    await act(() => undoStep(approval!));
    expect(api.to(`PUT /documentation/undoStatus/${id}`)[0]?.body).toEqual({
      version: 42,
      status: "COMPLETED",
    });

    await userEvent.click(await screen.findByRole("button", { name: "Approve" }));
    await screen.findByText("NF-2: Approved");
    const secondApproval = renderHook(useUndoHistory).result.current.at(-1);
    await userEvent.click(await screen.findByRole("button", { name: "Hand over" }));
    const warning = within(await screen.findByRole("alertdialog"));
    await userEvent.click(warning.getByRole("button", { name: "Hand over" }));
    await screen.findByText("NF-2: Handed over");
    await expect(act(() => undoStep(secondApproval!))).rejects.toThrow();
    expect(api.to(`PUT /documentation/undoStatus/${id}`)).toHaveLength(1);
  });
});

describe("2§4 hide and show, with confirmation", () => {
  test("asks for confirmation first", async () => {
    const api = serve(
      { details: { version: 2 } },
      { [`PUT /documentation/toggleHidden/${id}`]: () => someDetails({ id, hidden: true, version: 3 }) },
    );
    show(aReviewer());
    await choose("Hide");
    expect(api.to(`PUT /documentation/toggleHidden/${id}`)).toHaveLength(0);
    await userEvent.click(await screen.findByRole("button", { name: "Hide" }));
    expect(await screen.findByText("Documentation hidden")).toBeTruthy();
    expect(api.to(`PUT /documentation/toggleHidden/${id}`)[0]?.body).toEqual({ version: 2 });
  });

  test("offers nothing to save if another user has already hidden the documentation", async () => {
    const fixture: DocumentationFixture = { details: { version: 2 } };
    serve(fixture, { [`PUT /documentation/toggleHidden/${id}`]: () => problemReply(422, "staleVersion") });
    show(aReviewer());
    await choose("Hide");
    fixture.details = { version: 3, hidden: true };
    await userEvent.click(await screen.findByRole("button", { name: "Hide" }));
    expect(await screen.findByText("Someone else has changed this in the meantime")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Save my version" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Keep their version" }));
    expect(await screen.findByText("Hidden")).toBeTruthy();
  });
});

describe("2§5 rename", () => {
  test("requires a name", async () => {
    const api = serve();
    show(aReviewer());
    await choose("Rename");
    const name = await screen.findByRole("textbox", { name: /Name/ });
    await userEvent.clear(name);
    await userEvent.keyboard("{Enter}");
    expect(screen.getByText("This field is required!")).toBeTruthy();
    expect(api.calls.filter(({ method }) => method === "PUT")).toHaveLength(0);
    expect(await axeFaults()).toEqual([]);
  });

  test("compares both names after a concurrent rename, keeps the typed name, and can save it over the other", async () => {
    const fixture: DocumentationFixture = { details: { name: "NF-1", version: 2 } };
    const api = serve(fixture, {
      [`PUT /documentation/rename/${id}`]: ({ body }) =>
        (body as { version: number }).version === 3
          ? someDetails({ id, name: "NF-mine", version: 4 })
          : problemReply(422, "staleVersion"),
    });
    show(aReviewer());
    await choose("Rename");
    const name = await screen.findByRole("textbox", { name: /Name/ });
    await userEvent.clear(name);
    await userEvent.type(name, "NF-mine");
    fixture.details = { name: "NF-theirs", status: "APPROVED", version: 3 };
    await userEvent.keyboard("{Enter}");
    const comparison = within(await screen.findByRole("table"));
    const rows = comparison.getAllByRole("row").map((row) => row.textContent);
    expect(rows).toEqual([
      "FieldTheir versionYour version",
      "NameNF-theirsNF-mine",
      "StatusApprovednot changed by you",
    ]);
    expect((name as HTMLInputElement).value).toBe("NF-mine");
    fixture.details = { name: "NF-mine", version: 4 };
    await userEvent.click(screen.getByRole("button", { name: "Save my version" }));
    expect(await screen.findByRole("heading", { name: "NF-mine", level: 1 })).toBeTruthy();
    expect(api.to(`PUT /documentation/rename/${id}`).map(({ body }) => body)).toEqual([
      { name: "NF-mine", version: 2 },
      { name: "NF-mine", version: 3 },
    ]);
  });
});
