import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createLayoutFile } from "#worker/export/layouts/layoutFile.ts";
import { createSampleFile } from "#worker/export/layouts/office/officeSamples.ts";
import { layoutOfFile, libreOfficeWordFile } from "#worker/export/testing/officeFiles.ts";
import { fullReport } from "#worker/export/testing/reports.ts";
import { MemorySource } from "#worker/export/testing/samplePlans.ts";
import { findOpenXmlFaults, validatorPath } from "./openXmlSdk.ts";

/* Validates filled-in uploaded files with the Open XML SDK. */

const folder = await mkdtemp(join(tmpdir(), "siteproof-own-"));
afterAll(() => rm(folder, { recursive: true }));

/** The SDK's errors for a file; none if the SDK is not installed. */
async function faultsOf(bytes: Uint8Array, name: string): Promise<string[]> {
  if (validatorPath === null) return [];
  const path = join(folder, name);
  await writeFile(path, bytes);
  return findOpenXmlFaults(validatorPath, path);
}
const noFonts = async () => null;

describe("3§4 a filled Word file is valid according to the Open XML SDK", () => {
  it.each(["en", "sv"] as const)("made from the sample in %s", async (language) => {
    const source = new MemorySource();
    const sample = source.bytesOf(await createSampleFile("WORD", language));
    expect(await faultsOf(sample, `sample-${language}.docx`)).toEqual([]);
    const layout = layoutOfFile(Buffer.from(sample).toString("base64"));
    const file = await createLayoutFile(layout, fullReport(source), { fonts: noFonts });
    expect(await faultsOf(source.bytesOf(file), `filled-${language}.docx`)).toEqual([]);
  });

  it("made from a LibreOffice file, and again from its own output", async () => {
    const source = new MemorySource();
    const fill = async (data: string) =>
      source.bytesOf(await createLayoutFile(layoutOfFile(data), fullReport(source), { fonts: noFonts }));
    const filled = await fill(libreOfficeWordFile);
    expect(await faultsOf(filled, "libreoffice.docx")).toEqual([]);
    expect(await faultsOf(await fill(Buffer.from(filled).toString("base64")), "refilled.docx")).toEqual([]);
  });
});

describe("3§4 a filled Excel file is valid according to the Open XML SDK", () => {
  it.each(["en", "sv"] as const)("made from the sample in %s", async (language) => {
    const source = new MemorySource();
    const sample = source.bytesOf(await createSampleFile("EXCEL", language));
    expect(await faultsOf(sample, `sample-${language}.xlsx`)).toEqual([]);
    const layout = layoutOfFile(Buffer.from(sample).toString("base64"), "EXCEL");
    const report = fullReport(source);
    const missing = [
      { id: "m", kind: "PHOTO", name: "After_07", taskId: null, reason: "notUploaded" },
    ] as const;
    const file = await createLayoutFile(
      layout,
      { ...report, plan: { ...report.plan, missing: [...missing] } },
      { fonts: noFonts },
    );
    expect(await faultsOf(source.bytesOf(file), `filled-${language}.xlsx`)).toEqual([]);
  });
});
