import http from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { listen } from "../support/listen.ts";
import {
  createBillOfMaterials,
  findComponentFaults,
  isPermitted,
  listProductComponents,
  readAudit,
  runAudit,
} from "./dependencies.ts";

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const advisory = {
  id: 1,
  url: "https://github.com/advisories/GHSA-test",
  title: "Everything is let in",
  severity: "high",
  vulnerable_versions: "<99.0.0",
};

/** A registry with these advisories; null: without an endpoint for advisories, like many mirrors. */
async function startRegistry(advisories: Record<string, unknown[]> | null): Promise<string> {
  const server = http.createServer((request, response) => {
    const isAdvisories = request.url === "/-/npm/v1/security/advisories/bulk";
    if (isAdvisories && !advisories) return response.writeHead(405).end();
    const name = decodeURIComponent(request.url?.slice(1) ?? "");
    const packument = {
      name,
      "dist-tags": { latest: "1.0.0" },
      versions: { "1.0.0": { name, version: "1.0.0" } },
    };
    const body = isAdvisories ? advisories : packument;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  servers.push(server);
  return `http://localhost:${await listen(server)}/`;
}

describe("the check of dependencies", () => {
  it("design§Storage known vulnerabilities of the product are listed with their descriptions, those of tools are not", async () =>
    expect(await runAudit({}, await startRegistry({ hono: [advisory], vitest: [advisory] }))).toEqual({
      faults: ["hono *: high, Everything is let in https://github.com/advisories/GHSA-test"],
      unusedExceptions: [],
    }));

  it("design§Storage an accepted advisory is left out with the packages it affects, others of the same package are not", async () => {
    const other = { ...advisory, id: 2, url: "https://github.com/advisories/GHSA-other" };
    const accepted = { "GHSA-test": "never called", "GHSA-gone": "fixed since" };
    expect(await runAudit(accepted, await startRegistry({ uuid: [advisory] }))).toEqual({
      faults: [],
      unusedExceptions: ["GHSA-gone"],
    });
    const { faults } = z
      .object({ faults: z.array(z.string()) })
      .parse(await runAudit(accepted, await startRegistry({ uuid: [advisory, other] })));
    expect(faults.map((fault) => fault.split(" ")[0])).toEqual(["exceljs", "uuid"]);
  });

  it("design§Storage a registry without an endpoint for advisories is not mistaken for one that knows of no vulnerabilities", async () => {
    expect(await runAudit({}, await startRegistry({}))).toEqual({ faults: [], unusedExceptions: [] });
    expect(await runAudit({}, await startRegistry(null))).toEqual({
      unavailable: expect.stringContaining("405"),
    });
    for (const output of ["", "npm error network", "{}", '{"vulnerabilities":'])
      expect(readAudit(output)).toHaveProperty("unavailable");
  });

  it("design§Storage the bill of materials lists every production package with its hash and a permitted licence", async () => {
    const components = listProductComponents(await createBillOfMaterials());
    const names = components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["hono", "react", "react-dom", "zod", "@aws-sdk/client-s3"]),
    );
    expect(names).not.toContain("vitest");
    expect(findComponentFaults(components)).toEqual([]);
  });

  it("design§Storage a package without a hash or a permitted licence is named", () => {
    const entry = { name: "a", version: "1.0.0", hashes: [{}], licenses: ["MIT"], properties: [] };
    expect(findComponentFaults([entry])).toEqual([]);
    expect(findComponentFaults([{ ...entry, hashes: [] }])).toEqual([
      "a@1.0.0 has no hash in package-lock.json",
    ]);
    expect(findComponentFaults([{ ...entry, licenses: ["AGPL-3.0-only"] }])).toHaveLength(1);
    expect(findComponentFaults([{ ...entry, licenses: [] }])).toHaveLength(1);
    expect(["(MIT OR GPL-3.0-or-later)", "(MIT AND Zlib)", "ISC"].map(isPermitted)).toEqual([
      true,
      true,
      true,
    ]);
    expect(["GPL-3.0-only", "MIT AND GPL-3.0-only", ""].map(isPermitted)).toEqual([false, false, false]);
  });
});
