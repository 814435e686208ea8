import { describe, expect, test } from "vitest";
import { user } from "#domain/resources/index.ts";
import { createListText, findFieldDifferences } from "./fieldDifferences.ts";

const loadedValues = {
  username: "anna",
  enabled: true,
  userRoles: [{ role: 1, roleAuthority: "ROLE_DOCUMENTATION_READ" }],
  userLicenses: [],
  params: { team: "north" },
  parent: null,
};
const differences = (serverChanges: object, localChanges: object) =>
  findFieldDifferences({
    resource: user,
    loadedValues,
    serverValues: { ...loadedValues, ...serverChanges },
    formValues: { ...loadedValues, ...localChanges },
    fields: new Map([
      ["enabled", { label: "Enabled" }],
      [
        "userRoles",
        { label: "Roles", text: createListText({ ROLE_DOCUMENTATION_READ: "View" }, "roleAuthority") },
      ],
    ]),
  });

describe("1§6 the fields that two versions of a row differ in", () => {
  test("have the values that the form shows", () => {
    expect(differences({ enabled: false, params: { team: "south" } }, { userRoles: [] })).toEqual([
      { label: "Enabled", serverText: "No", localText: null },
      { label: "Roles", serverText: "View", localText: "" },
      { label: "params", serverText: "team: south", localText: null },
    ]);
  });

  test("exclude those that both changed to the same value, or nobody changed", () => {
    expect(differences({ username: "anna2" }, { username: "anna2" })).toEqual([]);
  });

  test("only say of a secret or an id that it has changed", () => {
    const id = "0b9c2b1e-5a41-4f0e-9a55-6f2d1c7e8a90";
    expect(differences({ userLicenses: [id] }, { password: "Granit-Fall-7" })).toEqual([
      { label: "password", serverText: "", localText: "a new secret" },
      { label: "userLicenses", serverText: "changed", localText: null },
    ]);
  });
});
