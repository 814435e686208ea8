import { and, eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { LayoutPreview } from "#domain/endpoints/configuration/layout.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { type LayoutType, maxInsertedNodes, maxNodes } from "#domain/layout/types.ts";
import { layoutNode } from "#domain/testing/layouts.ts";
import {
  customerExportDocumentConfiguration,
  documentation,
  exportDocumentConfiguration,
  exportDocumentNode,
} from "#worker/db/schema/index.ts";
import { createWordFile, layoutOfFile } from "#worker/export/testing/officeFiles.ts";
import { makeSmallPng } from "#worker/media/testing/samplePng.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeSuperAdmin,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makePlainPhoto } from "#worker/testing/photoTesting.ts";
import { makeVisit } from "#worker/testing/visits.ts";

interface Refusal {
  error: { code: string; fields?: Record<string, string>; names?: string[] };
}

const column = (type: LayoutType, ...extraNodes: LayoutNode[]) => {
  const hasPositions = type === "POWERPOINT" || type === "PDF";
  const photo = layoutNode("PHOTO", { COMPRESS: "true", ...(hasPositions && { POSITION: "CENTER" }) });
  return layoutNode("COLUMN", {}, [photo, ...extraNodes]);
};
const textNode = (TEXT: string, params: LayoutNode["params"]) =>
  layoutNode("TEXT", { TEXT, SIZE: "11", COLOR: "#000000", ...params });
const flowingParams = { STYLE: "NORMAL", ALIGNMENT: "LEFT" };

/** A layout of each type that draws all photos with their names. */
const nodesOf: Record<LayoutType, () => LayoutNode[]> = {
  POWERPOINT: () => [
    layoutNode("EACH", { IN: "PHOTOS" }, [
      layoutNode("SLIDE", {}, [column("POWERPOINT", textNode("{PHOTO_NAME}", { POSITION: "BOTTOM" }))]),
    ]),
  ],
  WORD: () => [
    textNode("{DOCUMENTATION_NAME}", flowingParams),
    layoutNode("EACH", { IN: "PHOTOS" }, [layoutNode("PHOTO"), textNode("{PHOTO_NAME}", flowingParams)]),
  ],
  EXCEL: () => [
    layoutNode("SHEET", { NAME: "Photos" }, [
      layoutNode("EACH", { IN: "PHOTOS" }, [
        layoutNode("ROW", {}, [
          layoutNode("COLUMN", {}, [textNode("{PHOTO_NAME}", {})]),
          layoutNode("COLUMN", {}, [layoutNode("PHOTO")]),
        ]),
      ]),
    ]),
  ],
  PDF: () => [
    layoutNode("EACH", { IN: "PHOTOS" }, [
      layoutNode("PAGE", {}, [column("PDF", textNode("{PHOTO_NAME}", { POSITION: "BOTTOM" }))]),
    ]),
  ],
  WORD_TO_PDF: () => [
    textNode("{DOCUMENTATION_NAME}", flowingParams),
    layoutNode("EACH", { IN: "PHOTOS" }, [layoutNode("PHOTO"), textNode("{PHOTO_NAME}", flowingParams)]),
  ],
};
const types = Object.keys(nodesOf) as LayoutType[];

async function makeLayout(type: LayoutType, nodes = nodesOf[type]()) {
  const as = await makeSuperAdmin();
  const response = await call("POST", "/exportDocumentConfigurations", {
    as,
    body: { name: uniqueName("layout"), type, nodes },
  });
  expect(response.status, await response.clone().text()).toBe(201);
  return jsonOf<{ id: string; name: string; nodes: LayoutNode[] }>(response);
}
const grant = (customerId: number, exportDocumentConfigurationId: string) =>
  db().insert(customerExportDocumentConfiguration).values({ customerId, exportDocumentConfigurationId });

/** A transparent pixel. */
const clearPng =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGMQUDBwAAABRQChUYYmTwAAAABJRU5ErkJggg==";

const products = ["DOCUMENTATION_GROUP", "DOCUMENTATION_COMPARISON"] as const;

/** A reader whose customer has a documentation of three photos and access to some layouts. */
async function makeReaderWithLayouts(...layoutTypes: LayoutType[]) {
  const { id: customerId } = await makeCustomer(products);
  const as = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
  const template = await makeTemplate(customerId, { name: "Mast" });
  const visit = (overrides: object = {}) =>
    makeVisit(customerId, { template, name: "Åre", photos: 3, answer: "Rock", ...overrides });
  const layouts = await Promise.all(layoutTypes.map((type) => makeLayout(type)));
  for (const { id } of layouts) await grant(customerId, id);
  return { as, row: await visit(), visit, layouts };
}

const pathOf = (documentationId: string, query: string) =>
  `/documentation/downloadExportDocument/${documentationId}?${query}`;
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const problemOf = async (as: Caller, path: string) => {
  const response = await call("GET", path, { as });
  return { status: response.status, ...(await jsonOf<Refusal>(response)).error };
};
/** How often the exact bytes of the test photo occur in a document. */
function photosIn(document: Buffer): number {
  const photo = Buffer.from(makePlainPhoto());
  if (document.subarray(0, 2).toString() === "PK")
    return Object.values(unzipSync(document)).filter((entry) => photo.equals(Buffer.from(entry))).length;
  let count = 0;
  for (let index = document.indexOf(photo); index >= 0; index = document.indexOf(photo, index + 1))
    count += 1;
  return count;
}

const previewOf = async (as: Caller, documentationId: string, layout: object) =>
  call("POST", "/exportDocumentConfiguration/preview", {
    as,
    body: {
      documentation: documentationId,
      layout: { id: null, name: "Draft", ...layout },
      language: "sv",
    },
  });

describe("2§7 a document made with a report layout", () => {
  it("that is an uploaded file contains the photos, as Word file, as PDF and in the preview", async () => {
    const { as: reader, row } = await makeReaderWithLayouts();
    const data = await createWordFile(({ Paragraph }, photo) => [
      new Paragraph("{#each photos}"),
      photo("photo"),
      new Paragraph("{/each}"),
    ]);
    const { nodes, type } = layoutOfFile(data);
    const layout = await makeLayout(type, nodes);
    const path = pathOf(row.id, `configuration=${layout.id}`);
    expect(await problemOf(reader, path)).toMatchObject({ code: "exportTypeRefused" });
    await grant(row.customerId, layout.id);
    const document = await bytesOf(await call("GET", path, { as: reader }));
    expect(photosIn(document)).toBe(3);
    const part = await call("GET", path, { as: reader, headers: { range: "bytes=10-19" } });
    expect((await bytesOf(part)).equals(document.subarray(10, 20))).toBe(true);
    expect(photosIn(await bytesOf(await call("GET", `${path}&pdf=true`, { as: reader })))).toBe(3);
    const preview = await previewOf(await makeSuperAdmin(), row.id, { type, nodes });
    expect(photosIn(Buffer.from((await jsonOf<LayoutPreview>(preview)).pdf, "base64"))).toBe(3);
  });

  it.each(types)(
    "of type %s contains the photos, with exact length and the same bytes each time",
    async (type) => {
      const { as, row, layouts } = await makeReaderWithLayouts(type);
      const [layout] = layouts;
      const path = pathOf(row.id, `configuration=${layout!.id}&language=sv`);
      const [first, second] = [await call("GET", path, { as }), await call("GET", path, { as })];
      expect(first.status, await first.clone().text()).toBe(200);
      const document = await bytesOf(first);
      expect(Number(first.headers.get("content-length"))).toBe(document.length);
      expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
      expect(document.equals(await bytesOf(second))).toBe(true);
      expect(photosIn(document)).toBe(3);
      const part = await call("GET", path, { as, headers: { range: "bytes=10-19" } });
      expect([part.status, (await bytesOf(part)).equals(document.subarray(10, 20))]).toEqual([206, true]);
      expect(decodeURIComponent(first.headers.get("content-disposition") ?? "")).toContain("Åre");
    },
  );

  it("is a PDF on request for a Word layout; PDF layouts accept the parameter too, others refuse it", async () => {
    const { as, row, layouts } = await makeReaderWithLayouts(...types);
    const starts: Record<string, string | undefined> = {};
    for (const [index, type] of types.entries()) {
      const response = await call("GET", pathOf(row.id, `configuration=${layouts[index]!.id}&pdf=true`), {
        as,
      });
      if (response.status === 200) starts[type] = (await bytesOf(response)).subarray(0, 5).toString();
      else expect(await jsonOf(response)).toMatchObject({ error: { fields: { pdf: "notAllowed" } } });
    }
    expect(starts).toEqual({ WORD: "%PDF-", PDF: "%PDF-", WORD_TO_PDF: "%PDF-" });
  });

  it("2§2 is a PDF of a type on request, with the photos, exact length and the same bytes each time", async () => {
    const { as, row } = await makeReaderWithLayouts("WORD");
    const path = pathOf(row.id, "type=PHOTO_WORD_DOCUMENT&pdf=true&language=sv");
    const [first, second] = [await call("GET", path, { as }), await call("GET", path, { as })];
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const document = await bytesOf(first);
    expect(Number(first.headers.get("content-length"))).toBe(document.length);
    expect(document.equals(await bytesOf(second))).toBe(true);
    expect(photosIn(document)).toBe(3);
    expect(await problemOf(as, pathOf(row.id, "type=FORM_3GIS_PM&pdf=true"))).toMatchObject({
      fields: { type: "notAllowed" },
    });
  });

  it("is requested by either a layout or a type", async () => {
    const { as, row, layouts } = await makeReaderWithLayouts("WORD");
    const configuration = `configuration=${layouts[0]!.id}`;
    for (const [query, fields] of [
      [`${configuration}&type=PHOTO_WORD_DOCUMENT`, { type: "notAllowed" }],
      ["language=sv", { type: "required" }],
      ["configuration=x", { configuration: "invalid" }],
      [`${configuration}&pdf=maybe`, { pdf: "invalid" }],
    ] as const)
      expect(await problemOf(as, pathOf(row.id, query))).toMatchObject({ status: 422, fields });
  });

  it("design§Tenancy uses only layouts granted to the customer; super admins can use all", async () => {
    const { as, row, layouts } = await makeReaderWithLayouts("WORD");
    const foreign = await makeLayout("WORD");
    await grant((await makeCustomer()).id, foreign.id);
    for (const id of [foreign.id, crypto.randomUUID()])
      expect(await problemOf(as, pathOf(row.id, `configuration=${id}`))).toMatchObject({
        status: 422,
        code: "exportTypeRefused",
        fields: { configuration: "notAllowed" },
      });
    const admin = await makeSuperAdmin();
    expect((await call("GET", pathOf(row.id, `configuration=${foreign.id}`), { as: admin })).status).toBe(
      200,
    );
    const unknownPath = pathOf(row.id, `configuration=${crypto.randomUUID()}`);
    expect((await call("GET", unknownPath, { as: admin })).status).toBe(404);
    const otherCustomer = await makeReaderWithLayouts("WORD");
    await grant(otherCustomer.as.customerId, layouts[0]!.id);
    const path = pathOf(row.id, `configuration=${layouts[0]!.id}`);
    expect((await call("GET", path, { as: otherCustomer.as })).status).toBe(404);
  });

  it("1§7 with a ticket, the grant is checked again at the download", async () => {
    const { as, row, layouts } = await makeReaderWithLayouts("PDF");
    const path = `/api${pathOf(row.id, `configuration=${layouts[0]!.id}&pdf=false`)}`;
    const { url } = await jsonOf<{ url: string }>(call("POST", "/downloadTicket", { as, body: { path } }));
    const open = () => call("GET", url.replace(/^\/api/, ""));
    expect((await open()).status).toBe(200);
    await db()
      .delete(customerExportDocumentConfiguration)
      .where(
        and(
          eq(customerExportDocumentConfiguration.customerId, as.customerId),
          eq(customerExportDocumentConfiguration.exportDocumentConfigurationId, layouts[0]!.id),
        ),
      );
    expect((await open()).status).toBe(422);
  });

  it("2§4 is refused while the documentation is handed over or fetched", async () => {
    const { as, row, layouts } = await makeReaderWithLayouts("WORD");
    for (const status of ["PAUSED", "DOWNLOADED"] as const) {
      await db().update(documentation).set({ status }).where(eq(documentation.id, row.id));
      expect(await problemOf(as, pathOf(row.id, `configuration=${layouts[0]!.id}`))).toMatchObject({
        code: "exportRefused",
      });
    }
  });

  it("3§3 is not generated with a layout that has errors, its own or those of an inserted one", async () => {
    const { as, row } = await makeReaderWithLayouts();
    const inner = await makeLayout("WORD_TO_PDF");
    const outer = await makeLayout("WORD_TO_PDF", [layoutNode("INSERT", { CONFIGURATION: inner.id })]);
    await grant(as.customerId, outer.id);
    const path = pathOf(row.id, `configuration=${outer.id}`);
    const full = await call("GET", path, { as });
    expect(photosIn(await bytesOf(full))).toBe(3);
    await db()
      .update(exportDocumentNode)
      .set({ type: "CAROUSEL" })
      .where(eq(exportDocumentNode.id, inner.nodes[0]!.id));
    const refusal = { code: "layoutFaulty", names: [inner.name] };
    expect(await problemOf(as, path)).toMatchObject({ status: 422, ...refusal });
    const layout = { id: null, name: "Draft", type: "WORD_TO_PDF", nodes: outer.nodes };
    const nodes = outer.nodes.map((node) => ({ ...node, id: crypto.randomUUID() }));
    const response = call("POST", "/exportDocumentConfiguration/preview", {
      as: await makeSuperAdmin(),
      body: { documentation: row.id, layout: { ...layout, nodes } },
    });
    expect((await jsonOf<Refusal>(response)).error).toMatchObject(refusal);
  });

  it("3§5 is not generated at all, rather than incompletely, with a layout whose INSERTs exceed the limit", async () => {
    const { as, row } = await makeReaderWithLayouts();
    const breaks = Array.from({ length: maxNodes }, () => layoutNode("LINE_BREAK"));
    const params = { CONFIGURATION: (await makeLayout("WORD_TO_PDF", breaks)).id };
    const inserts = Array.from({ length: maxInsertedNodes / maxNodes }, () => layoutNode("INSERT", params));
    const { id, name } = await makeLayout("WORD_TO_PDF", inserts);
    await grant(as.customerId, id);
    const path = pathOf(row.id, `configuration=${id}`);
    const full = await call("GET", path, { as });
    expect(full.status, await full.clone().text()).toBe(200);
    const { children: _, ...nodeFields } = layoutNode("INSERT", params);
    await db()
      .insert(exportDocumentNode)
      .values({ ...nodeFields, exportDocumentConfigurationId: id });
    const refusal = { status: 422, code: "layoutFaulty", names: [name] };
    expect(await problemOf(as, path)).toMatchObject(refusal);
    const test = `/exportDocumentConfiguration/test?documentation=${row.id}&exportDocumentConfiguration=${id}`;
    expect(await problemOf(await makeSuperAdmin(), test)).toMatchObject(refusal);
  });

  it("2§7 has the same bytes with a picture that was decoded for an earlier document, and is refused with a damaged one", async () => {
    const { as, row } = await makeReaderWithLayouts();
    const image = layoutNode("IMAGE", { DATA: clearPng, TYPE: "image/png" });
    const cell = layoutNode("COLUMN", {}, [image]);
    const nodes = [...nodesOf.WORD(), layoutNode("TABLE", {}, [layoutNode("ROW", {}, [cell])])];
    const { id, name } = await makeLayout("WORD", nodes);
    await grant(as.customerId, id);
    const path = pathOf(row.id, `configuration=${id}&pdf=true`);
    const first = await bytesOf(await call("GET", path, { as }));
    expect(first.toString("latin1")).toContain("/SMask");
    for (let count = 0; count < 2; count += 1)
      expect((await bytesOf(await call("GET", path, { as }))).equals(first)).toBe(true);
    const DATA = Buffer.from(makeSmallPng(8, 6, { width: 8, height: 7 })).toString("base64");
    await db()
      .update(exportDocumentNode)
      .set({ params: { ...image.params, DATA } })
      .where(eq(exportDocumentNode.id, image.id));
    for (const pdf of [true, false])
      expect(await problemOf(as, pathOf(row.id, `configuration=${id}&pdf=${pdf}`))).toMatchObject({
        status: 422,
        code: "layoutFaulty",
        names: [name],
      });
  });
});

describe("2§7 documents of a group and a comparison made with a report layout", () => {
  it("contain the photos of all documentations, or the selected ones", async () => {
    const { as, row, visit, layouts } = await makeReaderWithLayouts("WORD", "POWERPOINT");
    const otherVisit = await visit({ photos: 1, dateCreated: "2026-05-09T08:00:00Z" });
    for (const { id } of layouts) {
      const full = await call("GET", `/documentationGroup/downloadExportDocument/Åre?configuration=${id}`, {
        as,
      });
      expect(full.status, await full.clone().text()).toBe(200);
      expect(photosIn(await bytesOf(full))).toBe(4);
      const photoQuery = [row.photos[0], otherVisit.photos[0]].map((photo) => `photo=${photo}`).join("&");
      const comparisonFile = await call(
        "GET",
        `/documentationComparison/downloadExportDocument?configuration=${id}&${photoQuery}&name=Both`,
        { as },
      );
      expect(photosIn(await bytesOf(comparisonFile))).toBe(2);
      expect(comparisonFile.headers.get("content-disposition")).toContain("Both");
    }
  });

  it("are PDFs on request, and are refused in the same cases as a single documentation", async () => {
    const { as, row, layouts } = await makeReaderWithLayouts("WORD");
    const foreign = await makeLayout("WORD");
    const group = (query: string) => `/documentationGroup/downloadExportDocument/Åre?${query}`;
    const comparison = (query: string) =>
      `/documentationComparison/downloadExportDocument?photo=${row.photos[0]}&${query}`;
    const { as: outsider } = await makeReaderWithLayouts();
    await grant(outsider.customerId, layouts[0]!.id);
    for (const path of [group, comparison]) {
      const pdf = await call("GET", path(`configuration=${layouts[0]!.id}&pdf=true`), { as });
      expect((await bytesOf(pdf)).subarray(0, 5).toString()).toBe("%PDF-");
      expect(await problemOf(as, path(`configuration=${foreign.id}`))).toMatchObject({
        code: "exportTypeRefused",
      });
      expect(await problemOf(as, path("language=sv"))).toMatchObject({
        fields: { configuration: "required" },
      });
    }
    const query = `configuration=${layouts[0]!.id}`;
    expect((await call("GET", comparison(query), { as: outsider })).status).toBe(404);
    const response = await call("GET", group(query), { as: outsider });
    expect(photosIn(await bytesOf(response))).toBe(3);
    const callerWithoutProducts = await makeCaller({
      customerId: (await makeCustomer()).id,
      roles: ["ROLE_DOCUMENTATION_READ"],
    });
    for (const path of [group(query), comparison(query)])
      expect((await call("GET", path, { as: callerWithoutProducts })).status).toBe(403);
  });
});

describe("3§7 the test of a layout", () => {
  it("returns the file for a documentation, with and without the slash in the URL, for super admins", async () => {
    const { as, row } = await makeReaderWithLayouts();
    const { id } = await makeLayout("EXCEL");
    const admin = await makeSuperAdmin();
    for (const path of ["/exportDocumentConfiguration/test/", "/exportDocumentConfiguration/test"]) {
      const query = `?documentation=${row.id}&exportDocumentConfiguration=${id}`;
      const response = await call("GET", path + query, { as: admin });
      expect(photosIn(await bytesOf(response))).toBe(3);
      const { url } = await jsonOf<{ url: string }>(
        call("POST", "/downloadTicket", { as: admin, body: { path: `/api${path}${query}` } }),
      );
      expect((await call("GET", url.replace(/^\/api/, ""))).status).toBe(200);
      expect((await call("GET", path + query, { as })).status).toBe(403);
      const unknownQuery = `?documentation=${crypto.randomUUID()}&exportDocumentConfiguration=${id}`;
      expect((await call("GET", path + unknownQuery, { as: admin })).status).toBe(404);
      expect((await problemOf(admin, `${path}?documentation=${row.id}`)).fields).toEqual({
        exportDocumentConfiguration: "required",
      });
    }
  });
});

describe("3§7 the preview of a layout", () => {
  it.each(types)(
    "renders an unsaved layout of type %s as PDF, reports the positions of its nodes, and stores nothing",
    async (type) => {
      const { row } = await makeReaderWithLayouts();
      const as = await makeSuperAdmin();
      const nodes = nodesOf[type]();
      const initialCount = await db().$count(exportDocumentConfiguration);
      const response = await previewOf(as, row.id, { type, nodes });
      expect(response.status, await response.clone().text()).toBe(200);
      const { pdf, pages, cut, parts, unfilled } = await jsonOf<LayoutPreview>(response);
      const bytes = Buffer.from(pdf, "base64");
      expect([bytes.subarray(0, 5).toString(), pages > 0, cut, unfilled]).toEqual(["%PDF-", true, false, []]);
      expect(photosIn(bytes)).toBe(3);
      const idsOf = (layoutNodes: readonly LayoutNode[]): string[] =>
        layoutNodes.flatMap(({ id, children }) => [id, ...idsOf(children)]);
      expect(parts.length).toBeGreaterThan(0);
      for (const { node, page, width, height } of parts) {
        expect(idsOf(nodes)).toContain(node);
        expect(page >= 0 && page < pages && width >= 0 && height >= 0).toBe(true);
      }
      expect(await db().$count(exportDocumentConfiguration)).toBe(initialCount);
    },
  );

  it("lists placeholders that had no value", async () => {
    const { row } = await makeReaderWithLayouts();
    const node = textNode("{TASK_ANSWER:nothing}", flowingParams);
    const response = await previewOf(await makeSuperAdmin(), row.id, { type: "WORD", nodes: [node] });
    const { unfilled } = await jsonOf<LayoutPreview>(response);
    expect(unfilled.map((entry) => entry.node)).toEqual([node.id]);
  });

  it("renders a layout that was saved after the preview was requested", async () => {
    const { row } = await makeReaderWithLayouts();
    const as = await makeSuperAdmin();
    const nodes = [textNode("{PHOTO_NAME}", flowingParams)];
    const saveResponse = await call("POST", "/exportDocumentConfigurations", {
      as,
      body: { name: "Protocol", type: "WORD", nodes },
    });
    expect(saveResponse.status).toBe(201);
    expect((await previewOf(as, row.id, { type: "WORD", nodes })).status).toBe(200);
  });

  it("compares with the latest others of the name, or else of the template, and only if the layout compares", async () => {
    const { row, visit } = await makeReaderWithLayouts();
    const as = await makeSuperAdmin();
    const compare = async (node: LayoutNode, documentationId = row.id) => {
      const response = await previewOf(as, documentationId, { type: "WORD", nodes: [node] });
      expect(response.status, await response.clone().text()).toBe(200);
      const { pdf, compared } = await jsonOf<LayoutPreview>(response);
      return { compared, photos: photosIn(Buffer.from(pdf, "base64")) };
    };
    const comparison = layoutNode("COMPARISON");
    expect(await compare(comparison)).toEqual({ compared: 0, photos: 3 });
    const other = await visit({ name: "Boden" });
    expect(await compare(comparison)).toEqual({ compared: 1, photos: 6 });
    await visit({ photos: 1 });
    await visit({ photos: 5, status: "PAUSED" });
    expect(await compare(comparison)).toEqual({ compared: 1, photos: 4 });
    expect((await compare(comparison, other.id)).compared).toBe(2);
    expect(await compare(layoutNode("EACH", { IN: "DOCUMENTATIONS" }, [comparison]))).toEqual({
      compared: 1,
      photos: 4,
    });
    expect(await compare(layoutNode("EACH", { IN: "PHOTOS" }, [layoutNode("PHOTO")]))).toEqual({
      compared: 0,
      photos: 3,
    });
  });

  it("renders the layouts that it inserts", async () => {
    const { row } = await makeReaderWithLayouts();
    const { id } = await makeLayout("WORD_TO_PDF");
    const nodes = [layoutNode("INSERT", { CONFIGURATION: id })];
    const response = await previewOf(await makeSuperAdmin(), row.id, { type: "WORD_TO_PDF", nodes });
    expect(photosIn(Buffer.from((await jsonOf<LayoutPreview>(response)).pdf, "base64"))).toBe(3);
  });

  it("reports a layout's errors by node and field, and requires a documentation that may be exported", async () => {
    const { row, as: reader } = await makeReaderWithLayouts();
    const as = await makeSuperAdmin();
    const empty = layoutNode("PHOTO", { WIDTH: "wide" });
    const faulty = await previewOf(as, row.id, { type: "WORD", nodes: [empty] });
    expect(faulty.status).toBe(422);
    expect((await jsonOf<Refusal>(faulty)).error.fields).toEqual({
      [`nodes.${empty.id}.WIDTH`]: "wrongType",
    });
    const damagedData = Buffer.from(makeSmallPng(8, 6, { width: 8, height: 7 })).toString("base64");
    const image = layoutNode("IMAGE", { DATA: damagedData, TYPE: "image/png" });
    const cell = layoutNode("COLUMN", {}, [image]);
    const table = layoutNode("TABLE", {}, [layoutNode("ROW", {}, [cell])]);
    const broken = await previewOf(as, row.id, { type: "WORD", nodes: [table] });
    expect((await jsonOf<Refusal>(broken)).error.fields).toEqual({ [`nodes.${image.id}.DATA`]: "invalid" });
    const validLayout = { type: "WORD", nodes: nodesOf.WORD() };
    expect((await previewOf(as, crypto.randomUUID(), validLayout)).status).toBe(404);
    expect((await previewOf(reader, row.id, validLayout)).status).toBe(403);
    await db().update(documentation).set({ status: "PAUSED" }).where(eq(documentation.id, row.id));
    expect((await jsonOf<Refusal>(previewOf(as, row.id, validLayout))).error.code).toBe("exportRefused");
  });

  it("renders a layout whose saved state differs, and detects cycles", async () => {
    const { row } = await makeReaderWithLayouts();
    const savedLayout = await makeLayout("WORD_TO_PDF");
    const insertingLayout = await makeLayout("WORD_TO_PDF", [
      layoutNode("INSERT", { CONFIGURATION: savedLayout.id }),
    ]);
    const node = layoutNode("INSERT", { CONFIGURATION: insertingLayout.id });
    const layout = { id: savedLayout.id, name: savedLayout.name, type: "WORD_TO_PDF", nodes: [node] };
    const response = await previewOf(await makeSuperAdmin(), row.id, layout);
    expect((await jsonOf<Refusal>(response)).error).toMatchObject({
      fields: { [`nodes.${node.id}.CONFIGURATION`]: "circle" },
      names: [`${savedLayout.name} › ${insertingLayout.name} › ${savedLayout.name}`],
    });
  });
});
