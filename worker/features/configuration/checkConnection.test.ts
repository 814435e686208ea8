import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { pick } from "#domain/core/objects.ts";
import type { ConnectionCheck } from "#domain/endpoints/exports/exportConfigurationCalls.ts";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import { control } from "#worker/connectors/testing/connectorBattery.ts";
import { domainChange, outboxMail } from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeSuperAdmin,
  uniqueName,
} from "#worker/testing/factories.ts";

type Json = Record<string, unknown>;
const servers = inject("servers");

// Test destinations, including Microsoft's services, are on the loopback interface.
const localServices = {
  ALLOW_PRIVATE_DESTINATIONS: "true",
  CONSOLE_URL: "http://localhost:8788",
  GRAPH_LOGIN_URL: servers.graph,
  GRAPH_URL: servers.graph,
};
const originalEnv = pick(env, ["ALLOW_PRIVATE_DESTINATIONS", "CONSOLE_URL", "GRAPH_LOGIN_URL", "GRAPH_URL"]);
beforeAll(() => void Object.assign(env, localServices));
afterAll(() => void Object.assign(env, originalEnv));

const makeConfiguration = async (as: Caller, type: string, params: Json, secrets: Json = {}) =>
  jsonOf<{ id: string }>(
    call("POST", "/exportConfigurations", {
      as,
      body: { name: uniqueName("Arkiv"), customerId: as.customerId, type, params, secrets },
    }),
  );
const check = (as: Caller, id: string) => call("POST", `/exportConfiguration/checkConnection/${id}`, { as });
const checkConnection = async (as: Caller, id: string) => jsonOf<ConnectionCheck>(check(as, id));
const success = {
  ok: true,
  errorKind: null,
  errorStatusCode: null,
  errorMessage: null,
};

const createRamsiteParams = (projectId: string) => ({
  projectId,
  baseUrl: servers.ramsite,
  uploadPath: "/projects/{projectId}/forms/{documentStructureId}?path={path}&name={name}",
  uploadField: "document",
  findPath: "/projects/{projectId}/file/{documentStructureId}?path={path}&name={name}",
  removePath: "/projects/{projectId}/file/{documentStructureId}?path={path}&name={name}",
  sizeKey: "fileSize",
});
const createSharepointParams = (tenantId: string) => ({
  clientId: "app-1",
  tenantId,
  siteUrl: "https://contoso.sharepoint.com/sites/Falt",
});
const createDestinations = (user: string): [type: string, params: Json, secrets: Json][] => [
  ["SHAREPOINT", createSharepointParams(user), { clientSecret: rightPassword }],
  ["WEBDAV", { url: servers.webdav.plain, username: user }, { password: rightPassword }],
  ["FTP", { host: `localhost:${servers.ftp.tls}`, username: user }, { password: rightPassword }],
  ["RAMSITE_3GIS", createRamsiteParams(user), { apiKey: encodeURIComponent(rightPassword) }],
];

