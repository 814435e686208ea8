import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { LayoutNode } from "#domain/layout/node.ts";
import { type LayoutNodeType, maxInsertedNodes, maxLevels, maxNodes } from "#domain/layout/types.ts";
import { layoutChain, layoutNode, nestedChain, smallestPng } from "#domain/testing/layouts.ts";
import { idParam } from "#worker/db/ids.ts";
import {
  customerExportDocumentConfiguration,
  domainChange,
  exportConfiguration,
  exportDocumentConfiguration,
  exportDocumentNode,
  template,
  templateReplacementText,
} from "#worker/db/schema/index.ts";
import { makePngChunk, makeSmallPng } from "#worker/media/testing/samplePng.ts";
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
import { post as postTemplate } from "#worker/testing/templateTesting.ts";

interface LayoutResponse {
  id: string;
  name: string;
  type: string;
  nodes: LayoutNode[];
  faults: Record<string, string>;
  version: number;
  dateCreated: string;
  error?: { code: string; fields?: Record<string, string>; names?: string[] };
}

const path = "/exportDocumentConfigurations";
const post = (as: Caller, body: object) => call("POST", path, { as, body });
const put = (as: Caller, id: string, body: object) => call("PUT", `${path}/${id}`, { as, body });
const get = (as: Caller, id: string) => jsonOf<LayoutResponse>(call("GET", `${path}/${id}`, { as }));
const remove = (as: Caller, id: string) => call("DELETE", `${path}/${id}`, { as });
const auditEntriesOf = (objectId: string) =>
  db()
    .select()
    .from(domainChange)
    .where(
      and(
        eq(domainChange.objectId, objectId),
        eq(domainChange.objectClass, "siteproof.ExportDocumentConfiguration"),
      ),
    );

const text = (TEXT: string) =>
  layoutNode("TEXT", { TEXT, SIZE: "11", COLOR: "#000000", STYLE: "NORMAL", ALIGNMENT: "LEFT" });
const insert = (CONFIGURATION: string) => layoutNode("INSERT", { CONFIGURATION });

async function createLayout(as: Caller, fields: object = {}): Promise<LayoutResponse> {
  const response = await post(as, { name: uniqueName("layout"), type: "WORD", nodes: [], ...fields });
  expect(response.status, await response.clone().text()).toBe(201);
  return jsonOf<LayoutResponse>(response);
}
const wordToPdf = (as: Caller, nodes: LayoutNode[] = []) => createLayout(as, { type: "WORD_TO_PDF", nodes });

async function problemOf(responsePromise: Promise<Response>) {
  const response = await responsePromise;
  const { error } = await jsonOf<LayoutResponse>(response);
  return { status: response.status, ...error };
}

