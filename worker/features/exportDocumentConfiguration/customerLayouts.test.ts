import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { LayoutNode } from "#domain/layout/node.ts";
import { layoutNode } from "#domain/testing/layouts.ts";
import {
  customerExportDocumentConfiguration,
  domainChange,
  exportDocumentConfiguration,
  templateReplacementText,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";
import { post as postTemplate } from "#worker/testing/templateTesting.ts";
import { makeTwoDbEnv, secondDb } from "#worker/testing/twoDatabases.ts";
import { maxCustomerLayouts } from "./saveLayout.ts";

interface LayoutResponse {
  id: string;
  customerId: number | null;
  customerName: string | null;
  name: string;
  nodes: LayoutNode[];
  faults: Record<string, string>;
  version: number;
  error?: { code: string; fields?: Record<string, string>; names?: string[] };
}

const path = "/exportDocumentConfigurations";
const makeEditor = (customerId?: number) =>
  makeCaller({
    roles: ["ROLE_EXPORT_LAYOUTS", "ROLE_DOCUMENTATION_READ", "ROLE_TEMPLATE_READ", "ROLE_TEMPLATE_WRITE"],
    ...(customerId !== undefined && { customerId }),
  });
const text = (TEXT: string) =>
  layoutNode("TEXT", { TEXT, SIZE: "11", COLOR: "#000000", STYLE: "NORMAL", ALIGNMENT: "LEFT" });
const insert = (CONFIGURATION: string) => layoutNode("INSERT", { CONFIGURATION });
const bodyOf = (fields: object = {}) => ({
  name: uniqueName("layout"),
  type: "WORD_TO_PDF",
  nodes: [text("Report")],
  ...fields,
});

async function createLayout(as: Caller, fields: object = {}): Promise<LayoutResponse> {
  const response = await call("POST", path, { as, body: bodyOf(fields) });
  expect(response.status, await response.clone().text()).toBe(201);
  return jsonOf<LayoutResponse>(response);
}
const grant = (customerId: number, exportDocumentConfigurationId: string) =>
  db().insert(customerExportDocumentConfiguration).values({ customerId, exportDocumentConfigurationId });
const statusOf = async (method: string, url: string, as: Caller, body?: object) =>
  (await call(method, url, { as, body })).status;
async function problemOf(response: Promise<Response>) {
  const { error } = await jsonOf<LayoutResponse>(response);
  return error;
}
const listIds = async (as: Caller, url: string) =>
  (await jsonOf<{ items: { id: string }[] }>(call("GET", url, { as }))).items.map(({ id }) => id);
const download = (as: Caller, documentation: string, layout: string) =>
  call("GET", `/documentation/downloadExportDocument/${documentation}?configuration=${layout}`, { as });
const draw = (as: Caller, documentation: string, layout: object) =>
  call("POST", "/exportDocumentConfiguration/preview", {
    as,
    body: { documentation, layout: { id: null, name: "Draft", type: "WORD_TO_PDF", nodes: [], ...layout } },
  });

/** A layout of the service, granted to a customer. */
async function makeGranted(customerId: number, fields: object = {}): Promise<LayoutResponse> {
  const layout = await createLayout(await makeSuperAdmin(), fields);
  await grant(customerId, layout.id);
  return layout;
}

describe("3§2 staff with ROLE_EXPORT_LAYOUTS edit their customer's report layouts", () => {
  it("1§6 create, list, change, use and delete them, as super admins do, with audit entries of the customer", async () => {
    const as = await makeEditor();
    const layout = await createLayout(as);
    expect(layout.customerId).toBe(as.customerId);
    const admin = await makeSuperAdmin();
    for (const caller of [as, admin])
      expect(await jsonOf(call("GET", `${path}/${layout.id}`, { as: caller }))).toEqual(layout);
    expect(await listIds(as, path)).toEqual([layout.id]);
    const { id: documentation } = await makeDocumentation(as.customerId);
    expect((await download(as, documentation, layout.id)).status).toBe(200);
    expect(
      await statusOf(
        "GET",
        `/exportDocumentConfiguration/test?documentation=${documentation}&exportDocumentConfiguration=${layout.id}`,
        as,
      ),
    ).toBe(200);
    const put = (caller: Caller, version: number) =>
      call("PUT", `${path}/${layout.id}`, { as: caller, body: { version, nodes: [text(String(version))] } });
    expect((await put(as, 1)).status).toBe(200);
    expect((await put(admin, 2)).status).toBe(200);
    expect(await problemOf(put(as, 2))).toMatchObject({ code: "staleVersion" });
    expect(await statusOf("DELETE", `${path}/${layout.id}`, as)).toBe(200);
    const entries = await db()
      .select()
      .from(domainChange)
      .where(
        and(
          eq(domainChange.objectId, layout.id),
          eq(domainChange.objectClass, "siteproof.ExportDocumentConfiguration"),
        ),
      );
    expect(entries.map(({ action, customerId }) => [action, customerId])).toEqual(
      ["CREATE", "UPDATE", "UPDATE", "DELETE"].map((action) => [action, as.customerId]),
    );
  });

  it("1§6 a layout cannot be read, changed, copied or used by another customer", async () => {
    const as = await makeEditor();
    const { id } = await createLayout(as);
    const outsider = await makeEditor();
    expect(await statusOf("GET", `${path}/${id}`, outsider)).toBe(404);
    expect(await statusOf("PUT", `${path}/${id}`, outsider, { version: 1, name: "Mine" })).toBe(404);
    expect(await statusOf("DELETE", `${path}/${id}`, outsider)).toBe(404);
    expect(await statusOf("POST", "/exportDocumentConfiguration/copy", outsider, { id, name: "Mine" })).toBe(
      404,
    );
    for (const url of [path, "/exportDocumentConfiguration/getAll"])
      expect(await listIds(outsider, url)).toEqual([]);
    const { id: documentation } = await makeDocumentation(outsider.customerId);
    expect(await problemOf(download(outsider, documentation, id))).toMatchObject({
      code: "exportTypeRefused",
    });
    const template = { name: uniqueName("template"), position: 0, exportDocumentConfigurations: [{ id }] };
    expect(await problemOf(postTemplate(outsider, template))).toMatchObject({
      fields: { "exportDocumentConfigurations.0.id": "notFound" },
    });
    expect((await postTemplate(as, template)).status).toBe(201);
    expect(await problemOf(draw(outsider, documentation, { id }))).toMatchObject({ code: "notFound" });
    const { id: otherDocumentation } = await makeDocumentation(as.customerId);
    expect((await draw(outsider, otherDocumentation, {})).status).toBe(404);
    expect((await draw(outsider, documentation, { nodes: [text("Mine")] })).status).toBe(200);
  });

  it("1§6 staff cannot create a layout for another customer or the service, and cannot edit without the authority", async () => {
    const as = await makeEditor();
    const { id: customerId } = await makeCustomer();
    for (const owner of [customerId, null])
      expect(await statusOf("POST", path, as, bodyOf({ customerId: owner }))).toBe(403);
    const { id } = await createLayout(as);
    const reader = await makeCaller({
      customerId: as.customerId,
      roles: ["ROLE_DOCUMENTATION_READ", "ROLE_TEMPLATE_READ", "ROLE_TEMPLATE_WRITE"],
    });
    expect(await statusOf("POST", path, reader, bodyOf())).toBe(403);
    expect(await statusOf("PUT", `${path}/${id}`, reader, { version: 1, name: "Mine" })).toBe(403);
    expect(await statusOf("POST", "/exportDocumentConfiguration/copy", reader, { id, name: "Mine" })).toBe(
      403,
    );
    // Who may read documentations may use it.
    const { id: documentation } = await makeDocumentation(as.customerId);
    expect((await download(reader, documentation, id)).status).toBe(200);
    const blind = await makeCaller({ customerId: as.customerId, roles: ["ROLE_EXPORT_LAYOUTS"] });
    expect((await draw(blind, documentation, {})).status).toBe(403);
    expect(
      await statusOf(
        "GET",
        `/exportDocumentConfiguration/test?documentation=${documentation}&exportDocumentConfiguration=${id}`,
        blind,
      ),
    ).toBe(403);
  });

  it("1§6 layouts of the service that the customer is granted can be read and copied, not changed", async () => {
    const as = await makeEditor();
    const granted = await makeGranted(as.customerId);
    const secret = await createLayout(await makeSuperAdmin());
    expect(await listIds(as, path)).toEqual([granted.id]);
    expect(await statusOf("PUT", `${path}/${granted.id}`, as, { version: 1, name: "Mine" })).toBe(403);
    expect(await statusOf("DELETE", `${path}/${granted.id}`, as)).toBe(403);
    expect(await statusOf("GET", `${path}/${secret.id}`, as)).toBe(404);
    const copy = (id: string) =>
      call("POST", "/exportDocumentConfiguration/copy", { as, body: { id, name: "Ours" } });
    expect((await copy(secret.id)).status).toBe(404);
    const copiedLayout = await jsonOf<LayoutResponse>(copy(granted.id));
    expect(copiedLayout).toMatchObject({ customerId: as.customerId, name: "Ours" });
    expect(await statusOf("PUT", `${path}/${copiedLayout.id}`, as, { version: 1, name: "Changed" })).toBe(
      200,
    );
  });

  it("1§3 a customer's layout cannot be granted to other customers", async () => {
    const as = await makeEditor();
    const { id } = await createLayout(as);
    const admin = await makeSuperAdmin();
    const { id: customerId } = await makeCustomer();
    const { version } = await jsonOf<{ version: number }>(
      call("GET", `/customers/${customerId}`, { as: admin }),
    );
    const body = { version, exportDocumentConfigurations: [{ id }] };
    expect(await problemOf(call("PUT", `/customers/${customerId}`, { as: admin, body }))).toMatchObject({
      fields: { exportDocumentConfigurations: "notFound" },
    });
  });

  it("1§3 a customer with layouts of its own cannot be deleted, and the error names them", async () => {
    const admin = await makeSuperAdmin();
    const { id: customerId } = await makeCustomer();
    const { id, name } = await createLayout(admin, { customerId });
    const response = await call("DELETE", `/customers/${customerId}`, { as: admin });
    expect(await jsonOf(response)).toMatchObject({
      error: { code: "inUse", uses: [{ kind: "exportDocumentConfiguration", id, name }] },
    });
  });

  it("design§Entities a customer has at most 200 layouts of its own", async () => {
    const as = await makeEditor();
    const rows = Array.from({ length: maxCustomerLayouts - 1 }, () => ({
      customerId: as.customerId,
      name: "Layout",
      type: "PDF" as const,
    }));
    for (let index = 0; index < rows.length; index += 10)
      await db()
        .insert(exportDocumentConfiguration)
        .values(rows.slice(index, index + 10));
    const last = await createLayout(as);
    expect(await problemOf(call("POST", path, { as, body: bodyOf() }))).toMatchObject({ code: "ruleBroken" });
    expect(
      await problemOf(
        call("POST", "/exportDocumentConfiguration/copy", { as, body: { id: last.id, name: "Copy" } }),
      ),
    ).toMatchObject({ code: "ruleBroken" });
  });
});

describe("3§5 a layout inserts only layouts that its owner may use", () => {
  it("namely its own and granted ones; others of any type are not found", async () => {
    const as = await makeEditor();
    const customerLayout = await createLayout(as);
    const granted = await makeGranted(as.customerId);
    await createLayout(as, { nodes: [insert(customerLayout.id), insert(granted.id)] });
    const admin = await makeSuperAdmin();
    const outsider = await makeEditor();
    const foreignIds = [
      (await createLayout(outsider)).id,
      (await createLayout(outsider, { type: "WORD" })).id,
      (await createLayout(admin)).id,
    ];
    const nodes = foreignIds.map(insert);
    const fields = Object.fromEntries(nodes.map(({ id }) => [`nodes.${id}.CONFIGURATION`, "notFound"]));
    expect(await problemOf(call("POST", path, { as, body: bodyOf({ nodes }) }))).toMatchObject({ fields });
    const { id: documentation } = await makeDocumentation(as.customerId);
    expect(await problemOf(draw(as, documentation, { nodes }))).toMatchObject({ fields });
    // A layout of the service inserts only those of the service, because other customers are granted it.
    const ofCustomer = insert(customerLayout.id);
    expect(
      await problemOf(call("POST", path, { as: admin, body: bodyOf({ nodes: [ofCustomer] }) })),
    ).toMatchObject({ fields: { [`nodes.${ofCustomer.id}.CONFIGURATION`]: "notFound" } });
  });

  it("and nothing is drawn through one whose grant was withdrawn", async () => {
    const as = await makeEditor();
    const granted = await makeGranted(as.customerId);
    const node = insert(granted.id);
    const { id, name } = await createLayout(as, { nodes: [node] });
    const { id: documentation } = await makeDocumentation(as.customerId);
    expect((await download(as, documentation, id)).status).toBe(200);
    await db()
      .delete(customerExportDocumentConfiguration)
      .where(eq(customerExportDocumentConfiguration.customerId, as.customerId));
    expect(await problemOf(download(as, documentation, id))).toMatchObject({
      code: "layoutFaulty",
      names: [name],
    });
    const { faults } = await jsonOf<LayoutResponse>(call("GET", `${path}/${id}`, { as }));
    expect(faults).toEqual({ [`nodes.${node.id}.CONFIGURATION`]: "notFound" });
  });
});

it("3§4 only replacement codes of the customer's own templates are known to its staff", async () => {
  const as = await makeEditor();
  const makeCode = async (customerId: number) => {
    const code = `CODE${crypto.randomUUID().slice(0, 8)}`;
    const { id: templateId } = await makeTemplate(customerId);
    await db().insert(templateReplacementText).values({ customerId, templateId, code, sv: "Ersatt" });
    return code;
  };
  const [customerCode, foreignCode] = [
    await makeCode(as.customerId),
    await makeCode((await makeCustomer()).id),
  ];
  const { codes } = await jsonOf<{ codes: string[] }>(
    call("GET", "/exportDocumentConfiguration/getReplacementCodes", { as }),
  );
  expect(codes).toEqual([customerCode]);
  const unknown = text(`{${foreignCode}}`);
  expect(
    await problemOf(
      call("POST", path, { as, body: bodyOf({ nodes: [text(`{${customerCode}}`), unknown] }) }),
    ),
  ).toMatchObject({ fields: { [`nodes.${unknown.id}.TEXT`]: "unknownPlaceholder" } });
});

it("design§D1 a layout of a customer in another database is written in the directory and used there", async () => {
  const env = await makeTwoDbEnv();
  const { id: customerId } = await makeCustomer();
  const as = await makeEditor(customerId);
  const response = await call("POST", path, { as, body: bodyOf(), env: env });
  expect(response.status).toBe(201);
  const { id } = await jsonOf<LayoutResponse>(response);
  const copy = await secondDb(env)
    .select()
    .from(exportDocumentConfiguration)
    .where(eq(exportDocumentConfiguration.id, id))
    .get();
  expect(copy).toMatchObject({ id, customerId });
});
