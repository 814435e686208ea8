import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { LayoutFileFindings } from "#domain/endpoints/configuration/layout.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { findOfficeFile, readOfficeFileData } from "#domain/layout/officeFile.ts";
import { createWordFile, layoutOfFile, libreOfficeWordFile } from "#worker/export/testing/officeFiles.ts";
import { call, jsonOf, makeCaller, makeSuperAdmin, uniqueName } from "#worker/testing/factories.ts";

const path = "/exportDocumentConfigurations";
const faultyFile = () =>
  createWordFile(({ Paragraph }) => [new Paragraph("{#each fotos}"), new Paragraph("{WORD_X}")]);
const bodyOf = (data: string) => {
  const { type, nodes } = layoutOfFile(data);
  return { name: uniqueName("own"), type, nodes };
};

interface Saved {
  id: string;
  version: number;
  nodes: LayoutNode[];
  error?: { fields: Record<string, string>; names: string[] };
}

describe("3§3 a layout that is an uploaded file", () => {
  it("is saved, read, copied and replaced with all its bytes", async () => {
    const as = await makeSuperAdmin();
    const created = await jsonOf<Saved>(call("POST", path, { as, body: bodyOf(libreOfficeWordFile) }));
    const read = await jsonOf<Saved>(call("GET", `${path}/${created.id}`, { as }));
    expect(readOfficeFileData(findOfficeFile(read.nodes)!)).toBe(libreOfficeWordFile);
    const copied = await jsonOf<Saved>(
      call("POST", "/exportDocumentConfiguration/copy", {
        as,
        body: { id: created.id, name: uniqueName("copy") },
      }),
    );
    expect(copied.nodes[0]!.id).not.toBe(read.nodes[0]!.id);
    expect(readOfficeFileData(findOfficeFile(copied.nodes)!)).toBe(libreOfficeWordFile);
    const other = await createWordFile(({ Paragraph }) => [new Paragraph("{CREATOR}")]);
    const changed = await jsonOf<Saved>(
      call("PUT", `${path}/${created.id}`, {
        as,
        body: { version: created.version, nodes: layoutOfFile(other).nodes },
      }),
    );
    expect(readOfficeFileData(findOfficeFile(changed.nodes)!)).toBe(other);
  });

  it("is refused with the places of its faults, which the inspection lists too", async () => {
    const as = await makeSuperAdmin();
    const body = bodyOf(await faultyFile());
    const response = await call("POST", path, { as, body });
    expect(response.status).toBe(422);
    const { error } = await jsonOf<Saved>(response);
    expect(error).toMatchObject({
      fields: { [`nodes.${body.nodes[0]!.id}.DATA`]: "invalid" },
      names: [
        "{#each fotos} (body, paragraph 1): unknownLoop",
        "{WORD_X} (body, paragraph 2): unknownPlaceholder",
      ],
    });
    const inspect = (nodes: readonly LayoutNode[]) =>
      jsonOf<LayoutFileFindings>(
        call("POST", "/exportDocumentConfiguration/inspectFile", { as, body: { type: "WORD", nodes } }),
      );
    const findings = await inspect(body.nodes);
    expect(findings.tags.map(({ error, location }) => [error, location.paragraph])).toEqual([
      ["unknownLoop", 1],
      ["unknownPlaceholder", 2],
      [null, 1],
      [null, 1],
      [null, 1],
    ]);
    expect((await inspect(layoutOfFile("AAAA").nodes)).refusal).toEqual({
      code: "notOfficeFile",
      detail: "zip",
    });
    const withoutFile = { as, body: { type: "WORD", nodes: [] } };
    expect((await call("POST", "/exportDocumentConfiguration/inspectFile", withoutFile)).status).toBe(422);
  });

  it("begins with a sample, which has no faults", async () => {
    const as = await makeSuperAdmin();
    for (const language of ["en", "sv"]) {
      const response = await call(
        "GET",
        `/exportDocumentConfiguration/sampleFile?type=WORD&language=${language}`,
        {
          as,
        },
      );
      expect(response.status).toBe(200);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(Object.keys(unzipSync(bytes))).toContain("word/document.xml");
      const body = bodyOf(Buffer.from(bytes).toString("base64"));
      expect((await call("POST", path, { as, body })).status).toBe(201);
    }
    const reader = await makeCaller({ roles: ["ROLE_TEMPLATE_WRITE"] });
    const refused = await call("GET", "/exportDocumentConfiguration/sampleFile?type=WORD", { as: reader });
    expect(refused.status).toBe(403);
  });
});
