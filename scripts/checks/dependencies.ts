/*
 * Checks the packages of package-lock.json. Writes their bill of materials (CycloneDX, tools marked as development) to
 * bom.cdx.json, and reports packages of the product that have no permitted licence, no hash or known vulnerabilities. If the
 * registry has no advisories, that is reported too, so that it does not pass for a clean result.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { run } from "../support/child.ts";
import { root } from "../support/install.mjs";

const component = z.looseObject({
  name: z.string(),
  version: z.string(),
  licenses: z
    .array(
      z.union([
        z.looseObject({ license: z.looseObject({ id: z.string() }) }).transform(({ license }) => license.id),
        z
          .looseObject({ license: z.looseObject({ name: z.string() }) })
          .transform(({ license }) => license.name),
        z.looseObject({ expression: z.string() }).transform(({ expression }) => expression),
      ]),
    )
    .default([]),
  hashes: z.array(z.unknown()).default([]),
  properties: z.array(z.looseObject({ name: z.string(), value: z.string() })).default([]),
});
export type Component = z.output<typeof component>;
const bomSchema = z.looseObject({ components: z.array(component) });

/** Licences under which a deployment may run a package. MPL-2.0 and OFL-1.1 bind only those who change the package itself. */
const permittedLicenses = new Set([
  "MIT",
  "Apache-2.0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "0BSD",
  "Unlicense",
  "Zlib",
  "W3C",
  "MPL-2.0",
  "OFL-1.1",
]);

/** Packages without a licence in their metadata, with the reason why they may stay. */
const licenseExceptions: Readonly<Record<string, string>> = {
  "chainsaw@0.1.0": "MIT/X11 by its package.json, which is not an SPDX name",
  "dejavu-fonts-ttf@2.37.3":
    "its licence is a file: that of Bitstream Vera, which permits embedding and redistribution",
  "incremental-encoder@0.0.1": "MPL 2.0 by its package.json, which is not an SPDX name",
  "buffers@0.1.1": "states no licence; part of exceljs's zip reader, which Siteproof never calls",
};

/** Whether an SPDX expression is satisfied by permitted licences: every part of an AND, one of an OR. */
export function isPermitted(expression: string): boolean {
  const plainExpression = expression.replaceAll(/[()]/g, "").trim();
  if (plainExpression.includes(" OR ")) return plainExpression.split(" OR ").some(isPermitted);
  return plainExpression.split(" AND ").every((license) => permittedLicenses.has(license.trim()));
}

export function findComponentFaults(components: readonly Component[]): string[] {
  return components.flatMap(({ name, version, licenses, hashes }) => {
    const id = `${name}@${version}`;
    const licenseText = licenses.join(" AND ");
    return [
      ...(hashes.length === 0 ? [`${id} has no hash in package-lock.json`] : []),
      ...(!(id in licenseExceptions) && (licenseText === "" || !isPermitted(licenseText))
        ? [`${id} has the licence ${licenseText || "(none)"}, which is not permitted`]
        : []),
    ];
  });
}

/** Advisories that do not affect the product, by the end of their address, with the reason. */
const acceptedAdvisories: Readonly<Record<string, string>> = {
  "GHSA-w5hq-g745-h8pq":
    "uuid writes beyond a buffer given to v3, v5 or v6; exceljs calls only v4, without a buffer",
};

const advisory = z.looseObject({ title: z.string(), url: z.string() });
const auditReport = z.looseObject({
  vulnerabilities: z.record(
    z.string(),
    z.looseObject({
      name: z.string(),
      /** Paths in package-lock.json. */
      nodes: z.array(z.string()),
      severity: z.enum(["info", "low", "moderate", "high", "critical"]),
      range: z.string(),
      via: z.array(z.union([z.string(), advisory])),
    }),
  ),
});

export type Audit = { faults: string[]; unusedExceptions: string[] } | { unavailable: string };

const lockSchema = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })),
});
const { packages } = lockSchema.parse(
  JSON.parse(await readFile(path.join(root, "package-lock.json"), "utf8")),
);