describe("3§2 check connection", () => {
  it("writes a small file to every type of destination and removes it", async () => {
    const as = await makeSuperAdmin();
    for (const [type, params, secrets] of createDestinations(uniqueName("anna"))) {
      const { id } = await makeConfiguration(as, type, params, secrets);
      const result = await checkConnection(as, id);
      expect(result, type).toMatchObject(success);
      expect(result.milliseconds).toBeGreaterThanOrEqual(0);
      expect(
        await control.listStoredFiles(String(params.username ?? params.tenantId ?? params.projectId)),
      ).toEqual([]);
    }
  });

  it("reports that a connection is not encrypted", async () => {
    const as = await makeSuperAdmin();
    const username = uniqueName("anna");
    const password = { password: rightPassword };
    for (const [type, params, isEncrypted] of [
      ["FTP", { host: `localhost:${servers.ftp.plain}`, username }, false],
      ["FTP", { host: `localhost:${servers.ftp.tls}`, username }, true],
      ["WEBDAV", { url: servers.webdav.plain, username }, false],
    ] as const) {
      const { id } = await makeConfiguration(as, type, params, password);
      expect(await checkConnection(as, id)).toMatchObject({ ...success, encrypted: isEncrypted });
    }
  });

  it.each([
    ["nextcloud", "RENAME", null],
    ["nextcloud+move-403", "DIRECT", "MOVE"],
    ["forbid-400-tmp", "DIRECT", "a temporary name"],
    ["pretend", "DIRECT", "not under its new name"],
    ["digest", "RENAME", null],
  ])(
    "O2 FileRise#122 reports whether the destination accepts temporary names and can rename files (%s)",
    async (habit, writeMethod, reason) => {
      const as = await makeSuperAdmin();
      const username = uniqueName("anna");
      const params = { url: `${servers.webdav.habit}/${habit}`, username };
      const { id } = await makeConfiguration(as, "WEBDAV", params, { password: rightPassword });
      for (const _ of ["first", "again"])
        expect(await checkConnection(as, id)).toMatchObject({
          ...{ ...success, writeMethod, refusedExtensions: [] },
          writeReason: reason === null ? null : expect.stringContaining(reason),
        });
      expect(await control.listStoredFiles(username)).toEqual([]);
    },
  );

  it("O1 kei#92 names the endings that a destination refuses, and fails if it refuses all", async () => {
    const as = await makeSuperAdmin();
    const username = uniqueName("anna");
    const secrets = { password: rightPassword };
    const makeConfigurationAt = (habit: string) =>
      makeConfiguration(as, "WEBDAV", { url: `${servers.webdav.habit}/${habit}`, username }, secrets);
    expect(await checkConnection(as, (await makeConfigurationAt("only-jpg-txt")).id)).toMatchObject({
      ...{ ok: true, refusedExtensions: [".zip"], errorKind: "refused", writeMethod: "DIRECT" },
      errorMessage: expect.stringContaining("File type not allowed"),
    });
    expect(await checkConnection(as, (await makeConfigurationAt("only-dwg")).id)).toMatchObject({
      ok: false,
      errorKind: "refused",
    });
    expect(await control.listStoredFiles(username)).toEqual([]);
  });

  it.each([
    ["norename", { ok: true, writeMethod: "DIRECT" }],
    ["noutf8", { ok: true, writeMethod: "RENAME" }],
    [
      "deadport",
      { ok: false, errorKind: "transient", errorMessage: expect.stringContaining("passive port") },
    ],
  ])(
    "O6 rclone#7271 proftpd#364 reports what an FTP server does not support (%s)",
    async (habit, expectedCheck) => {
      const as = await makeSuperAdmin();
      const username = `${uniqueName("anna")}+${habit}`;
      const params = { host: `localhost:${servers.ftp.plain}`, username, directory: "in" };
      const { id } = await makeConfiguration(as, "FTP", params, { password: rightPassword });
      expect(await checkConnection(as, id)).toMatchObject(expectedCheck);
      expect(await control.listStoredFiles(username)).toEqual([]);
    },
  );

  it("O3 cdav#45 nextcloud/server#19216 reports a login page in place of WebDAV, with its address and title", async () => {
    const as = await makeSuperAdmin();
    const params = { url: `${servers.webdav.habit}/login`, username: "anna" };
    const { id } = await makeConfiguration(as, "WEBDAV", params, { password: rightPassword });
    const result = await checkConnection(as, id);
    expect(result).toMatchObject({ ok: false, errorKind: "config" });
    expect(result.errorMessage).toContain(`${servers.webdav.habit}/html/login`);
    expect(result.errorMessage).toContain("Log in – Example Cloud");
  });

  it("opens as many data connections as a delivery: an FTP server that refuses the 17th is found", async () => {
    const as = await makeSuperAdmin();
    const user = uniqueName("anna");
    const { id } = await makeConfiguration(
      as,
      "FTP",
      { host: `localhost:${servers.ftp.tls}`, username: user },
      { password: rightPassword },
    );
    await control.inject(user, [{ operation: "upload", action: "answer", status: 522, skip: 16 }]);
    expect(await checkConnection(as, id)).toMatchObject({
      ok: false,
      errorKind: "config",
      errorStatusCode: 522,
    });
    expect(await control.listStoredFiles(user)).toEqual([]);
  });

  it("finds that vsftpd with its default settings refuses data connections after the first", async (context) => {
    const port = (await (await fetch(`${servers.control}/real/vsftpdReuse`)).json()) as number | null;
    if (port === null) return context.skip("vsftpd is not installed here");
    const as = await makeSuperAdmin();
    const params = { host: `ftps://localhost:${port}`, username: "anonymous", directory: "files" };
    const { id } = await makeConfiguration(as, "FTP", params, { password: rightPassword });
    expect(await checkConnection(as, id)).toMatchObject({ ok: false, errorKind: "config", encrypted: true });
  });

  it("reports the error with the destination's response and without any secret", async () => {
    const as = await makeSuperAdmin();
    const secret = "hemligt-lösen-77";
    for (const [type, params, secrets] of createDestinations(uniqueName("anna"))) {
      const wrongSecrets = Object.fromEntries(
        Object.keys(secrets).map((key) => [key, type === "RAMSITE_3GIS" ? "hemlig-nyckel-77" : secret]),
      );
      const { id } = await makeConfiguration(as, type, params, wrongSecrets);
      const result = await checkConnection(as, id);
      expect(result, type).toMatchObject({ ok: false, errorKind: "auth" });
      expect(result.errorMessage).toBeTruthy();
      expect(JSON.stringify(result)).not.toMatch(/hemligt-lösen|hemlig-nyckel/);
    }
  });

  it("reports a full destination, and missing settings", async () => {
    const as = await makeSuperAdmin();
    const user = uniqueName("anna");
    const params = { url: servers.webdav.plain, username: user };
    const { id } = await makeConfiguration(as, "WEBDAV", params, { password: rightPassword });
    await control.inject(user, [{ operation: "upload", action: "answer", status: 507 }]);
    expect(await checkConnection(as, id)).toMatchObject({
      ok: false,
      errorKind: "full",
      errorStatusCode: 507,
    });
    const emptyConfiguration = await makeConfiguration(as, "RAMSITE_3GIS", {});
    expect(await checkConnection(as, emptyConfiguration.id)).toMatchObject({
      ok: false,
      errorKind: "config",
      errorMessage: "These settings are not filled in: projectId, baseUrl, uploadPath, findPath, apiKey.",
    });
  });

  it("creates no folder whose name depends on answers", async () => {
    const as = await makeSuperAdmin();
    const user = uniqueName("anna");
    const params = {
      ...createSharepointParams(user),
      path: "Shared Documents/Leveranser/{Projektnummer}/{ORT}",
    };
    const { id } = await makeConfiguration(as, "SHAREPOINT", params, { clientSecret: rightPassword });
    expect(await checkConnection(as, id)).toMatchObject(success);
    const requests = await (await fetch(`${servers.graph}/seen/${user}`)).text();
    expect(requests).toContain("Leveranser/siteproof-connection-check-");
    expect(requests).not.toContain("Projektnummer");
  });

  it("sends a test mail to the fixed addresses of EMAIL", async () => {
    const as = await makeSuperAdmin();
    const address = `${uniqueName("leverans")}@polarnet.example`;
    const { id } = await makeConfiguration(as, "EMAIL", { staticEmail: `${address}; jour@polarnet.example` });
    expect(await checkConnection(as, id)).toMatchObject(success);
    const sentMails = await db()
      .select({ recipients: outboxMail.recipients })
      .from(outboxMail)
      .where(sql`instr(${outboxMail.recipients}, ${address}) > 0`);
    expect(sentMails).toEqual([{ recipients: [address] }]);
    const response = await makeConfiguration(as, "EMAIL", { emailKey: "mail" });
    expect(await checkConnection(as, response.id)).toMatchObject({ ok: false, errorKind: "config" });
  });

  it("names a password that was stored with another SECRETS_KEY, and works once it is entered again", async () => {
    const as = await makeSuperAdmin();
    for (const [type, params, secrets] of createDestinations(uniqueName("berit"))) {
      const { id } = await makeConfiguration(as, type, params, secrets);
      const otherKeyEnv = { ...env, SECRETS_KEY: "another-secrets-key-0123456789abcdefgh" };
      const path = `/exportConfiguration/checkConnection/${id}`;
      const [key] = Object.keys(secrets);
      expect(await jsonOf(call("POST", path, { as, env: otherKeyEnv })), type).toMatchObject({
        ok: false,
        errorKind: "unreadableSecret",
        errorMessage: expect.stringContaining(`(${key})`),
      });
      await call("PUT", `/exportConfigurations/${id}`, {
        as,
        env: otherKeyEnv,
        body: { version: 1, secrets },
      });
      expect(await jsonOf(call("POST", path, { as, env: otherKeyEnv })), type).toMatchObject(success);
    }
  });

  it("is for super admins, and changes and logs nothing", async () => {
    const as = await makeSuperAdmin();
    const { id } = await makeConfiguration(as, "EMAIL", { emailKey: "mail" });
    const readAuditEntries = () =>
      db()
        .select({ id: domainChange.id })
        .from(domainChange)
        .where(eq(domainChange.customerId, as.customerId))
        .orderBy(desc(domainChange.id));
    const previousEntries = await readAuditEntries();
    await checkConnection(as, id);
    expect(await readAuditEntries()).toEqual(previousEntries);
    const otherCaller = await makeCaller({
      customerId: (await makeCustomer()).id,
      roles: ["ROLE_EXPORT_CONFIGURATION_READ"],
    });
    expect((await check(otherCaller, id)).status).toBe(403);
    expect((await check(as, crypto.randomUUID())).status).toBe(404);
  });
});
