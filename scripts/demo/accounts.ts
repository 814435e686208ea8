/** The demo users that `npm start` names; local only. */
export const demoPassword = "Siteproof-1!";

export const demoAccounts = [
  { username: "super", customer: "Demo", says: "super admin of all customers" },
  { username: "staff", customer: "Norrfiber", says: "every staff authority, every product" },
  { username: "reader", customer: "Norrfiber", says: "reads documentations only" },
  { username: "other", customer: "Sydvind", says: "every staff authority, no products" },
  { username: "group", customer: "Norrfiber", says: "reads, and may switch to Sydvind" },
] as const;

export function demoLogins(): string {
  const lines = demoAccounts.map(
    ({ username, customer, says }) => `  ${username.padEnd(8)} ${customer.padEnd(10)} ${says}`,
  );
  return [
    `  Log in with the password ${demoPassword}`,
    ...lines,
    "  Licence codes for devices: NORR-1 (Norrfiber), SYD-1 (Sydvind)",
  ].join("\n");
}
