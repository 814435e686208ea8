import { expect, it } from "vitest";
import { SealedSecretError, seal, unseal } from "./secrets.ts";
import { env } from "./testing/factories.ts";

it("design§Tenancy a sealed secret opens only with its key and in its context", () => {
  const sealed = seal(env, "hemlighet", "user:1:totpSecret");
  expect(sealed).not.toContain("hemlighet");
  expect(seal(env, "hemlighet", "user:1:totpSecret")).not.toBe(sealed);
  expect(unseal(env, sealed, "user:1:totpSecret")).toBe("hemlighet");
  const context = "user:1:totpSecret";
  const { SECRETS_KEY: _, ...lost } = env;
  for (const open of [
    () => unseal(env, sealed, "user:2:totpSecret"),
    () => unseal({ ...env, SECRETS_KEY: "x".repeat(40) }, sealed, context),
    () => unseal(lost as typeof env, sealed, context),
    () => unseal(env, `${sealed.slice(0, -2)}AA`, context),
    () => unseal(env, "v1.a.b.c", context),
    () => unseal(env, "plain", context),
    () => unseal(env, "", context),
  ])
    expect(open).toThrow(SealedSecretError);
});
