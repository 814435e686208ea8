import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { readMigrations, scriptsOf } from "./scripts/support/migrate.ts";
import { testAuthority } from "./scripts/support/servers/certificate.ts";
import { readTriggers } from "./scripts/support/triggers.ts";

// The runtime reads the authorities that it trusts when it is loaded: that of the destinations' servers has to be among them by then.
process.env.NODE_EXTRA_CA_CERTS = (await testAuthority()).file;
const { cloudflareTest } = await import("@cloudflare/vitest-plugin");

/** The Worker's tests run on workerd with the real wrangler.toml; only what a deployment keeps secret is made up here. */
const workerProject = cloudflareTest(async () => ({
  wrangler: { configPath: "./wrangler.toml" },
  miniflare: {
    // For tests over two databases (worker/testing/twoDatabases.ts) and for one without anybody's rows (worker/testing/cost.test.ts): by
    // names that the Worker takes for none of its own.
    d1Databases: { SECOND: "second", EMPTY: "empty" },
    bindings: {
      TEST_MIGRATIONS: (await readMigrations()).map((migration) => ({
        name: migration.name,
        queries: scriptsOf(migration.statements),
      })),
      TEST_TRIGGERS: await readTriggers(),
      SESSION_SECRET: "test-only-session-secret-0123456789abcdef",
      SECRETS_KEY: "test-only-secrets-key-0123456789abcdefgh",
      STORAGE_ENDPOINT: "http://storage.test",
      STORAGE_ACCESS_KEY_ID: "test",
      STORAGE_SECRET_ACCESS_KEY: "test-only",
    },
  },
}));

const browserConditions = ["browser", "import", "module", "default"];

/** happy-dom lays nothing out: Primer's style sheets are left out of its bundle. */
const withoutStyles = {
  name: "without-styles",
  resolveId: (id: string) => (id.endsWith(".css") ? "\0no-styles" : null),
  load: (id: string) => (id === "\0no-styles" ? "" : null),
};

/**
 * The longest a test may take, in milliseconds. It ends a test that hangs, and says nothing about speed: a shared machine may be
 * several times slower than its neighbour.
 */
const testTimeout = 120_000;

export default defineConfig({
  test: {
    silent: "passed-only",
    projects: [
      { test: { name: "domain", include: ["domain/**/*.test.ts"], environment: "node", testTimeout } },
      {
        test: {
          name: "scripts",
          include: ["scripts/**/*.test.ts"],
          environment: "node",
          testTimeout,
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
          testTimeout,
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
          // Tests wait for timers as much as they work.
          maxWorkers: 2,
          testTimeout,
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
          // A browser waits more than it works: two at a time fill two cores, three do not get their turn in time.
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
