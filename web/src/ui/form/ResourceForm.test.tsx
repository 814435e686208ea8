import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { startSession } from "#api/session.ts";
import { documentationAlias } from "#domain/resources/index.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { fakeApi, noResponse, problemReply } from "#testing/fakeApi.ts";
import { anAlias, aSuperAdmin } from "#testing/fixtures.ts";
import { renderPart } from "#testing/renderApp.tsx";
import { Alerts } from "../feedback/Alerts.tsx";
import { createFields } from "./fieldsOf.ts";
import { ResourceForm } from "./ResourceForm.tsx";

const { Text } = createFields(documentationAlias);
const alias = anAlias();
const getRoute = `GET /documentationAlias/${alias.id}`;
const putRoute = `PUT /documentationAlias/${alias.id}`;

function show(id: string | null) {
  startSession(aSuperAdmin());
  const onClose = vi.fn();
  renderPart(
    <>
      <Alerts />
      <ResourceForm resource={documentationAlias} id={id} title="The form" onClose={onClose}>
        <CustomerField />
        <Text name="name" label="Name" />
        <Text name="alias" label="Alias" />
      </ResourceForm>
    </>,
  );
  return onClose;
}
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
const field = (name: string) =>
  screen.findByRole<HTMLInputElement>("textbox", { name: new RegExp(`^${name}`) });

describe("1§2 modal forms", () => {
  test("use native validity checks in the chosen language before anything is sent", async () => {
    const api = fakeApi({ "GET /customer/getOptions": () => [{ id: 7, name: "Norrfiber" }] });
    const onClose = show(null);
    await userEvent.type(await field("Name"), "NF-2041");
    await save();
    await waitFor(() => expect(screen.getAllByText("This field is required!")).toHaveLength(2));
    expect(api.to("POST /documentationAlias")).toHaveLength(0);
    expect((await field("Alias")).getAttribute("aria-invalid")).toBe("true");
    await waitFor(() => expect(document.activeElement?.getAttribute("name")).toBe("customerId"));
    expect(onClose).not.toHaveBeenCalled();
  });

  test("create with the fields the contract allows, and a customer found by search", async () => {
    const api = fakeApi({
      "GET /customer/getOptions": () => [{ id: 7, name: "Norrfiber" }],
      "POST /documentationAlias": () => alias,
    });
    const onClose = show(null);
    await userEvent.click(await screen.findByRole("combobox", { name: /^Customer/ }));
    await userEvent.click(await screen.findByRole("option", { name: "Norrfiber" }));
    await userEvent.type(await field("Name"), "NF-2041");
    await userEvent.type(await field("Alias"), "Hamnmasten");
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to("POST /documentationAlias")[0]?.body).toEqual({
      customerId: 7,
      name: "NF-2041",
      alias: "Hamnmasten",
    });
    expect(screen.getByText("Create Successful")).toBeTruthy();
  });

  test("send only changed fields, with the version they were based on; the customer is locked", async () => {
    const api = fakeApi({ [getRoute]: () => alias, [putRoute]: () => ({ ...alias, version: 2 }) });
    const onClose = show(alias.id);
    expect((await field("Customer")).disabled).toBe(true);
    const input = await field("Alias");
    await userEvent.clear(input);
    await userEvent.type(input, "Masten");
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to(putRoute)[0]?.body).toEqual({ alias: "Masten", version: 1 });
    expect(screen.getByText("Update Successful")).toBeTruthy();
  });

  test("show the service's errors at their fields", async () => {
    fakeApi({
      [getRoute]: () => alias,
      [putRoute]: () => problemReply(422, "duplicate", { name: "duplicate" }),
    });
    show(alias.id);
    await userEvent.type(await field("Name"), "x");
    await save();
    expect(await screen.findByText("This is already in use")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toContain(
      "Error, unprocessable entity: This already exists",
    );
    await userEvent.type(await field("Name"), "y");
    expect(screen.queryByText("This is already in use")).toBeNull();
  });

  describe("show both versions after someone else's change (decision 0007)", () => {
    const theirVersion = { ...alias, name: "NF-9", alias: "Of someone else", version: 2 };
    async function saveStale() {
      const bodies: unknown[] = [];
      const rows = [alias, theirVersion];
      const api = fakeApi({
        [getRoute]: () => rows.shift() ?? theirVersion,
        [putRoute]: ({ body }) => {
          bodies.push(body);
          return bodies.length === 1 ? problemReply(422, "staleVersion") : { ...theirVersion, version: 3 };
        },
      });
      const onClose = show(alias.id);
      await userEvent.type(await field("Alias"), " II");
      await save();
      const table = await screen.findByRole("table");
      const versions = [...table.querySelectorAll("tbody tr")].map((row) =>
        [...row.children].map(({ textContent }) => textContent),
      );
      return { api, bodies, onClose, versions };
    }

    test("with the user's changes and the other person's", async () => {
      const { versions } = await saveStale();
      expect(versions).toEqual([
        ["Name", "NF-9", "not changed by you"],
        ["Alias", "Of someone else", `${alias.alias} II`],
      ]);
    });

    test("keeping their version replaces the user's input", async () => {
      await saveStale();
      await userEvent.click(screen.getByRole("button", { name: "Keep their version" }));
      await waitFor(async () => expect((await field("Alias")).value).toBe("Of someone else"));
    });

    test("the user's version is saved over theirs, but only the fields the user changed", async () => {
      const { bodies, onClose } = await saveStale();
      await userEvent.click(screen.getByRole("button", { name: "Save my version" }));
      await waitFor(() => expect(onClose).toHaveBeenCalled());
      expect(bodies.at(-1)).toEqual({ alias: `${alias.alias} II`, version: 2 });
    });

    test("if the row has been deleted, the form can only be closed", async () => {
      const rows: unknown[] = [alias];
      fakeApi({
        [getRoute]: () => rows.shift() ?? problemReply(404, "notFound"),
        [putRoute]: () => problemReply(422, "staleVersion"),
      });
      const onClose = show(alias.id);
      await userEvent.type(await field("Alias"), "x");
      await save();
      const notice = await screen.findByText("Someone else has deleted this in the meantime.");
      expect(screen.queryByRole("table")).toBeNull();
      await userEvent.click(within(notice.closest("[role=alert]")!).getByRole("button", { name: "Close" }));
      expect(onClose).toHaveBeenCalled();
    });
  });

  test("report a lost connection and keep the input", async () => {
    fakeApi({ [getRoute]: () => alias, [putRoute]: noResponse });
    const onClose = show(alias.id);
    await userEvent.type(await field("Alias"), "!");
    await save();
    expect(await screen.findByText("Error, connection not found")).toBeTruthy();
    expect((await field("Alias")).value).toBe(`${alias.alias}!`);
    expect(onClose).not.toHaveBeenCalled();
  });

  test("ask before unsaved changes are lost", async () => {
    fakeApi({ [getRoute]: () => alias });
    const onClose = show(alias.id);
    await userEvent.type(await field("Alias"), "x");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  test("close without asking or calling the API if nothing has changed", async () => {
    const api = fakeApi({ [getRoute]: () => alias });
    const onClose = show(alias.id);
    await field("Alias");
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to(putRoute)).toHaveLength(0);
  });
});
