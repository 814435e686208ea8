import { describe, expect, it } from "vitest";
import {
  authorities,
  hasAuthority,
  hasProduct,
  serviceAuthorities,
  spansCustomers,
  staffAuthorities,
} from "#domain/access/authorities.ts";
import { toIsoSeconds } from "#domain/core/fields.ts";
import { Problem, problem, problemMessage, problemStatus } from "#domain/core/problem.ts";
import { license, resources } from "#domain/resources/index.ts";
import { findDenialReason } from "./denialReason.ts";
import { listQuery } from "./resource.ts";

const makeGrants = (...grantedAuthorities: (typeof authorities)[number][]) => ({
  authorities: new Set(grantedAuthorities),
  products: new Set<never>(),
});

describe("authorities", () => {
  it("design§Tenancy a super admin has all authorities except the two session authorities", () => {
    const superAdmin = makeGrants("ROLE_SUPER_ADMIN");
    for (const authority of authorities)
      expect([authority, hasAuthority(superAdmin, authority)]).toEqual([
        authority,
        !["ROLE_SWITCH_CUSTOMER", "ROLE_SWITCHED_USER"].includes(authority),
      ]);
    expect(hasProduct(superAdmin, "FORM")).toBe(true);
    expect(hasProduct(makeGrants("ROLE_DOCUMENTATION_READ"), "FORM")).toBe(false);
    expect(spansCustomers(makeGrants(...staffAuthorities))).toBe(false);
  });
  it("1§6 authorities over the whole service's rows belong to super admins alone", () => {
    for (const authority of serviceAuthorities) {
      expect(hasAuthority(makeGrants(authority), authority)).toBe(false);
      expect(hasAuthority(makeGrants("ROLE_SUPER_ADMIN"), authority)).toBe(true);
      expect(staffAuthorities).not.toContain(authority);
    }
    expect(serviceAuthorities.has("ROLE_CHANGE_LOG_WRITE")).toBe(true);
  });
  it("design§Entities the denial reason is forbidden without the authority and null with it", () => {
    expect(findDenialReason(makeGrants(), license, "read")).toBe("forbidden");
    expect(findDenialReason(makeGrants("ROLE_LICENSE_READ"), license, "read")).toBeNull();
    expect(findDenialReason(makeGrants("ROLE_LICENSE_READ"), license, "update")).toBe("forbidden");
  });
});

describe("contracts", () => {
  it("design§Entities list, sort and search only readable columns", () => {
    for (const { list, row, name } of resources)
      for (const column of [...list.columns, ...list.sortable, ...list.searchable])
        expect([name, column in row.shape]).toEqual([name, true]);
  });
  it("1§7 a list has default parameters, and max -1 for all rows", () => {
    expect(listQuery(license).parse({})).toMatchObject({
      max: 100,
      offset: 0,
      sort: "name",
      order: "asc",
      q: "",
    });
    expect(listQuery(license).safeParse({ max: "-1" }).success).toBe(true);
    for (const query of [
      { max: "-2" },
      { max: "10001" },
      { offset: "x" },
      { sort: "logo" },
      { surprise: "" },
    ])
      expect([query, listQuery(license).safeParse(query).success]).toEqual([query, false]);
  });
  it("design§Entities a creation applies defaults, a change does not", () => {
    const creation = license.creation.parse({ name: " Crew ", licenseCode: "C-1" });
    expect(creation).toMatchObject({
      name: "Crew",
      demo: false,
      deletePhotosAfterUpload: "UNFORCED",
      params: {},
    });
    expect(license.change.parse({ version: 1 })).toEqual({ version: 1 });
    expect(license.change.parse({ version: 1, expireDate: "2026-05-04T02:00:00+02:00" })).toEqual({
      version: 1,
      expireDate: "2026-05-04T00:00:00Z",
    });
    expect(license.change.safeParse({ version: 1, customerId: 2 }).success).toBe(false);
  });
  it.each(["", "   ", "\n\u0000\u200b", "x".repeat(256)])("3§5 the name %j is refused", (name) =>
    expect(license.creation.safeParse({ name, licenseCode: "C-1" }).success).toBe(false),
  );
  it.each(["Åsa", "😀", "مرحبا", "<script>alert(1)</script>", "=1+1", "../../etc"])(
    "3§5 the name %j is accepted",
    (name) => expect(license.creation.parse({ name, licenseCode: "C-1" }).name).toBe(name),
  );
  it("3§5 a logo must be a PNG by its content", () => {
    expect(license.creation.safeParse({ name: "a", licenseCode: "b", logo: "/9j/4AAQ" }).success).toBe(false);
    expect(
      license.creation.safeParse({ name: "a", licenseCode: "b", logo: "iVBORw0KGgoAAAA=" }).success,
    ).toBe(true);
  });
  it("2§9 saved instants are UTC to the second", () =>
    expect(toIsoSeconds(new Date("2026-05-04T09:30:00.789+02:00"))).toBe("2026-05-04T07:30:00Z"));
});

describe("problems", () => {
  it("design§HTTP a signed-in call fails only with statuses that keep the console's session", () => {
    for (const status of Object.values(problemStatus))
      expect([400, 401, 403, 404, 422, 429, 500]).toContain(status);
    expect(Object.keys(problemMessage).sort()).toEqual(Object.keys(problemStatus).sort());
  });
  it("design§HTTP a problem has a code, a message and the fields with errors", () => {
    const failure = problem("invalid", { fields: { name: "required" } });
    expect(failure).toBeInstanceOf(Problem);
    expect([failure.status, failure.body]).toEqual([
      422,
      { error: { code: "invalid", message: problemMessage.invalid, fields: { name: "required" } } },
    ]);
  });
});
