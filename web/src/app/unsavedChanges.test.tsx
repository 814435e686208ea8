import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

test("1§2 the browser's Back asks before it leaves a form with unsaved changes", async () => {
  fakeApi({
    "GET /documentationAlias": () => ({ items: [] }),
    "GET /documentationAlias/count": () => ({ total: 0 }),
    "GET /customer/getOptions": () => [],
  });
  const { router, address } = renderApp("/forbidden", aSuperAdmin());
  await router.navigate("/documentationAlias");
  await userEvent.click((await screen.findAllByRole("button", { name: "Add" }))[0]!);
  await userEvent.type(await screen.findByRole("textbox", { name: /^Name/ }), "NF");
  await router.navigate(-1);
  await userEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(address()).toBe("/documentationAlias");
  await router.navigate(-1);
  await userEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(address()).toBe("/forbidden"));
});
