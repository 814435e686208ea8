import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "#worker/auth/session/password.ts";
import { demoPassword } from "./accounts.ts";

// Here and not beside the Worker's tests, which share modules and lower the cost.
test("passwords are hashed at the full cost, and verified", async () => {
  const hash = await hashPassword(demoPassword);
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect(await verifyPassword(demoPassword, hash)).toBe(true);
  expect(await verifyPassword(`${demoPassword}x`, hash)).toBe(false);
});
