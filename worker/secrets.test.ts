import { expect, it } from "vitest";
import { SealedSecretError, sealSecret, unsealSecret } from "./secrets.ts";
import { env } from "./testing/factories.ts";

it("design§Tenancy a sealed secret opens only with its key and in its context", () => {
  const sealedSecret = sealSecret(env, "hemlighet", "user:1:totpSecret");
  expect(sealedSecret).not.toContain("hemlighet");
  expect(sealSecret(env, "hemlighet", "user:1:totpSecret")).not.toBe(sealedSecret);
  expect(unsealSecret(env, sealedSecret, "user:1:totpSecret")).toBe("hemlighet");
  const context = "user:1:totpSecret";
  const { SECRETS_KEY: _, ...envWithoutKey } = env;
  for (const unsealWrongly of [
    () => unsealSecret(env, sealedSecret, "user:2:totpSecret"),
    () => unsealSecret({ ...env, SECRETS_KEY: "x".repeat(40) }, sealedSecret, context),
    () => unsealSecret(envWithoutKey as typeof env, sealedSecret, context),
    () => unsealSecret(env, `${sealedSecret.slice(0, -2)}AA`, context),
    () => unsealSecret(env, "v1.a.b.c", context),
    () => unsealSecret(env, "plain", context),
    () => unsealSecret(env, "", context),
  ])
    expect(unsealWrongly).toThrow(SealedSecretError);
});
