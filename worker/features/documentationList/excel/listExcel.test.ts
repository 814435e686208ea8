import ExcelJS from "exceljs";
import { describe, expect, it } from "vitest";
import { recordOf } from "#domain/core/objects.ts";
import { reportedColumns } from "#domain/documentation/columns.ts";
import { xmlFault } from "#worker/export/testing/readXml.ts";
import { readZip, unpack } from "#worker/export/zipReader.ts";
import { type Caller, call, makeCaller, makeDocumentation, makeTemplate } from "#worker/testing/factories.ts";
import { type ExportRow, writeListWorkbook } from "./listWorkbook.ts";

const makeExporter = () =>
  makeCaller({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_EXPORT_DOCUMENTATION_LIST"] });
const requestExport = (as: Caller, body: object = {}) =>
  call("POST", "/documentation/requestExcelExport", { as, body });
const fetchToken = async (as: Caller, body?: object) =>
  (await (await requestExport(as, body)).json<{ token: string }>()).token;
const downloadExport = (token: string, options: string, as?: Caller) =>
  call("GET", `/documentation/exportExcel/${token}?${new URLSearchParams({ options })}`, { as });
/** Reads the cells' texts with another program. */
async function readSheet(response: Response) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await response.arrayBuffer()) as never);
  const [sheet] = workbook.worksheets;
  return {
    workbook,
    rows: sheet!
      .getSheetValues()
      .slice(1)
      .map((row) => (row as unknown[]).slice(1)),
  };
}

describe("2§2 the list as a workbook", () => {
  it("2§7 can be downloaded by a browser with the token alone, with the chosen columns and the screen's filter and order", async () => {
    const as = await makeExporter();
    const template = await makeTemplate(as.customerId, { name: "Mast & torn" });
    const make = (name: string, overrides: object) =>
      makeDocumentation(as.customerId, { name, templateId: template.id, creator: "anna", ...overrides });
    await make('=HYPERLINK("x")', {
      status: "ONGOING",
      numberOfPhotos: 5,
      dateCreated: "2024-06-01T22:30:00Z",
    });
    await make("+46 1", {
      status: "PAUSED",
      dateCreated: "2024-06-02T10:00:00Z",
      dateUploaded: "2024-06-03T10:00:00Z",
    });
    await make("other", { creator: "bo" });
    const token = await fetchToken(as, {
      creatorFilter: "anna",
      sort: "dateCreated",
      order: "asc",
      language: "sv",
    });
    const response = await downloadExport(token, "name;status;template;dateCreated");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toMatch(/Dokumentationer \d{4}-\d\d-\d\d\.xlsx/);
    const { rows, workbook } = await readSheet(response);
    expect(rows).toEqual([
      ["Namn", "Status", "Mall", "Skapad"],
      // Past midnight in Sweden: spreadsheets have no time zones, so they show Swedish time.
      ['=HYPERLINK("x")', "Pågående 0/5", "Mast & torn", new Date("2024-06-02T00:30:00Z")],
      ["+46 1", "Överlämnad", "Mast & torn", new Date("2024-06-02T12:00:00Z")],
    ]);
    expect(workbook.worksheets[0]!.getCell("A2").formula).toBeUndefined();
  });

  it("2§6 requires its authority, at least one column, and the requesting session", async () => {
    const [as, reader, outsider] = [
      await makeExporter(),
      await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] }),
      await makeExporter(),
    ];
    expect((await requestExport(reader)).status).toBe(403);
    expect((await requestExport(as, { customerId: outsider.customerId })).status).toBe(403);
    expect((await requestExport(as, { statusFilter: "NONE" })).status).toBe(422);
    const token = await fetchToken(as);
    const invalidResponse = await downloadExport(token, ";");
    expect([
      invalidResponse.status,
      (await invalidResponse.json<{ error: { fields: object } }>()).error.fields,
    ]).toEqual([422, { options: "required" }]);
    expect((await downloadExport(token, "name;deviceId")).status).toBe(422);
    expect((await downloadExport(token, "name", outsider)).status).toBe(404);
    expect((await downloadExport(`${token.slice(0, -2)}xx`, "name")).status).toBe(401);
    // The ticket is not valid for other downloads.
    expect((await call("GET", `/documentations?token=${token}`)).status).toBe(401);
    expect((await readSheet(await downloadExport(token, "name"))).rows).toEqual([["Name"]]);
  });

  it("1§9 continues on a second sheet when the first is full", async () => {
    const chunks: Uint8Array[] = [];
    const row: ExportRow = {
      ...recordOf(reportedColumns, () => null),
      templateName: "t",
      name: "n",
      alias: null,
      assigneeName: null,
      dueDay: null,
      dateUploaded: null,
      dateCreated: "2024-06-01T00:00:00Z",
      creator: "c",
      status: "HANDLED",
      uploadedPhotos: 0,
      numberOfPhotos: 0,
    };
    await writeListWorkbook(
      { write: async (bytes) => void chunks.push(bytes.slice()) },
      {
        columns: ["name", "dateUploaded"],
        language: "en",
        madeAt: "2024-06-01T00:00:00Z",
        sheetRows: 3,
        rows: (async function* () {
          yield [row, row, row];
          yield [row];
        })(),
      },
    );
    const bytes = new Uint8Array(await new Blob(chunks as never).arrayBuffer());
    for (const entry of readZip(bytes)) expect(xmlFault(new TextDecoder().decode(unpack(entry)))).toBeNull();
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(bytes.buffer as never);
    expect(workbook.worksheets.map(({ name, rowCount }) => [name, rowCount])).toEqual([
      ["Documentations", 3],
      ["Documentations 2", 3],
    ]);
  });
});
