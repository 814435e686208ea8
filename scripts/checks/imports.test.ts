import { describe, expect, it } from "vitest";
import { checkImports, findCycleFaults, findImportFaults, importsOf } from "./imports.ts";
import { findDuplicateNames } from "./layers.ts";

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

describe("the parts", () => {
  it.each([
    ["domain/core/fields.ts", `import { z } from "zod";`],
    ["web/src/api/client.ts", `import { login } from "#domain/endpoints/account/session.ts";`],
    ["web/src/entry/main.tsx", `import { createRoot } from "react-dom/client";`],
    ["worker/env.ts", `import type { JobMessage } from "#queues/messages.ts";`],
    ["worker/index.ts", `import { consume } from "#queues/consume.ts";`],
    ["queues/consume.ts", `import { settle } from "#worker/ingest/settleUpload.ts";`],
    ["scripts/demo/insertRows.ts", `import { is } from "drizzle-orm";`],
    ["domain/core/text/byteSize.test.ts", `import { expect } from "vitest";`],
  ])("%s may: %s", (file, source) => expect(findImportFaults(file, source)).toEqual([]));

  it.each([
    ["domain/core/fields.ts", `import { now } from "#worker/db/text.ts";`],
    ["domain/core/fields.ts", `import { Hono } from "hono";`],
    ["domain/core/fields.ts", `import { createHash } from "node:crypto";`],
    ["web/src/entry/main.tsx", `import type { Env } from "#worker/env.ts";`],
    ["web/src/entry/main.tsx", `const a = () => import("#scripts/demo/accounts.ts");`],
    ["web/src/entry/main.tsx", `import { eq } from "drizzle-orm";`],
    ["worker/app.ts", `import { demoPassword } from "#scripts/demo/accounts.ts";`],
    ["worker/app.ts", `import { consume } from "#queues/consume.ts";`],
    ["worker/app.ts", `import React from "react";`],
    ["queues/consume.ts", `import { eq } from "drizzle-orm";`],
    ["scripts/x.ts", `import { Box } from "@primer/react";`],
    ["worker/features/map/routes.ts", `import { scope } from "../../db/scope.ts";`],
  ])("%s may not: %s", (file, source) => expect(findImportFaults(file, source)).toHaveLength(1));

  it("hold in this repository", async () => expect(await checkImports()).toEqual([]));
});

describe("the layers", () => {
  it.each([
    ["worker/features/map/routes.ts", "#worker/listQuery/filter.ts"],
    ["worker/api/mount.ts", "#worker/db/scope.ts"],
    ["worker/jobKinds.ts", "./features/merge/mergeJob.ts"],
    ["worker/features/merge/merge.test.ts", "#worker/app.ts"],
    ["web/src/screens/map/DocumentationMap.tsx", "#features/map/createMap.ts"],
    ["domain/capture/draft.ts", "#domain/endpoints/capture/capture.ts"],
  ])("%s may import %s", (file, specifier) =>
    expect(findImportFaults(file, `import { a } from "${specifier}";`)).toEqual([]),
  );

  it.each([
    ["worker/http/context.ts", "#worker/features/session/routes.ts", "features is above http"],
    [
      "worker/documentation/details.ts",
      "#worker/exportContent/exportPlan.ts",
      "exportContent is above documentation",
    ],
    ["worker/jobs/runJob.ts", "#worker/jobKinds.ts", "jobKinds is above jobs"],
    ["worker/features/map/routes.ts", "#worker/app.ts", "app is above features"],
    ["worker/features/map/routes.ts", "../merge/planMerge.ts", "map may not import merge"],
    ["worker/features/map/routes.ts", "#worker/attic/old.ts", "worker/attic belongs to no layer"],
    ["web/src/ui/layout/Page.tsx", "#features/resume.ts", "features is above ui"],
    ["web/src/ui/hooks/useDebounced.ts", "../table/SearchBox.tsx", "table is above hooks"],
    [
      "web/src/screens/map/DocumentationMap.tsx",
      "#screens/overview/Overview.tsx",
      "map may not import overview",
    ],
    ["domain/task/answers.ts", "#domain/template/templateEdit.ts", "template is above task"],
    ["domain/endpoints/shared/job.ts", "../exports/delivery.ts", "exports is above shared"],
  ])("%s may not import %s", (file, specifier, error) =>
    expect(findImportFaults(file, `import { a } from "${specifier}";`)).toEqual([
      expect.stringContaining(error),
    ]),
  );

  it("file names are unique within a part", () => {
    expect(findDuplicateNames(["worker/a/copy.ts", "worker/b/copy.ts", "web/src/lib/copy.ts"])).toEqual([
      "Files with one name: worker/a/copy.ts, worker/b/copy.ts",
    ]);
    expect(
      findDuplicateNames([
        "worker/a/routes.ts",
        "worker/b/routes.ts",
        "worker/db/schema/user.ts",
        "worker/auth/user.ts",
      ]),
    ).toEqual([]);
  });
});

it("cycles are found in every part, through lazy imports and types too", () => {
  const sources = new Map([
    ["web/src/a.ts", `export const load = () => import("./b.tsx");`],
    ["web/src/b.tsx", `import type { Load } from "./a.ts";`],
    ["worker/c.ts", `import { d } from "./d.ts";`],
    ["worker/d.ts", `export * from "./c.ts";`],
  ]);

  expect(findCycleFaults(sources)).toEqual([
    "Files import each other: web/src/a.ts -> web/src/b.tsx -> web/src/a.ts",
    "Files import each other: worker/c.ts -> worker/d.ts -> worker/c.ts",
  ]);
});