describe("3§3 saving a report layout", () => {
  it("3§4 stores positions and parents as the nodes are nested, and returns the layout as it was sent", async () => {
    const as = await makeSuperAdmin();
    const cell = layoutNode("COLUMN", { WIDTH: "40", PADDING: "" }, [text("A"), text("B")]);
    const row = layoutNode("ROW", {}, [{ ...cell, position: 77, parent: crypto.randomUUID() }]);
    const table = { ...layoutNode("TABLE", {}, [row]), name: "Svar", description: "Alla" };
    const { id, nodes, faults } = await createLayout(as, { nodes: [text("First"), table] });
    expect(faults).toEqual({});
    const read = await get(as, id);
    expect(read.nodes).toEqual(nodes);
    const [first, second] = nodes as [LayoutNode, LayoutNode];
    expect([first.position, second.position, second.parent]).toEqual([0, 1, null]);
    expect([second.name, second.description]).toEqual(["Svar", "Alla"]);
    const column = second.children[0]!.children[0]!;
    expect([column.parent, column.position, column.params]).toEqual([row.id, 0, { WIDTH: "40" }]);
    expect(column.children.map(({ position, params: paramsOf }) => [position, paramsOf.TEXT])).toEqual([
      [0, "A"],
      [1, "B"],
    ]);
  });

  it("3§4 refuses unknown placeholders by node, unless they are replacement codes of any template", async () => {
    const as = await makeSuperAdmin();
    const [code, unknown] = [
      `CODE${crypto.randomUUID().slice(0, 8)}`,
      text("{documentation_name} {UNKNOWN}"),
    ];
    const withCode = text(`{${code}} {DOCUMENTATION_NAME}`);
    const fields = { name: uniqueName("layout"), type: "WORD", nodes: [withCode, unknown] };
    const errorsOf = async (response: Promise<Response>) => (await problemOf(response)).fields;
    expect(await errorsOf(post(as, fields))).toEqual({
      [`nodes.${withCode.id}.TEXT`]: "unknownPlaceholder",
      [`nodes.${unknown.id}.TEXT`]: "unknownPlaceholder",
    });
    const { id: customerId } = await makeCustomer();
    const { id: templateId } = await makeTemplate(customerId);
    await db().insert(templateReplacementText).values({ customerId, templateId, code, sv: "Anmärkning" });
    expect(await errorsOf(post(as, fields))).toEqual({ [`nodes.${unknown.id}.TEXT`]: "unknownPlaceholder" });
    const { codes } = await jsonOf<{ codes: string[] }>(
      call("GET", "/exportDocumentConfiguration/getReplacementCodes", { as }),
    );
    expect(codes).toContain(code);
    const { id, version } = await createLayout(as, { nodes: [withCode] });
    expect(await errorsOf(put(as, id, { version, nodes: [withCode, unknown] }))).toEqual({
      [`nodes.${unknown.id}.TEXT`]: "unknownPlaceholder",
    });
    const staff = await makeCaller({ roles: ["ROLE_TEMPLATE_WRITE"] });
    const response = await call("GET", "/exportDocumentConfiguration/getReplacementCodes", { as: staff });
    expect(response.status).toBe(403);
  });

  it("1§7 makes one version and one audit entry, which names nodes and contains no pictures", async () => {
    const as = await makeSuperAdmin();
    const column = layoutNode("COLUMN", {}, [layoutNode("IMAGE", { DATA: smallestPng, TYPE: "image/png" })]);
    const table = layoutNode("TABLE", {}, [layoutNode("ROW", {}, [column])]);
    const title = { ...text("Old"), name: "Title" };
    const { id, version, nodes } = await createLayout(as, { nodes: [title, table] });
    const DATA = pngOf(300_000);
    const image = { ...column.children[0]!, params: { DATA, TYPE: "image/png" } };
    const changeResponse = await put(as, id, {
      version,
      nodes: [
        { ...table, children: [{ ...table.children[0]!, children: [{ ...column, children: [image] }] }] },
        { ...title, params: { ...title.params, TEXT: "New" } },
        text("Added"),
      ],
    });
    expect(changeResponse.status).toBe(200);
    const changedLayout = await jsonOf<LayoutResponse>(changeResponse);
    expect(changedLayout.version).toBe(version + 1);
    expect(changedLayout.nodes.map(({ id: node }) => node).slice(0, 2)).toEqual([nodes[1]!.id, nodes[0]!.id]);
    const lines = await auditEntriesOf(id);
    expect(lines.map(({ action }) => action)).toEqual(["CREATE", "UPDATE"]);
    const { params: paramsOf } = lines[1]!;
    expect(paramsOf["nodes › TEXT Title › TEXT"]).toEqual({ before: "Old", after: "New" });
    expect(paramsOf["nodes › TEXT"]).toEqual({ before: null, after: "TEXT" });
    expect(paramsOf["nodes › order"]).toBeDefined();
    expect(JSON.stringify(lines).length).toBeLessThan(5000);
  });

  it("1§7 changes nothing if the layout is unchanged", async () => {
    const as = await makeSuperAdmin();
    const { id, version, nodes, name } = await createLayout(as, { nodes: [text("A")] });
    const unchangedLayout = await jsonOf<LayoutResponse>(put(as, id, { version, nodes, name }));
    expect(unchangedLayout.version).toBe(version);
    expect(await auditEntriesOf(id)).toHaveLength(1);
  });

  it("3§4 can move a node out of a node that it deletes", async () => {
    const as = await makeSuperAdmin();
    const inner = text("Stays");
    const eachNode = layoutNode("EACH", { IN: "TASKS" }, [inner]);
    const { id, version } = await createLayout(as, { nodes: [eachNode, text("Goes")] });
    const changedLayout = await jsonOf<LayoutResponse>(put(as, id, { version, nodes: [inner] }));
    expect(changedLayout.nodes).toEqual([{ ...inner, parent: null, position: 0 }]);
    const remainingNodes = await db()
      .select()
      .from(exportDocumentNode)
      .where(eq(exportDocumentNode.exportDocumentConfigurationId, id));
    expect(remainingNodes.map((row) => row.id)).toEqual([inner.id]);
  });

  it("3§4 cannot change the type of a saved layout", async () => {
    const as = await makeSuperAdmin();
    const { id, version } = await createLayout(as);
    expect(await problemOf(put(as, id, { version, type: "EXCEL", nodes: [] }))).toMatchObject({
      status: 422,
      fields: { type: "readOnly" },
    });
    expect((await put(as, id, { version, type: "WORD", description: "Same" })).status).toBe(200);
  });

  it("1§7 is refused as stale for the second of two saves of one version", async () => {
    const as = await makeSuperAdmin();
    const { id, version } = await createLayout(as);
    const responses = await Promise.all(
      ["A", "B"].map((content) => put(as, id, { version, nodes: [text(content)] })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await get(as, id)).nodes).toHaveLength(1);
  });

  it("3§3 accepts pictures that together exceed the database's limit for a value", async () => {
    const as = await makeSuperAdmin();
    const images = Array.from({ length: 5 }, () =>
      layoutNode("IMAGE", { DATA: pngOf(990_000), TYPE: "image/png" }),
    );
    const nodes = [nestedChain([layoutNode("TABLE"), layoutNode("ROW"), layoutNode("COLUMN", {}, images)])];
    const { id } = await createLayout(as, { nodes });
    const read = await get(as, id);
    const storedImages = read.nodes[0]!.children[0]!.children[0]!.children;
    expect(storedImages.map(({ params: paramsOf }) => paramsOf.DATA === images[0]!.params.DATA)).toEqual(
      images.map(() => true),
    );
    const extraImages = Array.from({ length: 8 }, () => ({ ...images[0]!, id: crypto.randomUUID() }));
    const full = [
      nestedChain([layoutNode("TABLE"), layoutNode("ROW"), layoutNode("COLUMN", {}, extraImages)]),
    ];
    expect(await problemOf(post(as, { name: "Full", type: "WORD", nodes: full }))).toMatchObject({
      fields: { nodes: "tooLarge" },
    });
  });
});

