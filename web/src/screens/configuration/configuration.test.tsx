import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import {
  exportConfigurationKeys,
  exportConfigurationTypes,
  predefinedKeys,
  taskFilterKeys,
  taskFilterTypes,
} from "#domain/configuration/types.ts";
import english from "#i18n/locales/en/configuration.ts";
import { axeFaults } from "#testing/axe.ts";
import { anExportConfiguration, aPredefinedConfiguration, aTaskFilter } from "#testing/configuration.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const customerRoutes = { "GET /customer/getOptions": () => [{ id: 7, name: "Norrfiber" }] };

function serve(path: string, row: { id: string }, overrides: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({
    ...customerRoutes,
    [`GET /${path}`]: () => ({ items: [row] }),
    [`GET /${path}/count`]: () => ({ total: 1 }),
    [`GET /${path}/${row.id}`]: () => row,
    [`POST /${path}`]: () => row,
    [`PUT /${path}/${row.id}`]: () => ({ ...row, version: 2 }),
    ...overrides,
  });
}

async function openForm(path: string, button: string) {
  renderApp(path, aSuperAdmin());
  await screen.findByText(/Showing rows/);
  await userEvent.click(screen.getByRole("button", { name: button }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByLabelText(/^Name/);
  return within(dialog);
}
type Dialog = Awaited<ReturnType<typeof openForm>>;
async function chooseCustomer(dialog: Dialog) {
  await userEvent.click(dialog.getByRole("combobox", { name: /^Customer/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Norrfiber" }));
}
const save = (dialog: Dialog) => userEvent.click(dialog.getByRole("button", { name: "Save" }));

describe("3§2 /exportConfiguration", () => {
  test("3§4 starts as SHAREPOINT with its defaults, and resets when the type changes", async () => {
    const api = serve("exportConfigurations", anExportConfiguration());
    const dialog = await openForm("/exportConfiguration", "Add");
    expect(dialog.getByLabelText<HTMLInputElement>("Path").value).toBe("Shared Documents");
    await userEvent.type(dialog.getByLabelText("Client ID"), "gone");
    await userEvent.selectOptions(dialog.getByLabelText(/^Type/), "FTP");
    expect(dialog.queryByLabelText("Client ID")).toBeNull();
    await userEvent.type(dialog.getByLabelText(/^Name/), "Arkiv");
    await userEvent.type(dialog.getByLabelText("Host"), "ftp.test");
    await userEvent.type(dialog.getByLabelText("Password"), "hemligt");
    await chooseCustomer(dialog);
    await userEvent.click(dialog.getByRole("button", { name: "Add question" }));
    await userEvent.type(dialog.getByLabelText("Question 1"), "Project");
    await userEvent.click(dialog.getByLabelText("Required"));
    expect(await axeFaults()).toEqual([]);
    await save(dialog);
    expect(await screen.findByText("Create Successful")).toBeTruthy();
    expect(api.to("POST /exportConfigurations")[0]?.body).toEqual({
      customerId: 7,
      name: "Arkiv",
      type: "FTP",
      params: { host: "ftp.test", username: "", directory: "", failureEmail: "" },
      secrets: { password: "hemligt" },
      userParams: [{ name: "Project", required: true }],
    });
  });

  test("shows a stored secret as saved, keeps it by default, and can replace it", async () => {
    const row = anExportConfiguration();
    const api = serve("exportConfigurations", row);
    const dialog = await openForm("/exportConfiguration", "Edit: Arkiv");
    expect(dialog.getByText("Saved")).toBeTruthy();
    expect(dialog.queryByLabelText("Password")?.tagName).not.toBe("INPUT");
    await userEvent.click(dialog.getByRole("button", { name: "Replace Password" }));
    await userEvent.type(dialog.getByLabelText("Password"), "nytt");
    await save(dialog);
    expect(await screen.findByText("Update Successful")).toBeTruthy();
    expect(api.to(`PUT /exportConfigurations/${row.id}`)[0]?.body).toEqual({
      secrets: { password: "nytt" },
      version: 1,
    });
  });

  test("design§Tenancy drops the stored secret when the host changes, says so, and asks for it again", async () => {
    serve("exportConfigurations", anExportConfiguration());
    const dialog = await openForm("/exportConfiguration", "Edit: Arkiv");
    const host = dialog.getByLabelText<HTMLInputElement>("Host");
    const originalHost = host.value;
    await userEvent.clear(host);
    await userEvent.type(host, "ftp.attacker.test");
    expect(dialog.getByText(/^The saved password or key belongs to the earlier address/)).toBeTruthy();
    expect(dialog.queryByText("Saved")).toBeNull();
    expect(dialog.getByLabelText("Password").tagName).toBe("INPUT");
    await userEvent.clear(host);
    await userEvent.type(host, originalHost);
    expect(dialog.queryByText(/^The saved password or key belongs/)).toBeNull();
    expect(dialog.getByText("Saved")).toBeTruthy();
  });

  test("can undo the removal of a stored secret before saving", async () => {
    const row = anExportConfiguration();
    const api = serve("exportConfigurations", row);
    const dialog = await openForm("/exportConfiguration", "Edit: Arkiv");
    await userEvent.click(dialog.getByRole("button", { name: "Remove Password" }));
    await userEvent.click(dialog.getByRole("button", { name: "Keep saved value: Password" }));
    expect(dialog.getByText("Saved")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Remove Password" }));
    expect(dialog.getByText("Will be removed when you save")).toBeTruthy();
    await save(dialog);
    await waitFor(() =>
      expect(api.to(`PUT /exportConfigurations/${row.id}`)[0]?.body).toEqual({
        secrets: { password: "" },
        version: 1,
      }),
    );
  });

  test("3§5 RAMSITE_3GIS shows an editable table, with the default document structure", async () => {
    serve("exportConfigurations", anExportConfiguration());
    const dialog = await openForm("/exportConfiguration", "Add");
    await userEvent.selectOptions(dialog.getByLabelText(/^Type/), "RAMSITE_3GIS");
    expect(dialog.getByLabelText<HTMLInputElement>("Key 1").value).toBe("documentStructureId");
    expect(dialog.getByLabelText<HTMLInputElement>("Value 1").value).toBe("4657");
    expect(dialog.getByRole("button", { name: "Add row" })).toBeTruthy();
    expect(dialog.getByLabelText("API key")).toBeTruthy();
    expect(dialog.getByText(/^RAMSITE has no public API/)).toBeTruthy();
  });

  test("3§6 copies another destination, except its secrets and the ids of its questions", async () => {
    const row = anExportConfiguration({ userParams: [{ id: anId(), name: "Project", required: false }] });
    const api = serve("exportConfigurations", row);
    const dialog = await openForm("/exportConfiguration", "Add");
    await userEvent.click(dialog.getByRole("combobox", { name: "Copy from" }));
    await userEvent.click(await screen.findByRole("option", { name: "Arkiv (Norrfiber)" }));
    await waitFor(() =>
      expect(screen.getAllByLabelText<HTMLInputElement>(/^Name/)[0]?.value).toBe("Arkiv - Kopia"),
    );
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Create Successful")).toBeTruthy();
    expect(api.to("POST /exportConfigurations")[0]?.body).toMatchObject({
      customerId: 7,
      type: "FTP",
      params: row.params,
      secrets: {},
      userParams: [{ name: "Project", required: false }],
    });
  });
});

describe("3§2 check connection", () => {
  const success = {
    ok: true,
    errorKind: null,
    errorStatusCode: null,
    errorMessage: null,
    encrypted: true,
    ...{ writeMethod: "RENAME", writeReason: null, refusedExtensions: [] },
    milliseconds: 1234,
  };
  const path = (id: string) => `POST /exportConfiguration/checkConnection/${id}`;

  test("starts immediately from the list, says what failed, and can be repeated", async () => {
    const row = anExportConfiguration();
    let reply: object = {
      ok: false,
      errorKind: "auth",
      errorStatusCode: 530,
      errorMessage: "ftp.test answered 530 to the login.",
      encrypted: null,
      ...{ writeMethod: null, writeReason: null, refusedExtensions: [] },
      milliseconds: 80,
    };
    const api = serve("exportConfigurations", row, { [path(row.id)]: () => reply });
    renderApp("/exportConfiguration", aSuperAdmin());
    await screen.findByText(/Showing rows/);
    await userEvent.click(screen.getByRole("button", { name: "Check connection: Arkiv" }));
    expect(await screen.findByText("The connection does not work")).toBeTruthy();
    expect(screen.getByText(/^The destination rejected the login/)).toBeTruthy();
    expect(screen.getByText("Details: ftp.test answered 530 to the login.")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    reply = success;
    await userEvent.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByText("The connection works")).toBeTruthy();
    expect(screen.getByText("Small files were written and removed in 1.2 s.")).toBeTruthy();
    expect(screen.queryByText(/not encrypted/)).toBeNull();
    reply = { ...success, encrypted: false };
    await userEvent.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByText(/^The connection is not encrypted/)).toBeTruthy();
    expect(api.to(path(row.id))).toHaveLength(3);
  });

  test("O1 O2 FileRise#122 shows how files are written and which are refused, with the destination's own message", async () => {
    const row = anExportConfiguration();
    const reply = {
      ...success,
      ...{ writeMethod: "DIRECT", writeReason: "cloud.test answered 403 to MOVE." },
      ...{
        refusedExtensions: [".zip"],
        errorKind: "refused",
        errorMessage: "It says: “File type not allowed”",
      },
    };
    serve("exportConfigurations", row, { [path(row.id)]: () => reply });
    renderApp("/exportConfiguration", aSuperAdmin());
    await screen.findByText(/Showing rows/);
    await userEvent.click(screen.getByRole("button", { name: "Check connection: Arkiv" }));
    expect(await screen.findByText("The connection works")).toBeTruthy();
    expect(
      screen.getByText(/written directly under their names.*cloud\.test answered 403 to MOVE/),
    ).toBeTruthy();
    expect(screen.getByText(/files that end in \.zip: It says: “File type not allowed”/)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });

  test("says in the form that it checks the saved settings", async () => {
    const row = anExportConfiguration();
    serve("exportConfigurations", row, { [path(row.id)]: () => success });
    const dialog = await openForm("/exportConfiguration", "Edit: Arkiv");
    expect(dialog.queryByText(/^This checks the saved settings/)).toBeNull();
    await userEvent.type(dialog.getByLabelText("Host"), "2");
    expect(dialog.getByText(/^This checks the saved settings/)).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Check connection" }));
    expect(await dialog.findByText("The connection works")).toBeTruthy();
  });

  test("is not offered for a new destination", async () => {
    serve("exportConfigurations", anExportConfiguration());
    const dialog = await openForm("/exportConfiguration", "Add");
    expect(dialog.queryByRole("button", { name: "Check connection" })).toBeNull();
  });
});

describe("3§2 /predefinedConfiguration", () => {
  test("has name, customer, type and params, and never a secret's value", async () => {
    serve("predefinedConfigurations", aPredefinedConfiguration());
    renderApp("/predefinedConfiguration", aSuperAdmin());
    await screen.findByText(/Showing rows/);
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Name",
      "Customer",
      "Type",
      "Settings",
      "Actions",
    ]);
    expect(screen.getByText("Token: Saved")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });
});

describe("3§2 /documentationTaskFilter", () => {
  test("3§5 requires an answer for ANSWER, but not for a precondition on photos taken", async () => {
    const api = serve("documentationTaskFilters", aTaskFilter());
    const dialog = await openForm("/documentationTaskFilter", "Add");
    await userEvent.type(dialog.getByLabelText(/^Name/), "Foton");
    await chooseCustomer(dialog);
    await save(dialog);
    expect(await dialog.findByText("This field is required!")).toBeTruthy();
    await userEvent.selectOptions(dialog.getByLabelText(/^Type/), "PRECONDITION");
    expect(dialog.getByLabelText(/^Operator/)).toBeTruthy();
    await userEvent.selectOptions(dialog.getByLabelText(/^Precondition type/), "TASK_PHOTOS_TAKEN");
    expect(dialog.queryByLabelText(/^Operator/)).toBeNull();
    await save(dialog);
    expect(await screen.findByText("Create Successful")).toBeTruthy();
    expect(api.to("POST /documentationTaskFilters")[0]?.body).toEqual({
      customerId: 7,
      name: "Foton",
      type: "PRECONDITION",
      position: 0,
      automatic: false,
      params: { PRECONDITION_TYPE: "TASK_PHOTOS_TAKEN", OPERATOR: "EQUALS", ANSWER: "" },
    });
  });

  test("offers task types by name", async () => {
    serve("documentationTaskFilters", aTaskFilter());
    const dialog = await openForm("/documentationTaskFilter", "Add");
    await userEvent.selectOptions(dialog.getByLabelText(/^Type/), "TASK_TYPE");
    const choice = dialog.getByLabelText(/^Task type/);
    expect(within(choice).getByRole("option", { name: "Choose…" })).toBeTruthy();
    expect(within(choice).getAllByRole("option").length).toBeGreaterThan(10);
  });
});

test("3§3 every type and every key has a text", () => {
  const types = [...exportConfigurationTypes, ...Object.keys(predefinedKeys), ...taskFilterTypes];
  for (const type of types) expect(Object.keys(english.type), type).toContain(type);
  const allKeys = [exportConfigurationKeys, predefinedKeys, taskFilterKeys].flatMap((keys) =>
    Object.values(keys),
  );
  for (const { params, secrets } of allKeys)
    for (const key of [...params, ...secrets]) expect(Object.keys(english.param), key).toContain(key);
  expect(Object.keys(english.ramsite.key)).toEqual(exportConfigurationKeys.RAMSITE_3GIS.params);
});