/**
 * Reads the output of `npm audit --json`. Vulnerabilities of tools and accepted ones are left out; a package that is vulnerable by
 * another is accepted with it.
 */
export function readAudit(output: string, accepted: Readonly<Record<string, string>> = {}): Audit {
  const json: unknown = parseJson(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  const result = auditReport.safeParse(json);
  if (!result.success) {
    const failure = z.looseObject({ message: z.string() }).safeParse(json);
    return { unavailable: failure.success ? failure.data.message : output.trim().slice(0, 300) };
  }
  const { vulnerabilities } = result.data;
  /** Addresses of the advisories behind a package's vulnerability. */
  const collectUrls = (name: string, visited = new Set<string>()): string[] => {
    if (visited.has(name)) return [];
    visited.add(name);
    return (vulnerabilities[name]?.via ?? []).flatMap((cause) =>
      typeof cause === "string" ? collectUrls(cause, visited) : [cause.url],
    );
  };
  const idOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);
  const reportedIds = new Set(Object.keys(vulnerabilities).flatMap((name) => collectUrls(name).map(idOf)));
  return {
    faults: Object.values(vulnerabilities)
      .filter(({ nodes }) => nodes.some((node) => !packages[node]?.dev))
      .filter(({ name }) => {
        const ids = collectUrls(name).map(idOf);
        return ids.length === 0 || ids.some((id) => !(id in accepted));
      })
      .map(({ name, severity, range, via }) => {
        const causes = via.map((cause) =>
          typeof cause === "string" ? cause : `${cause.title} ${cause.url}`,
        );
        return `${name} ${range}: ${severity}, ${causes.join("; ")}`;
      }),
    unusedExceptions: Object.keys(accepted).filter((id) => !reportedIds.has(id)),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const npm = (...args: string[]) => {
  const { npm_execpath: script } = process.env;
  return script?.endsWith(".js") ? run(process.execPath, [script, ...args]) : run("npm", args);
};

/** @param registry another registry than the configured one */
export async function runAudit(
  accepted: Readonly<Record<string, string>>,
  registry?: string,
): Promise<Audit> {
  // Without retries: where there are no advisories, they would take a minute.
  const options = ["--json", "--loglevel=silent", "--fetch-retries=0", "--fetch-timeout=20000"];
  const { output } = await npm("audit", ...options, ...(registry ? [`--registry=${registry}`] : []));
  return readAudit(output, accepted);
}

/** The bill of materials, as CycloneDX in JSON. */
export async function createBillOfMaterials(): Promise<string> {
  const options = ["--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
  const { code, output } = await npm("sbom", ...options, "--loglevel=error");
  if (code !== 0) throw new Error(`npm sbom failed\n${output}`);
  return output;
}

/** The packages of the product. npm's own `--omit=dev` would also omit react, because tools depend on it too. */
export const listProductComponents = (bom: string): Component[] =>
  bomSchema
    .parse(JSON.parse(bom))
    .components.filter(
      ({ properties }) => !properties.some(({ name }) => name === "cdx:npm:package:development"),
    );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bom = await createBillOfMaterials();
  await writeFile(path.join(root, "bom.cdx.json"), bom);
  const components = listProductComponents(bom);
  const auditResult = await runAudit(acceptedAdvisories);
  const faults = [...findComponentFaults(components), ...("faults" in auditResult ? auditResult.faults : [])];
  console.log(`${components.length} packages are listed in bom.cdx.json`);
  if ("unavailable" in auditResult)
    console.log(
      `note: known vulnerabilities were not checked, the registry has no advisories: ${auditResult.unavailable}`,
    );
  else if (auditResult.unusedExceptions.length > 0)
    console.log(
      `note: accepted advisories that are no longer reported: ${auditResult.unusedExceptions.join(", ")}`,
    );
  if (faults.length > 0) console.log(faults.join("\n"));
  process.exitCode = faults.length > 0 ? 1 : 0;
}
