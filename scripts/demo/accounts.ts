/** The demo users that `npm start` lists; local only. */
export const demoPassword = "Siteproof-1!";

export const demoAccounts = [
  { username: "super", customer: "Demo", description: "super admin for all customers" },
  { username: "staff", customer: "Norrfiber", description: "every role of a customer's staff, all products" },
  { username: "reader", customer: "Norrfiber", description: "can view documentations, nothing else" },
  { username: "other", customer: "Sydvind", description: "every role of a customer's staff, no products" },
  { username: "group", customer: "Norrfiber", description: "can view documentations and switch to Sydvind" },
] as const;

export function formatDemoLogins(): string {
  const lines = demoAccounts.map(
    ({ username, customer, description }) => `  ${username.padEnd(8)} ${customer.padEnd(10)} ${description}`,
  );
  return [
    `  Log in with the password ${demoPassword}`,
    ...lines,
    "  Licence codes for devices: NORR-1 (Norrfiber), SYD-1 (Sydvind)",
  ].join("\n");
}
