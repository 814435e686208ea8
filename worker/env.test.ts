import { expect, it } from "vitest";
import { destinationOf } from "./connectors/openConnector.ts";
import { checkEnv } from "./env.ts";
import { env } from "./testing/factories.ts";

it.each([
  ["https://console.example", true],
  ["HTTPS://console.example", true],
  [" https://console.example", true],
  ["http://localhost:8788", false],
])(
  "design§Delivery a deployment does not allow private addresses as destinations: %s",
  (CONSOLE_URL, isRefused) => {
    const deployedEnv = { ...env, CONSOLE_URL, ALLOW_PRIVATE_DESTINATIONS: "true" };
    if (isRefused) expect(() => checkEnv(deployedEnv)).toThrow("ALLOW_PRIVATE_DESTINATIONS");
    else expect(() => checkEnv(deployedEnv)).not.toThrow();
    // Queue consumers and crons open destinations without that check.
    expect(destinationOf(deployedEnv, {}, {}).allowPrivate).toBe(!isRefused);
    expect(destinationOf({ ...deployedEnv, ALLOW_PRIVATE_DESTINATIONS: "1" }, {}, {}).allowPrivate).toBe(
      false,
    );
  },
);
