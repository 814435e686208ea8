import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { aTagConfiguration } from "#testing/configuration.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anAlias, anId, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { previewPairs } from "./pairPreview.ts";

const aCsvFile = (text: string, name = "alias.csv") => new File([text], name, { type: "text/csv" });

async function open(path: string, text: string) {
  renderApp(path, aSuperAdmin());
  await screen.findByText(/Showing rows/);
  await userEvent.click(screen.getByRole("button", { name: "Import CSV" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("combobox", { name: /^Customer/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Norrfiber" }));
  await userEvent.upload(dialog.querySelector<HTMLInputElement>("input[type=file]")!, aCsvFile(text));
  return within(dialog);
}
const commonRoutes = { "GET /customer/getOptions": () => [{ id: 7, name: "Norrfiber" }] };

describe("3§5 CSV import", () => {
  test("shows which lines are accepted, which are ignored and why, and then the service's result", async () => {
    const api = fakeApi({
      ...commonRoutes,
      "GET /documentationAlias": () => ({ items: [anAlias()] }),
      "GET /documentationAlias/count": () => ({ total: 1 }),
      "POST /documentationAlias/importCSV": () => ({
        imported: [{ row: 0, id: anId() }],
        ignored: [{ row: 1, name: "NF-2", reason: "duplicate" }],
      }),
    });
    const dialog = await open("/documentationAlias", "NF-1;Masten\nalone\nNF-2;Hamnen\nNF-1;again\n;x\n");
    expect(await dialog.findByText("2 lines will be imported")).toBeTruthy();
    expect(dialog.getByText("3 lines will be skipped")).toBeTruthy();
    expect(dialog.getByText("Does not have exactly two fields")).toBeTruthy();
    expect(dialog.getByText("A field is empty")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Import 2 lines" }));
    expect(await dialog.findByText("1 line was imported")).toBeTruthy();
    expect(dialog.getByText("1 line was skipped")).toBeTruthy();
    // Shows the line in the file, not the index among the sent rows.
    expect(dialog.getByRole("row", { name: /^3 NF-2 Hamnen Already exists/ })).toBeTruthy();
    expect(api.to("POST /documentationAlias/importCSV")[0]?.body).toEqual({
      items: [
        { customerId: 7, name: "NF-1", alias: "Masten" },
        { customerId: 7, name: "NF-2", alias: "Hamnen" },
      ],
    });
  });

  test("3§2 accepts several tags for a name", async () => {
    const api = fakeApi({
      ...commonRoutes,
      "GET /documentationTagConfigurations": () => ({ items: [aTagConfiguration()] }),
      "GET /documentationTagConfigurations/count": () => ({ total: 1 }),
      "POST /documentationTagConfiguration/importCSV": () => ({ imported: [], ignored: [] }),
    });
    const dialog = await open("/documentationTagConfiguration", "NF-1;Kust\nNF-1;Norr\nNF-1;Kust");
    await userEvent.click(await dialog.findByRole("button", { name: "Import 2 lines" }));
    expect(await dialog.findByText("0 lines were imported")).toBeTruthy();
    expect(api.to("POST /documentationTagConfiguration/importCSV")[0]?.body).toEqual({
      items: [
        { customerId: 7, name: "NF-1", tag: "Kust" },
        { customerId: 7, name: "NF-1", tag: "Norr" },
      ],
    });
  });

  test("accepts 5000 lines at a time", () => {
    const text = Array.from({ length: 5001 }, (_, index) => `n${index};a`).join("\n");
    const { lines } = previewPairs({ text, encoding: "utf-8" }, ({ name }) => name);
    expect(lines.filter(({ reason }) => !reason)).toHaveLength(5000);
    expect(lines[5000]).toMatchObject({ line: 5001, reason: "tooMany" });
  });

  test("refuses an Excel file renamed to .csv", async () => {
    fakeApi({
      ...commonRoutes,
      "GET /documentationAlias": () => ({ items: [anAlias()] }),
      "GET /documentationAlias/count": () => ({ total: 1 }),
    });
    const dialog = await open("/documentationAlias", "PK\u0003\u0004\u0000\u0000");
    expect(await dialog.findByText("Choose a .csv file")).toBeTruthy();
  });
});
