import { describe, expect, it } from "vitest";
import { checkImports, cycleFaults, faultsOf, importsOf } from "./imports.ts";

it("sees every form of import", () => {
  const source = `
import { a } from "./one";
import type { B } from './two';
import "./three";
export * from "./four";
import {
  long,
  list,
} from "./five";
const lazy = () => import("./six");
type T = import("./seven").T;
// import { no } from "./comment";
`;
  expect(importsOf(source).sort()).toEqual([
    "./five",
    "./four",
    "./one",
    "./seven",
    "./six",
    "./three",
    "./two",
  ]);
});

describe("the arrows", () => {
  it.each([
    ["domain/core/fields.ts", `import { z } from "zod";`],
    ["web/src/api/client.ts", `import { login } from "../../../domain/endpoints/session";`],
    ["web/src/entry/main.tsx", `import { createRoot } from "react-dom/client";`],
    ["worker/env.ts", `import type { JobMessage } from "../queues/messages";`],
    ["worker/index.ts", `import { consume } from "../queues/consume";`],
    ["queues/consume.ts", `import { settle } from "../worker/ingest/settle";`],
    ["scripts/demo/insert.ts", `import { is } from "drizzle-orm";`],
    ["domain/core/text/byteSize.test.ts", `import { expect } from "vitest";`],
  ])("%s may: %s", (file, source) => expect(faultsOf(file, source)).toEqual([]));

  it.each([
    ["domain/core/fields.ts", `import { now } from "../worker/db/text";`],
    ["domain/core/fields.ts", `import { Hono } from "hono";`],
    ["domain/core/fields.ts", `import { createHash } from "node:crypto";`],
    ["web/src/entry/main.tsx", `import type { Env } from "../../worker/env";`],
    ["web/src/entry/main.tsx", `const a = () => import("../../scripts/demo/accounts");`],
    ["web/src/entry/main.tsx", `import { eq } from "drizzle-orm";`],
    ["worker/app.ts", `import { demoPassword } from "../scripts/demo/accounts";`],
    ["worker/app.ts", `import { consume } from "../queues/consume";`],
    ["worker/app.ts", `import React from "react";`],
    ["queues/consume.ts", `import { eq } from "drizzle-orm";`],
    ["scripts/x.ts", `import { Box } from "@primer/react";`],
  ])("%s may not: %s", (file, source) => expect(faultsOf(file, source)).toHaveLength(1));

  it("hold in this repository", async () => expect(await checkImports()).toEqual([]));
});

describe("the floors of the Worker", () => {
  it.each([
    ["worker/features/map/routes.ts", "../../documentation/filter"],
    ["worker/api/mount.ts", "../db/scope"],
    ["worker/jobKinds.ts", "./features/merge/kind"],
    ["worker/app.ts", "./resources"],
    ["worker/features/merge/merge.test.ts", "../../app"],
  ])("%s may import %s", (file, specifier) =>
    expect(faultsOf(file, `import { a } from "${specifier}";`)).toEqual([]),
  );

  it.each([
    ["worker/http/context.ts", "../features/session/actor", "lies above"],
    ["worker/documentation/details.ts", "../features/export/plan", "lies above"],
    ["worker/jobs/runJob.ts", "../jobKinds", "lies above"],
    ["worker/features/map/routes.ts", "../../app", "lies above"],
    ["worker/features/map/routes.ts", "../merge/plan", "may not import feature merge"],
    ["worker/features/map/routes.ts", "../../attic/old", "on no floor"],
  ])("%s may not import %s", (file, specifier, fault) =>
    expect(faultsOf(file, `import { a } from "${specifier}";`)).toEqual([expect.stringContaining(fault)]),
  );
});

it("cycles are found in every part, through lazy imports and types too", () => {
  const sources = new Map([
    ["web/src/a.ts", `export const load = () => import("./b");`],
    ["web/src/b.tsx", `import type { Load } from "./a";`],
    ["worker/c.ts", `import { d } from "./d";`],
    ["worker/d.ts", `export * from "./c";`],
  ]);

  expect(cycleFaults(sources)).toEqual([
    "Files import each other: web/src/a.ts -> web/src/b.tsx -> web/src/a.ts",
    "Files import each other: worker/c.ts -> worker/d.ts -> worker/c.ts",
  ]);
});
