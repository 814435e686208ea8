import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import { startSession } from "#api/session.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aLicense, aSuperAdmin } from "#testing/fixtures.ts";
import { someRoles } from "#testing/organisation.ts";
import { renderPart } from "#testing/renderApp.tsx";
import { Alerts } from "#ui/feedback/Alerts.tsx";
import { UserForm } from "./UserForm.tsx";

/** Helpers to open and fill in the user form in tests. */

export const fibre = aLicense({ name: "Fibre" });
export const fakeUserApi = (overrides: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /roles": () => ({ items: someRoles }),
    "GET /licenses": () => ({ items: [fibre] }),
    "GET /customer/getOptions": () => [
      { id: 7, name: "Norrfiber" },
      { id: 8, name: "Sydvind" },
    ],
    ...overrides,
  });

export async function show(id: number | null) {
  startSession(aSuperAdmin());
  const onClose = vi.fn();
  renderPart(
    <>
      <Alerts />
      <UserForm id={id} onClose={onClose} />
    </>,
  );
  await screen.findByRole("checkbox", { name: "Super admin" });
  return onClose;
}
export const box = (name: RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
export const password = () =>
  screen.getByLabelText<HTMLInputElement>(/assword/, { selector: "input[type=password]" });
export const enter = (field: HTMLInputElement, value: string) =>
  fireEvent.change(field, { target: { value } });
export const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
export const choose = async (box: RegExp, option: string) => {
  await userEvent.click(screen.getByRole("combobox", { name: box }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
};
