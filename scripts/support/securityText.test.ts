import { expect, it } from "vitest";
import { formatSecurityText, isSecurityContact } from "./securityText.ts";

it("design§HTTP security.txt names the contact and expires within a year", () =>
  expect(
    formatSecurityText({
      contact: "mailto:security@company.example",
      site: "https://console.company.example/",
      issuedAt: new Date("2026-11-26T08:00:00Z"),
    }),
  ).toBe(`Contact: mailto:security@company.example
Expires: 2027-11-21T08:00:00Z
Preferred-Languages: sv, en
Canonical: https://console.company.example/.well-known/security.txt
`));

it("design§HTTP a contact is a mail address or a page, on one line", () => {
  expect(["mailto:a@b.example", "https://b.example/report"].map(isSecurityContact)).toEqual([true, true]);
  const invalidContacts = [
    undefined,
    "",
    "a@b.example",
    "http://b.example",
    "mailto:a",
    "https://b.example\nContact: x",
  ];
  expect(invalidContacts.filter(isSecurityContact)).toEqual([]);
});
