import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { anId, aSuperAdmin } from "#testing/fixtures.ts";
import { aReading } from "#testing/lists.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { aTemplateRow, aTemplateTask } from "./templateTesting.ts";

const customerRoutes = {
  "GET /customer/getOptions": () => [{ id: 7, name: "Norrfiber" }],
};
const choose = async (label: RegExp, option: string) => {
  await userEvent.click(screen.getByRole("combobox", { name: label }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
};

describe("3§2 /copyTemplate", () => {
  const row = aTemplateRow();
  const templateRoutes = { "GET /templates": () => ({ items: [row] }) };

  test("requires at least one template, copies to a customer and reports what was left out", async () => {
    const createdId = anId();
    const api = fakeApi({
      ...customerRoutes,
      ...templateRoutes,
      "POST /template/copy": () => ({
        items: [{ id: createdId, name: "Mast", from: row.id }],
        droppedReferences: [{ template: "Mast", kind: "suggestionList", id: anId(), name: "Sites" }],
      }),
    });
    renderApp("/copyTemplate", aSuperAdmin());
    await userEvent.click(await screen.findByRole("button", { name: "Copy" }));
    expect(screen.getByText("You must choose at least one template")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await choose(/^Templates/, "Mast inspection (Norrfiber)");
    await choose(/^Copy to customer/, "Norrfiber");
    await userEvent.type(screen.getByLabelText("New name"), "Mast");
    await userEvent.click(screen.getByRole("button", { name: "Copy" }));
    const link = await screen.findByRole("link", { name: "Mast" });
    expect(link.getAttribute("href")).toBe(`/template/details/${createdId}`);
    expect(screen.getByText(/suggestion list Sites/)).toBeTruthy();
    expect(api.to("POST /template/copy")[0]?.body).toEqual({
      name: "Mast",
      customer: 7,
      templates: [row.id],
    });
  });

  test("3§5 a name the customer already uses is reported", async () => {
    fakeApi({
      ...customerRoutes,
      ...templateRoutes,
      "POST /template/copy": () => problemReply(422, "duplicate", { name: "duplicate" }),
    });
    renderApp("/copyTemplate", aSuperAdmin());
    await screen.findByRole("button", { name: "Copy" });
    await choose(/^Templates/, "Mast inspection (Norrfiber)");
    await choose(/^Copy to customer/, "Norrfiber");
    await userEvent.click(screen.getByRole("button", { name: "Copy" }));
    expect(
      await screen.findByText("There is already a template with that name for that customer"),
    ).toBeTruthy();
  });
});

describe("3§2 /importCSV", () => {
  const row = aTemplateRow();
  const previewResult = {
    reading: aReading({
      separator: ";",
      columns: [
        { heading: "Namn", field: "name" },
        { heading: "Kommentar", field: null },
      ],
      hasHeader: true,
    }),
    lines: 3,
    imported: 2,
    written: false,
    errors: [{ line: 4, column: "type", error: "invalid", value: "FOTO" }],
    tasks: [aTemplateTask("Overview"), aTemplateTask("Remark")],
    version: 1,
  };

  test("shows every error with its line before anything is written, then imports the valid lines", async () => {
    const api = fakeApi({
      ...customerRoutes,
      "GET /templates": () => ({ items: [row] }),
      "POST /template/importCSV": ({ body }) =>
        (body as { preview?: boolean }).preview
          ? previewResult
          : { ...previewResult, written: true, version: 2 },
    });
    renderApp("/importCSV", aSuperAdmin());
    await screen.findByRole("combobox", { name: /^Customer/ });
    await choose(/^Customer/, "Norrfiber");
    await choose(/^Template/, "Mast inspection");
    const input = screen.getByLabelText("CSV file");
    await userEvent.upload(input, new File(["x"], "tasks.csv"));
    await screen.findByText("Chosen file: tasks.csv");
    expect((screen.getByLabelText("Separator") as HTMLSelectElement).value).toBe(",");
    await userEvent.selectOptions(screen.getByLabelText("Separator"), ";");
    await userEvent.click(screen.getByRole("button", { name: "Preview" }));
    const table = await screen.findByRole("table", { name: "1 error" });
    expect(
      within(table)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["4", "type", "This is invalid", "FOTO"]);
    const reading = within(screen.getByRole("region", { name: "How the file was read" }));
    expect(reading.getByText("Namn: name")).toBeTruthy();
    expect(reading.getByText("Some columns are not imported: Kommentar")).toBeTruthy();
    expect(within(screen.getByRole("main")).getByText("Overview")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: /Import the 2 valid lines/ }));
    expect(await screen.findByText("2 tasks imported")).toBeTruthy();
    expect(api.to("POST /template/importCSV").map(({ body }) => body)).toEqual([
      { id: row.id, data: "eA==", columnSeparator: ";", preview: true },
      { id: row.id, data: "eA==", columnSeparator: ";", skipFaulty: true },
    ]);
  });

  test("3§2 the column names are joined by the selected separator, which is detected in the file's first line", async () => {
    fakeApi(customerRoutes);
    renderApp("/importCSV", aSuperAdmin());
    const input = await screen.findByLabelText("CSV file");
    expect(screen.getByText(/^Columns: name, description, type,/)).toBeTruthy();
    await userEvent.upload(input, new File(["name;description;type\nMast;;PHOTO"], "tasks.csv"));
    expect(await screen.findByText(/^Columns: name; description; type;/)).toBeTruthy();
    expect((screen.getByLabelText("Separator") as HTMLSelectElement).value).toBe(";");
  });

  test("3§5 accepts only .csv files", async () => {
    fakeApi(customerRoutes);
    renderApp("/importCSV", aSuperAdmin());
    await screen.findByRole("combobox", { name: /^Customer/ });
    const input = screen.getByLabelText("CSV file");
    await userEvent.upload(input, new File(["x"], "tasks.txt"), { applyAccept: false });
    expect(await screen.findByText("Choose a .csv file")).toBeTruthy();
  });

  test("the sample file is downloaded with the selected separator", async () => {
    const api = fakeApi({ ...customerRoutes, "POST /downloadTicket": () => ({ url: "/d/1" }) });
    renderApp("/importCSV", aSuperAdmin());
    await userEvent.click(await screen.findByRole("button", { name: "Download sample file" }));
    await waitFor(() =>
      expect(api.to("POST /downloadTicket")[0]?.body).toEqual({
        path: "/api/template/getImportCSVTemplate?columnSeparator=%2C",
      }),
    );
  });
});
