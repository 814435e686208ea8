import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { joinScripts, readMigrations } from "./scripts/support/migrate.ts";
import { testAuthority } from "./scripts/support/servers/certificate.ts";
import { TestOrder } from "./scripts/support/testOrder.ts";
import { readTriggers } from "./scripts/support/triggers.ts";

// The runtime reads the trusted certificate authorities when it is loaded, so that of the destinations' test servers is set first.
process.env.NODE_EXTRA_CA_CERTS = (await testAuthority()).file;
const { cloudflareTest } = await import("@cloudflare/vitest-plugin");

/** The Worker's tests run on workerd with the real wrangler.toml; only a deployment's secrets are made up here. */
const workerProject = cloudflareTest(async () => ({
  wrangler: { configPath: "./wrangler.toml" },
  miniflare: {
    // For tests over two databases (worker/testing/twoDatabases.ts) and one with an empty database (worker/testing/cost.test.ts). The
    // names must differ from those of the Worker's own databases.
    d1Databases: { SECOND: "second", EMPTY: "empty" },
    bindings: {
      TEST_MIGRATIONS: (await readMigrations()).map((migration) => ({
        name: migration.name,
        queries: joinScripts(migration.statements),
      })),
      TEST_TRIGGERS: (await readTriggers()).map((trigger) => ({ ...trigger })),
      SESSION_SECRET: "test-only-session-secret-0123456789abcdef",
      SECRETS_KEY: "test-only-secrets-key-0123456789abcdefgh",
      STORAGE_ENDPOINT: "http://storage.test",
      STORAGE_ACCESS_KEY_ID: "test",
      STORAGE_SECRET_ACCESS_KEY: "test-only",
    },
  },
}));

const browserConditions = ["browser", "import", "module", "default"];

/** happy-dom has no layout, so Primer's style sheets are left out of its bundle. */
const withoutStyles = {
  name: "without-styles",
  resolveId: (id: string) => (id.endsWith(".css") ? "\0no-styles" : null),
  load: (id: string) => (id === "\0no-styles" ? "" : null),
};

/**
 * Maximum duration of a test or hook in milliseconds. It ends what hangs and is no measure of speed: a shared machine may be several
 * times slower than another.
 */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    silent: "passed-only",
    sequence: { sequencer: TestOrder },
    projects: [
      { test: { name: "domain", include: ["domain/**/*.test.ts"], environment: "node", ...timeouts } },
      {
        test: {
          name: "scripts",
          include: ["scripts/**/*.test.ts"],
          environment: "node",
          ...timeouts,
        },
      },
      {
        plugins: [workerProject],
        test: {
          name: "worker",
          include: ["worker/**/*.test.ts", "queues/**/*.test.ts"],
          globalSetup: ["./scripts/support/servers/setup.ts"],
          setupFiles: ["./worker/testing/migrate.ts"],
          // One workerd for many files: starting one and compiling the whole Worker for each took two thirds of the time.
          isolate: false,
          ...timeouts,
        },
      },
      {
        plugins: [react()],
        resolve: { conditions: browserConditions },
        ssr: { resolve: { conditions: browserConditions } },
        test: {
          name: "web",
          include: ["web/src/**/*.test.{ts,tsx}"],
          environment: "./web/src/testing/environment.ts",
          isolate: false,
          pool: "threads",
          // Tests spend as much time waiting for timers as working.
          maxWorkers: 2,
          ...timeouts,
          setupFiles: ["./web/src/testing/setup.ts"],
          server: { deps: { inline: [/@primer\//] } },
          deps: {
            optimizer: {
              client: {
                enabled: true,
                include: [
                  "@primer/react",
                  "@primer/react/experimental",
                  "@primer/react/deprecated",
                  "@primer/octicons-react",
                ],
                rolldownOptions: { plugins: [withoutStyles] },
              },
            },
          },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["./e2e/support/server.ts"],
          environment: "node",
          // Browsers mostly wait: two at a time keep two cores busy; with three, tests time out.
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // A busy machine delays everything that tests wait for.
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
