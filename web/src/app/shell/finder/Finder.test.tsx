import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { startSession } from "#api/session.ts";
import { initI18n, loadTexts } from "#i18n/i18n.ts";
import { areas } from "#i18n/texts.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { recordVisit } from "#ui/layout/recentVisits.ts";
import { registerShortcuts } from "#ui/shortcuts/shortcutStore.ts";
import { KeystrokeBuffer } from "./KeystrokeBuffer.tsx";

const id = "0b9c2b1e-5a41-4f0e-9a55-6f2d1c7e8a90";
const items = [
  { kind: "DOCUMENTATION", id, name: "Mast 7", note: "Mastbesiktning" },
  { kind: "USER", id: "3", name: "mastermind", note: "Norrfiber" },
];
const open = async (session = aSession()) => {
  const api = fakeApi({ "GET /globalSearch": () => ({ items }) });
  const app = renderApp("/profile", session);
  await screen.findByRole("button", { name: "Find (Ctrl+K)" });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  return { ...app, api, box: await screen.findByRole("combobox", { name: /^Find/ }) };
};
const options = () => screen.getAllByRole("option").map(({ textContent }) => textContent);

describe("design§Web the finder", () => {
  test("Ctrl+K offers only the screens the user can open", async () => {
    await open(aSession({ roles: ["ROLE_TEMPLATE_READ"] }));
    expect(options()).toContain("Templates");
    expect(options()).not.toContain("Documentations");
    expect(options()).not.toContain("Users");
  });

  test("searches while typing; arrow keys select and Enter opens", async () => {
    const { address, box, api } = await open();
    fireEvent.change(box, { target: { value: "mast" } });
    expect(await screen.findByRole("option", { name: /Mast 7/ })).toBeTruthy();
    expect(Object.fromEntries(api.to("GET /globalSearch")[0]!.query)).toEqual({ q: "mast" });
    const group = screen.getByRole("group", { name: "Users" });
    expect(within(group).getAllByRole("option")).toHaveLength(1);
    expect(screen.getByRole("option", { selected: true }).textContent).toContain("Mast 7");
    fireEvent.keyDown(box, { key: "ArrowDown" });
    expect(screen.getByRole("option", { selected: true }).textContent).toContain("mastermind");
    fireEvent.keyDown(box, { key: "ArrowUp" });
    expect(await axeFaults(screen.getByRole("dialog"))).toEqual([]);
    fireEvent.keyDown(box, { key: "Enter" });
    await waitFor(() => expect(address()).toBe(`/documentation/details/${id}`));
    expect(screen.queryByRole("combobox", { name: /^Find/ })).toBeNull();
  });

  test("a screen whose name starts with the text comes first", async () => {
    const { box } = await open(aSuperAdmin());
    fireEvent.change(box, { target: { value: "use" } });
    await screen.findByRole("option", { name: /Mast 7/ });
    expect(options()[0]).toBe("Users");
  });

  test("actions of the open page and of every page are offered, and done by Enter", async () => {
    const act = vi.fn();
    const remove = registerShortcuts({
      title: "Selection",
      shortcuts: [
        { key: "A", label: "Approve", act, isAction: true },
        { key: "j", label: "Approved row below", act },
      ],
    });
    const { box, address } = await open(aSuperAdmin());
    fireEvent.change(box, { target: { value: "approve" } });
    await screen.findByRole("option", { name: /Mast 7/ });
    const group = within(screen.getByRole("group", { name: "Actions" }));
    expect(group.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "ApproveSelection · ⇧ A",
    ]);
    fireEvent.keyDown(box, { key: "Enter" });
    expect(act).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("combobox", { name: /^Find/ })).toBeNull();
    remove();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    fireEvent.change(await screen.findByRole("combobox", { name: /^Find/ }), {
      target: { value: "new user" },
    });
    fireEvent.click(await screen.findByRole("option", { name: "New user" }));
    expect(await screen.findByRole("dialog", { name: "New user" })).toBeTruthy();
    expect(address()).toBe("/user");
  });

  test("only the actions the user can do are offered", async () => {
    await open(aSession({ roles: ["ROLE_DOCUMENTATION_READ"] }));
    const names = options();
    expect(names).toContain("Theme: Dark");
    expect(names).toContain("Language: Svenska");
    for (const name of ["New documentation", "New template", "New user", "New licence"])
      expect(names).not.toContain(name);
  });

  test("recent visits with the same name have notes that tell them apart", async () => {
    startSession(aSession());
    recordVisit(`/documentation/details/${id}`, "Mast 7", "Mastbesiktning, 2026-05-04");
    recordVisit(`/template/details/${id}`, "Mast 7", "");
    await open();
    const group = within(screen.getByRole("group", { name: "Recently opened" }));
    expect(group.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "Mast 7Template",
      "Mast 7Mastbesiktning, 2026-05-04",
    ]);
  });

  test("a screen is found with and without diacritics", async () => {
    await initI18n("sv");
    try {
      await Promise.all(areas.map(loadTexts));
      fakeApi({ "GET /globalSearch": () => ({ items: [] }) });
      renderApp("/profile", aSession());
      await screen.findByRole("button", { name: "Hitta (Ctrl+K)" });
      fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
      const box = await screen.findByRole("combobox");
      for (const typedText of ["ov", "öv"]) {
        fireEvent.change(box, { target: { value: typedText } });
        expect(options()[0]).toBe("Översikt");
      }
    } finally {
      await initI18n("en");
      await Promise.all(areas.map(loadTexts));
    }
  });

  test("keystrokes while it loads are buffered and trigger no shortcuts", () => {
    const typedText = { current: "" };
    const onClose = vi.fn();
    const onPageKeyDown = vi.fn();
    document.addEventListener("keydown", onPageKeyDown);
    const { unmount } = render(<KeystrokeBuffer typedText={typedText} onClose={onClose} />);
    for (const key of ["m", "a", "x", "Backspace", "s", "t", "Escape"])
      fireEvent.keyDown(document.body, { key });
    expect([typedText.current, onClose.mock.calls.length, onPageKeyDown.mock.calls.length]).toEqual([
      "mast",
      1,
      0,
    ]);
    unmount();
    document.removeEventListener("keydown", onPageKeyDown);
  });
});
