import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Product } from "#domain/access/authorities.ts";
import { templateStarters } from "#domain/template/templateStarters.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, Reply } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { aTemplate } from "../templateTesting.ts";

const writerWith = (...products: Product[]) =>
  aSession({ roles: ["ROLE_TEMPLATE_READ", "ROLE_TEMPLATE_WRITE"], products });
const createHandlers = () => {
  const row = aTemplate();
  return {
    "GET /templates": () => ({ items: [aTemplate({ position: 6 })] }),
    "POST /templates": () => new Reply(201, row),
    [`GET /templates/${row.id}`]: () => row,
  };
};
const choose = async (name: string) =>
  userEvent.click(await screen.findByRole("button", { name: `Use this template: ${name}` }));

describe("3§2 a new template", () => {
  test("begins with a starter, whose name can be changed, and is created by the ordinary call", async () => {
    const api = fakeApi(createHandlers());
    renderApp("/template/create", writerWith("FORM"));
    expect(await screen.findAllByRole("button", { name: /^Use this template/ })).toHaveLength(
      templateStarters.length,
    );
    expect(screen.queryByText(/does not have the product/)).toBeNull();
    expect(await axeFaults()).toEqual([]);
    await choose("Meter reading");
    await userEvent.type(await screen.findByRole("textbox", { name: /^Name/ }), ", water");
    expect(screen.getByText("Unsaved changes")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.to("POST /templates")).toHaveLength(1));
    const body = api.to("POST /templates")[0]!.body as { tasks: { name: string }[] };
    expect(body).toMatchObject({ name: "Meter reading, water", position: 7, locationEnabled: true });
    expect(body.tasks.map(({ name }) => name)).toContain("Reading");
  });

  test("3§6 asks for photos alone at a customer without the product FORM, and says so", async () => {
    const api = fakeApi(createHandlers());
    renderApp("/template/create", writerWith());
    expect(await screen.findByText(/does not have the product Forms/)).toBeTruthy();
    await choose("Meter reading");
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.to("POST /templates")).toHaveLength(1));
    const { tasks } = api.to("POST /templates")[0]!.body as { tasks: { type: string }[] };
    expect(new Set(tasks.map(({ type }) => type))).toEqual(new Set(["PHOTO"]));
  });
});
