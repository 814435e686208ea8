import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { starters } from "#domain/layout/starters/starters.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, Reply } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { aLayout } from "../layoutTesting.ts";

test("3§2 a new layout begins with a starter in one of its types, keeps a name that was typed, and can begin empty again", async () => {
  const api = fakeApi({
    "GET /exportDocumentConfigurations": () => ({ items: [] }),
    "GET /exportDocumentConfigurations/count": () => ({ total: 0 }),
    "GET /exportDocumentConfiguration/getReplacementCodes": () => ({ codes: [] }),
    "POST /exportDocumentConfigurations": () => new Reply(201, aLayout({ customerId: 7 })),
  });
  renderApp("/exportDocumentConfiguration/create", aSession({ roles: ["ROLE_EXPORT_LAYOUTS"] }));
  const starterButton = await screen.findByRole("button", { name: "Daily report: Word" });
  expect(screen.getAllByRole("button", { name: /: (Word|Word to PDF|PowerPoint|PDF|Excel)$/ })).toHaveLength(
    starters.flatMap(({ drafts }) => Object.keys(drafts)).length,
  );
  expect(await axeFaults()).toEqual([]);
  await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "Our day");
  await userEvent.click(starterButton);
  expect(screen.queryByRole("button", { name: "Daily report: Word" })).toBeNull();
  await userEvent.keyboard("{Control>}z{/Control}");
  await userEvent.click(await screen.findByRole("button", { name: "Daily report: Word" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(api.to("POST /exportDocumentConfigurations")).toHaveLength(1));
  expect(api.to("POST /exportDocumentConfigurations")[0]!.body).toMatchObject({
    name: "Our day",
    type: "WORD",
    description: expect.stringContaining("unexpected answers"),
    nodes: expect.arrayContaining([expect.objectContaining({ type: "HEADER" })]),
  });
});
