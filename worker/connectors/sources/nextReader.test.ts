import { describe, expect, inject, it } from "vitest";
import type { SuggestionImportType } from "#domain/configuration/importTypes.ts";
import { nextToken } from "#scripts/support/servers/nextServer.ts";
import type { Destination } from "../connector.ts";
import { control, newUser } from "../testing/connectorBattery.ts";
import { expectFailure } from "../testing/sampleFiles.ts";
import { NextReader } from "./nextReader.ts";
import { openSuggestionSource } from "./openSource.ts";
import { readPages, sourceBattery, textsOf } from "./testing/sourceBattery.ts";

const nameList = { type: "DOCUMENTATION_NAMES", params: {} };
const projects = Array.from({ length: 250 }, (_, index) => ({
  id: index + 1,
  name: `Projekt ${index + 1} Åre`,
  projectno: `${26_000 + index}`,
}));

const makeDestination = (token: string, params: Record<string, string> = {}): Destination => ({
  params,
  secrets: { accessToken: token },
  allowPrivate: true,
  next: inject("servers").next,
});
const open = (type: SuggestionImportType, user: string, params = {}, list = nameList) =>
  openSuggestionSource(type, makeDestination(nextToken(user), params), list);

sourceBattery({
  name: "Next",
  fill: (user) => control.tables(user, { project: projects }),
  texts: projects.map(({ name }) => name),
  open: ({ user, password }) =>
    openSuggestionSource("NEXT_PROJECT", makeDestination(password ?? nextToken(user)), nameList),
  openReader: ({ user, timeouts }) => new NextReader("project", makeDestination(nextToken(user)), timeouts),
  step: "list",
});

describe("Next", () => {
  it("3§5 customers and users no longer in use are left out", async () => {
    const user = newUser();
    await control.tables(user, {
      customer: [
        { id: 1, name: "Norrnät AB", active: true },
        { id: 2, name: "Gamla Nät AB", active: false },
      ],
      user: [
        { id: 1, fullname: "Åsa Berg", active: true },
        { id: 2, fullname: "Bo Ek", active: false },
      ],
    });
    expect(textsOf(await readPages(open("NEXT_CUSTOMER", user)))).toEqual(["Norrnät AB"]);
    expect(textsOf(await readPages(open("NEXT_USER", user)))).toEqual(["Åsa Berg"]);
  });

  it("3§5 the columns of users become those of contact persons, and rows that the list does not accept are reported", async () => {
    const user = newUser();
    await control.tables(user, {
      user: [
        { id: 1, fullname: "Åsa Berg", email: "asa@norr.example", employeeno: 17, active: true },
        { id: 2, fullname: "Bo; Ek", email: null, employeeno: null, active: true },
        { id: 3, fullname: "", email: "nobody@norr.example", employeeno: 3, active: true },
      ],
    });
    const contacts = {
      type: "CONTACT_PERSONS",
      params: { columns: "Namn;Nr;E-post", requiredColumns: "Namn" },
    };
    const [page] = await readPages(
      open("NEXT_USER", user, { columns: "fullname; employeeno; email" }, contacts),
    );
    expect(page).toMatchObject({
      rows: [{ text: "Åsa Berg;17;asa@norr.example" }, { text: "Bo Ek;;" }],
      omittedCount: 1,
      error: '";3;nobody@norr.example": its Namn is empty',
    });
  });

  it("3§5 an unknown user column is reported with the valid ones", async () => {
    const user = newUser();
    await control.tables(user, { user: [{ id: 1, fullname: "Åsa Berg", email: "asa@norr.example" }] });
    const error = await expectFailure(open("NEXT_USER", user, { columns: "fullname;phone" }).page(null));
    expect(error.kind).toBe("config");
    expect(error.message).toMatch(/no column phone.*fullname, email/);
  });

  it("3§5 characters not allowed in names are removed, and names that become empty are left out", async () => {
    const user = newUser();
    await control.tables(user, { project: [{ name: 'Mast 1/2 "norr"' }, { name: "///" }, { id: 3 }] });
    expect(await readPages(open("NEXT_PROJECT", user))).toEqual([
      {
        rows: [{ text: "Mast 12 norr", lat: 1000, lng: 1000, params: {} }],
        next: null,
        omittedCount: 2,
        error: '"///": its text is empty',
      },
    ]);
  });

  it("3§5 a missing or invalid token is reported before any request", () => {
    for (const token of ["", " ", "två\r\nrader"])
      expect(() => new NextReader("project", makeDestination(token))).toThrow(/access token of Next/);
  });
});