function corrupt(bytes: Uint8Array, beforeEnd: number): Uint8Array {
  bytes[bytes.length - beforeEnd]! ^= 1;
  return bytes;
}

const truncatedPhoto = () => makePlainPhoto().subarray(0, makePlainPhoto().length * 0.6);

/** A PNG of `bytes` bytes, mostly in a chunk that readers ignore. */
function pngOf(bytes: number): string {
  const plain = makeSmallPng();
  const filler = makePngChunk("teXt", new Uint8Array(bytes - plain.length));
  // After the signature and the header, 33 bytes.
  return Buffer.concat([plain.subarray(0, 33), filler, plain.subarray(33)]).toString("base64");
}

describe("3§5 errors of a layout are reported by node and field", () => {
  it("and nothing is stored", async () => {
    const as = await makeSuperAdmin();
    const empty = layoutNode("TEXT");
    const slide = layoutNode("SLIDE");
    const name = uniqueName("faulty");
    const refusal = await problemOf(post(as, { name, type: "WORD", nodes: [empty, slide] }));
    expect(refusal).toEqual({
      status: 422,
      code: "invalid",
      message: expect.any(String),
      fields: {
        ...Object.fromEntries(
          ["TEXT", "SIZE", "STYLE", "ALIGNMENT"].map((param) => [`nodes.${empty.id}.${param}`, "required"]),
        ),
        [`nodes.${slide.id}.type`]: "notAllowed",
      },
    });
    const storedRows = await db()
      .select()
      .from(exportDocumentConfiguration)
      .where(eq(exportDocumentConfiguration.name, name));
    expect(storedRows).toEqual([]);
  });

  it.each<[string, () => Uint8Array]>([
    ["a wrong checksum", () => corrupt(Buffer.from(smallestPng, "base64"), 20)],
    ["too few pixels", () => makeSmallPng(8, 6, { width: 8, height: 7 })],
    ["more pixels than its header says", () => makeSmallPng(800, 600, { width: 4, height: 4 })],
    ["an early end of image", () => Buffer.concat([truncatedPhoto(), Uint8Array.of(0xff, 0xd9)])],
  ])("a picture with %s is refused", async (_, bytes) => {
    const as = await makeSuperAdmin();
    const DATA = Buffer.from(bytes()).toString("base64");
    const TYPE = DATA.startsWith("/9j/") ? "image/jpeg" : "image/png";
    const chain = layoutChain("WORD", "TABLE", "ROW", "COLUMN", "IMAGE");
    const image = { ...chain[3]!, params: { DATA, TYPE } };
    const nodes = [nestedChain([...chain.slice(0, 3), image])];
    expect(await problemOf(post(as, { name: "Damaged", type: "WORD", nodes }))).toMatchObject({
      status: 422,
      fields: { [`nodes.${image.id}.DATA`]: "invalid" },
    });
  });

  it("a damaged stored picture is reported with its layout", async () => {
    const as = await makeSuperAdmin();
    const image = layoutNode("IMAGE", { DATA: smallestPng, TYPE: "image/png" });
    const chain = [layoutNode("TABLE"), layoutNode("ROW"), layoutNode("COLUMN", {}, [image])];
    const { id } = await createLayout(as, { nodes: [nestedChain(chain)] });
    const DATA = Buffer.from(makeSmallPng(8, 6, { width: 8, height: 7 })).toString("base64");
    await db()
      .update(exportDocumentNode)
      .set({ params: { ...image.params, DATA } })
      .where(eq(exportDocumentNode.id, image.id));
    expect((await get(as, id)).faults).toEqual({ [`nodes.${image.id}.DATA`]: "invalid" });
  });

  it("an id that a node of another layout has is refused", async () => {
    const as = await makeSuperAdmin();
    const node = text("A");
    await createLayout(as, { nodes: [node] });
    expect(await problemOf(post(as, { name: "Thief", type: "WORD", nodes: [node] }))).toMatchObject({
      fields: { [`nodes.${node.id}.id`]: "duplicate" },
    });
  });

  it.each<[string, unknown]>([
    ["keys from Object.prototype", { params: JSON.parse('{"__proto__": "x", "constructor": "x"}') }],
    ["a type from Object.prototype", { type: "constructor" }],
    ["a lone surrogate", { params: { TEXT: "\ud800" } }],
    ["NUL", { params: { TEXT: "a\u0000b" } }],
    ["numbers instead of texts", { params: { SIZE: 11 } }],
    ["params of a million letters", { params: { TEXT: "x".repeat(1_000_000) } }],
    ["an invalid id", { id: "1" }],
    ["unknown fields", { surprise: true }],
    ["invalid children", { children: "x" }],
  ])("%s are a 422 with fields", async (_name, part) => {
    const as = await makeSuperAdmin();
    const refusal = await problemOf(
      post(as, { name: "Hostile", type: "WORD", nodes: [{ ...text("A"), ...(part as object) }] }),
    );
    expect(refusal.status).toBe(422);
    expect(Object.keys(refusal.fields ?? {}).every((field) => field.startsWith("nodes"))).toBe(true);
  });

  it("caused by another grammar are reported with the stored layout, which still loads but cannot be saved with them", async () => {
    const as = await makeSuperAdmin();
    const { id, version } = await createLayout(as, { nodes: [text("A")] });
    const odd = { id: crypto.randomUUID(), exportDocumentConfigurationId: id };
    await db()
      .insert(exportDocumentNode)
      .values({ ...odd, type: "CAROUSEL", position: 1, params: { SPEED: "fast" } });
    const old = { id: crypto.randomUUID(), exportDocumentConfigurationId: id };
    await db()
      .insert(exportDocumentNode)
      .values({ ...old, type: "TEXT", position: 2, params: { TEXT: "Old", SIZE: "11", COLOR: "000000" } });
    const read = await get(as, id);
    expect(read.nodes.map(({ type }) => type)).toEqual(["TEXT", "CAROUSEL", "TEXT"]);
    const faults = {
      [`nodes.${odd.id}.type`]: "unknown",
      [`nodes.${old.id}.COLOR`]: "invalid",
      [`nodes.${old.id}.STYLE`]: "required",
      [`nodes.${old.id}.ALIGNMENT`]: "required",
    };
    expect(read.faults).toEqual(faults);
    const { faults: _, ...row } = read;
    expect((await problemOf(put(as, id, { ...row, name: "Renamed" }))).fields).toEqual(faults);
    const repairResponse = await put(as, id, { ...read, version, nodes: [read.nodes[0]] });
    expect([repairResponse.status, (await jsonOf<LayoutResponse>(repairResponse)).faults]).toEqual([200, {}]);
  });
});

