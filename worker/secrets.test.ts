import { expect, it } from "vitest";
import { seal, unseal } from "./secrets.ts";
import { env } from "./testing/factories.ts";

it("design§Tenancy a sealed secret opens only with its key and in its context", () => {
  const sealed = seal(env, "hemlighet", "user:1:totpSecret");
  expect(sealed).not.toContain("hemlighet");
  expect(seal(env, "hemlighet", "user:1:totpSecret")).not.toBe(sealed);
  expect(unseal(env, sealed, "user:1:totpSecret")).toBe("hemlighet");
  expect(() => unseal(env, sealed, "user:2:totpSecret")).toThrow();
  expect(() => unseal({ ...env, SECRETS_KEY: "x".repeat(40) }, sealed, "user:1:totpSecret")).toThrow();
  expect(() => unseal(env, `${sealed.slice(0, -2)}AA`, "user:1:totpSecret")).toThrow();
  expect(() => unseal(env, "plain", "user:1:totpSecret")).toThrow();
});