describe("3§5 a layout can insert others", () => {
  it("that exist and can become a PDF", async () => {
    const as = await makeSuperAdmin();
    const word = await createLayout(as);
    for (const [layout, error] of [
      [crypto.randomUUID(), "notFound"],
      [word.id, "notAllowed"],
    ] as const) {
      const node = insert(layout);
      expect((await problemOf(post(as, { name: "A", type: "WORD_TO_PDF", nodes: [node] }))).fields).toEqual({
        [`nodes.${node.id}.CONFIGURATION`]: error,
      });
    }
    const otherLayout = await wordToPdf(as);
    const node = insert(otherLayout.id);
    expect((await wordToPdf(as, [node])).nodes[0]!.params.CONFIGURATION).toBe(otherLayout.id);
  });

  it("but never itself, directly or through others, whose names are reported", async () => {
    const as = await makeSuperAdmin();
    const outerLayout = await wordToPdf(as);
    const middle = await wordToPdf(as, [insert(outerLayout.id)]);
    const outer = await wordToPdf(as, [insert(middle.id)]);
    for (const [layout, cycle] of [
      [outerLayout, [outerLayout, outerLayout]],
      [middle, [outerLayout, middle, outerLayout]],
      [outer, [outerLayout, outer, middle, outerLayout]],
    ] as const) {
      const node = insert(layout.id);
      expect(
        await problemOf(put(as, outerLayout.id, { version: outerLayout.version, nodes: [node] })),
      ).toMatchObject({
        status: 422,
        code: "invalid",
        fields: { [`nodes.${node.id}.CONFIGURATION`]: "circle" },
        names: [cycle.map(({ name }) => name).join(" › ")],
      });
    }
  });

  it("and two that are saved concurrently cannot form a cycle", async () => {
    const as = await makeSuperAdmin();
    const [first, second] = [await wordToPdf(as), await wordToPdf(as)];
    const responses = await Promise.all([
      put(as, first.id, { version: first.version, nodes: [insert(second.id)] }),
      put(as, second.id, { version: second.version, nodes: [insert(first.id)] }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

describe("3§5 layouts with their inserted layouts have at most 5000 nodes", () => {
  const texts = (count: number) => Array.from({ length: count }, (_, index) => text(`${index}`));
  const inserts = (id: string, count: number) => Array.from({ length: count }, () => insert(id));
  const maxFullInserts = maxInsertedNodes / maxNodes;

  it("and are refused at the INSERT that exceeds the limit, when saved and when rendered", async () => {
    const as = await makeSuperAdmin();
    const full = await wordToPdf(as, texts(maxNodes));
    const nodes = inserts(full.id, maxFullInserts);
    const { id, version } = await wordToPdf(as, nodes);
    const insertNode = insert((await wordToPdf(as, texts(1))).id);
    const refusal = {
      status: 422,
      code: "invalid",
      fields: { [`nodes.${insertNode.id}.CONFIGURATION`]: "tooLarge" },
    };
    expect(await problemOf(put(as, id, { version, nodes: [...nodes, insertNode] }))).toMatchObject(refusal);
    const newNodes = [...inserts(full.id, maxFullInserts), insertNode];
    expect(await problemOf(post(as, { name: "A", type: "WORD_TO_PDF", nodes: newNodes }))).toMatchObject(
      refusal,
    );
    const layout = { id: null, name: "A", type: "WORD_TO_PDF", nodes: newNodes };
    const body = { documentation: crypto.randomUUID(), layout };
    expect(await problemOf(call("POST", "/exportDocumentConfiguration/preview", { as, body }))).toMatchObject(
      refusal,
    );
    expect(await get(as, id)).toMatchObject({ version, faults: {} });
  });

  it("at any depth: ten of ten of ten", async () => {
    const as = await makeSuperAdmin();
    const leaf = await wordToPdf(as, texts(4));
    const tenLayout = await wordToPdf(as, inserts(leaf.id, 10));
    const hundredLayout = await wordToPdf(as, inserts(tenLayout.id, 10));
    const nodes = inserts(hundredLayout.id, 11);
    // 10 INSERTs of a layout with 10 INSERTs of 4 texts: 510 nodes each, of which nine fit.
    expect(await problemOf(post(as, { name: "A", type: "WORD_TO_PDF", nodes }))).toMatchObject({
      fields: Object.fromEntries(
        nodes.slice(9).map((node) => [`nodes.${node.id}.CONFIGURATION`, "tooLarge"]),
      ),
    });
  });

  it("including those that insert the saved one, which are named", async () => {
    const as = await makeSuperAdmin();
    const full = await wordToPdf(as, texts(maxNodes));
    const layout = await wordToPdf(as, texts(1));
    const middle = await wordToPdf(as, inserts(layout.id, 2));
    // 4500 nodes, the middle layout's two, and the saved layout twice: that leaves it 249.
    const outer = await wordToPdf(as, [...inserts(full.id, maxFullInserts - 1), insert(middle.id)]);
    const save = (nodes: LayoutNode[]) => put(as, layout.id, { version: layout.version, nodes });
    expect(await problemOf(save(texts(250)))).toMatchObject({
      status: 422,
      code: "invalid",
      fields: { nodes: "tooLarge" },
      names: [outer.name],
    });
    const node = insert((await wordToPdf(as, texts(248))).id);
    expect(await problemOf(save([node, text("A")]))).toMatchObject({
      fields: { [`nodes.${node.id}.CONFIGURATION`]: "tooLarge" },
      names: [outer.name],
    });
    expect((await save([node])).status).toBe(200);
  });

  it("a stored layout with more reports that, and the layouts it inserts can be reduced", async () => {
    const as = await makeSuperAdmin();
    const full = await wordToPdf(as, texts(maxNodes));
    const nodes = inserts(full.id, maxFullInserts);
    const { id } = await wordToPdf(as, nodes);
    await db()
      .insert(exportDocumentNode)
      .values({
        ...{ id: crypto.randomUUID(), exportDocumentConfigurationId: id, type: "INSERT", position: 99 },
        params: { CONFIGURATION: full.id },
      });
    const read = await get(as, id);
    const last = read.nodes.at(-1)!;
    expect(read.faults).toEqual({ [`nodes.${last.id}.CONFIGURATION`]: "tooLarge" });
    const { name } = read;
    const smaller = await put(as, full.id, { version: full.version, nodes: full.nodes.slice(0, 480) });
    expect(smaller.status, await smaller.clone().text()).toBe(200);
    const { version } = await jsonOf<LayoutResponse>(smaller);
    const tooMany = [...full.nodes.slice(0, 480), text("More")];
    expect(await problemOf(put(as, full.id, { version, nodes: tooMany }))).toMatchObject({ names: [name] });
    expect((await put(as, full.id, { version, nodes: full.nodes.slice(0, 400) })).status).toBe(200);
    expect((await get(as, id)).faults).toEqual({});
  });
});

const copy = (as: Caller, body: object) => call("POST", "/exportDocumentConfiguration/copy", { as, body });

it("3§3 a layout of 20 levels can be saved, emptied, copied and deleted", async () => {
  const as = await makeSuperAdmin();
  const levels = () => [
    nestedChain(Array.from({ length: maxLevels }, () => layoutNode("EACH", { IN: "TASKS" }))),
  ];
  const rowsOf = (id: string) =>
    db()
      .select({ id: exportDocumentNode.id })
      .from(exportDocumentNode)
      .where(eq(exportDocumentNode.exportDocumentConfigurationId, id));
  const { id, version, nodes } = await createLayout(as, { nodes: levels() });
  const copyResponse = await copy(as, { id, name: uniqueName("copy") });
  expect(copyResponse.status).toBe(201);
  const layoutCopy = await jsonOf<LayoutResponse>(copyResponse);
  expect(await rowsOf(layoutCopy.id)).toHaveLength(maxLevels);

  const inner = nodes[0]!.children[0]!;
  const outermostResponse = await put(as, id, { version, nodes: [{ ...nodes[0]!, children: [] }] });
  expect(outermostResponse.status, await outermostResponse.clone().text()).toBe(200);
  const innerResponse = await put(as, id, { version: version + 1, nodes: [inner] });
  expect(innerResponse.status, await innerResponse.clone().text()).toBe(200);
  expect(await rowsOf(id)).toHaveLength(maxLevels - 1);
  const emptyResponse = await put(as, id, { version: version + 2, nodes: [] });
  expect(emptyResponse.status, await emptyResponse.clone().text()).toBe(200);
  expect(await rowsOf(id)).toEqual([]);

  const deleteResponse = await remove(as, layoutCopy.id);
  expect(deleteResponse.status, await deleteResponse.clone().text()).toBe(200);
  expect(await rowsOf(layoutCopy.id)).toEqual([]);
});

describe("3§2 3§7 a copy", () => {
  it("has the given name, the same nodes under new ids, and its own audit entry", async () => {
    const as = await makeSuperAdmin();
    const nodes = [nestedChain(layoutChain("WORD", "EACH", "TEXT"))];
    const source = await createLayout(as, { nodes, description: "Of photos" });
    const copyResponse = await copy(as, { id: source.id, name: "Mine - Kopia" });
    expect(copyResponse.status).toBe(201);
    const layoutCopy = await jsonOf<LayoutResponse>(copyResponse);
    expect(layoutCopy).toMatchObject({
      name: "Mine - Kopia",
      type: "WORD",
      description: "Of photos",
      version: 1,
    });
    const shapeOf = (layoutNodes: readonly LayoutNode[]): unknown =>
      layoutNodes.map(({ type, params: paramsOf, position, children }) => [
        type,
        paramsOf,
        position,
        shapeOf(children),
      ]);
    expect(shapeOf(layoutCopy.nodes)).toEqual(shapeOf(source.nodes));
    expect(layoutCopy.nodes[0]!.id).not.toBe(source.nodes[0]!.id);
    expect((await auditEntriesOf(layoutCopy.id)).map(({ action }) => action)).toEqual(["CREATE"]);
  });
  it("of an unknown layout is 404, without a name 422, and by others than super admins 403", async () => {
    const as = await makeSuperAdmin();
    const { id } = await createLayout(as);
    expect((await copy(as, { id: crypto.randomUUID(), name: "A" })).status).toBe(404);
    expect((await problemOf(copy(as, { id, name: " " }))).fields).toEqual({ name: "required" });
    const staff = await makeCaller({ roles: ["ROLE_TEMPLATE_WRITE"] });
    expect((await copy(staff, { id, name: "A" })).status).toBe(403);
  });
});

const grant = (customerId: number, exportDocumentConfigurationId: string) =>
  db().insert(customerExportDocumentConfiguration).values({ customerId, exportDocumentConfigurationId });

it("3§7 customer counts say how many customers are granted a layout", async () => {
  const as = await makeSuperAdmin();
  const [second, emptyLayout] = [await createLayout(as), await createLayout(as)];
  for (const { id } of [await makeCustomer(), await makeCustomer()]) await grant(id, second.id);
  const { items } = await jsonOf<{ items: { id: string; customers: number }[] }>(
    call("GET", "/exportDocumentConfiguration/getCustomerCounts", { as }),
  );
  expect(items.find(({ id }) => id === second.id)?.customers).toBe(2);
  expect(items.some(({ id }) => id === emptyLayout.id)).toBe(false);
});

describe("3§7 a layout in use cannot be deleted, and the error says where it is used", () => {
  const templateWith = async (as: Caller, fields: object) => {
    const response = await postTemplate(as, { name: uniqueName("template"), position: 0, ...fields });
    expect(response.status, await response.clone().text()).toBe(201);
    return jsonOf<{ id: string; name: string; version: number }>(response);
  };
  const destinationWith = async (customerId: number, layout: string) => {
    const [ftp] = await db()
      .insert(exportConfiguration)
      .values({ customerId, name: uniqueName("ftp"), type: "FTP" })
      .returning();
    return {
      id: crypto.randomUUID(),
      exportConfiguration: ftp!.id,
      name: "Till Polarnet",
      nodes: [
        {
          id: crypto.randomUUID(),
          type: "EXPORT_DOCUMENT_CONFIGURATION",
          params: { exportDocumentConfiguration: layout },
        },
      ],
    };
  };

  it("by name: customers, templates, destinations, and layouts that insert it", async () => {
    const as = await makeSuperAdmin();
    const customer = await makeCustomer();
    const { id, name } = await wordToPdf(as);
    const holder = await wordToPdf(as, [insert(id)]);
    expect(await problemOf(remove(as, id))).toMatchObject({ code: "inUse", names: [holder.name] });
    await grant(customer.id, id);
    const usingTemplate = await templateWith(as, {
      customerId: customer.id,
      exportDocumentConfigurations: [{ id }],
    });
    const sendingTemplate = await templateWith(as, {
      customerId: customer.id,
      templateExportConfigurations: [await destinationWith(customer.id, id)],
    });
    expect(await problemOf(remove(as, id))).toMatchObject({
      status: 422,
      code: "inUse",
      names: [
        customer.name,
        `${customer.name} › ${usingTemplate.name}`,
        `${customer.name} › ${sendingTemplate.name} › Till Polarnet`,
        holder.name,
      ],
    });
    expect((await get(as, id)).name).toBe(name);
  });

  it("deleted templates do not block it, and the log keeps its content", async () => {
    const as = await makeSuperAdmin();
    const customer = await makeCustomer();
    const { id, name } = await wordToPdf(as, [text("A")]);
    await grant(customer.id, id);
    for (const part of [
      { exportDocumentConfigurations: [{ id }] },
      { templateExportConfigurations: [await destinationWith(customer.id, id)] },
    ]) {
      const template = await templateWith(as, { customerId: customer.id, ...part });
      expect((await call("DELETE", `/templates/${template.id}`, { as })).status).toBe(200);
    }
    await db().run(
      sql`DELETE FROM customer_export_document_configuration WHERE export_document_configuration_id = ${idParam(id)}`,
    );
    expect((await remove(as, id)).status).toBe(200);
    expect((await call("GET", `${path}/${id}`, { as })).status).toBe(404);
    const nodes = await db()
      .select()
      .from(exportDocumentNode)
      .where(eq(exportDocumentNode.exportDocumentConfigurationId, id));
    expect(nodes).toEqual([]);
    const [, deletionEntry] = await auditEntriesOf(id);
    expect(deletionEntry).toMatchObject({ action: "DELETE", params: { name: { before: name } } });
    const templates = await db().select().from(template).where(eq(template.customerId, customer.id));
    expect(templates).toHaveLength(2);
  });

  it("a stale version cannot be deleted", async () => {
    const as = await makeSuperAdmin();
    const { id, version } = await createLayout(as);
    await put(as, id, { version, description: "Newer" });
    expect(await problemOf(call("DELETE", `${path}/${id}?version=${version}`, { as }))).toMatchObject({
      code: "staleVersion",
    });
  });
});

it("3§4 every node that the grammar knows is stored and read as it was", async () => {
  const as = await makeSuperAdmin();
  for (const [type, chain] of [
    ["POWERPOINT", ["EACH", "SLIDE", "COLUMN", "TABLE", "TABLE_ROW", "TABLE_CELL", "TEXT"]],
    ["EXCEL", ["EACH", "SHEET", "EACH", "ROW", "COLUMN", "CHILD", "TEXT"]],
    ["PDF", ["EACH", "PAGE", "COLUMN", "IMAGE"]],
    ["WORD_TO_PDF", ["TASK", "CONTACT_PERSONS_TABLE"]],
  ] as const) {
    const nodes = [nestedChain(layoutChain(type, ...(chain as readonly LayoutNodeType[])))];
    const { id, nodes: storedNodes } = await createLayout(as, { type, nodes });
    expect((await get(as, id)).nodes).toEqual(storedNodes);
    const paramsOf = (layoutNodes: readonly LayoutNode[]): unknown[] =>
      layoutNodes.flatMap((node) => [node.params, ...paramsOf(node.children)]);
    expect(paramsOf(storedNodes)).toEqual(paramsOf(nodes));
  }
});
