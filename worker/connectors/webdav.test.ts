import { describe, expect, inject, it } from "vitest";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import { errorKindOf } from "./httpClient.ts";
import { openConnector } from "./openConnector.ts";
import { connectorBattery, control, faultBattery, newUser, realBattery } from "./testing/connectorBattery.ts";
import { uploadFault } from "./testing/connectorFaults.ts";
import { expectFailure, makeBytes, makeOutgoingFile, SavedProgress } from "./testing/sampleFiles.ts";
import { timeoutsMs } from "./timeouts.ts";
import { WebdavConnector } from "./webdav.ts";
import { parseRetryAfter, WebdavClient } from "./webdavClient.ts";

const { webdav, closed } = inject("servers");
const connectTo =
  (url: string) =>
  ({
    user,
    password = rightPassword,
    timeouts: timeoutsMs,
  }: {
    user: string;
    password?: string;
    timeouts?: WebdavTimeouts;
  }) =>
    new WebdavConnector(
      url,
      { params: { url, username: user }, secrets: { password }, allowPrivate: true },
      timeoutsMs,
    );
type WebdavTimeouts = ConstructorParameters<typeof WebdavConnector>[2];

connectorBattery({ name: "WebDAV", open: connectTo(webdav.plain), listStoredFiles: control.listStoredFiles });
connectorBattery({
  name: "WebDAV without MOVE",
  open: connectTo(`${webdav.bare}/`),
  listStoredFiles: control.listStoredFiles,
});

for (const server of ["apache", "rclone"] as const)
  await realBattery(server, (port, login) =>
    connectTo(`http://localhost:${port}/dav`)({ user: "anna", ...login }),
  );

faultBattery({
  name: "WebDAV",
  open: connectTo(webdav.plain),
  ...control,
  canResume: false,
  reports: "tag",
  errorResponses: [
    { title: "an expired login", fault: uploadFault(401), kind: "auth" },
    { title: "a folder without the right to write", fault: uploadFault(403), kind: "refused" },
    { title: "a full disk", fault: uploadFault(507), kind: "full" },
    { title: "a file that is too large for the server", fault: uploadFault(413), kind: "refused" },
    { title: "a locked file", fault: uploadFault(423), kind: "transient" },
    { title: "a name that the server refuses", fault: uploadFault(400), kind: "refused" },
    { title: "a folder that is gone", fault: uploadFault(404), kind: "notFound" },
    {
      title: "too many calls",
      fault: uploadFault(429, { retryAfter: "120" }),
      kind: "throttled",
      retryAfter: 120,
    },
    { title: "a busy server", fault: uploadFault(503), kind: "transient" },
    {
      title: "a server that says when to try again",
      fault: uploadFault(503, { retryAfter: "7" }),
      kind: "throttled",
      retryAfter: 7,
    },
    { title: "a failing server", fault: uploadFault(500), kind: "transient" },
    { title: "a full disk at a folder", fault: { ...uploadFault(507), operation: "folder" }, kind: "full" },
    {
      title: "a busy server at the rename",
      fault: { ...uploadFault(503), operation: "move" },
      kind: "transient",
    },
  ],
});

describe("WebDAV", () => {
  const expectPutFailure = (url: string, user = newUser()) =>
    expectFailure(
      connectTo(url)({ user }).put(makeOutgoingFile("a.jpg", makeBytes(10)), new SavedProgress()),
    );

  it("design§Delivery an unreachable host is retried", async () => {
    expect((await expectPutFailure(`http://localhost:${closed}/dav`)).kind).toBe("transient");
  });

  it.each(["untrusted", "foreign"] as const)(
    "design§Delivery a failed handshake may pass, and is a configuration error if it persists (%s)",
    async (mode) => {
      const error = await expectPutFailure(webdav[mode]);
      expect([error.kind, error.persistentKind]).toEqual(["transient", "config"]);
      expect(error.message).toMatch(/restarting, or its certificate/);
    },
  );

  it("design§Delivery the error names a folder of the address that does not exist", async () => {
    const error = await expectPutFailure(`${webdav.plain}/nowhere/at all`);
    expect(error.kind).toBe("notFound");
    expect(error.message).toContain("/dav/nowhere/at%20all");
  });

  it("design§Delivery a redirect is followed at the same host, with the body sent again", async () => {
    const user = newUser();
    const connector = connectTo(`${webdav.moved}/${encodeURIComponent(`${webdav.plain}/`)}`)({ user });
    await connector.put(makeOutgoingFile("a.jpg", makeBytes(100_000)), new SavedProgress());
    expect(await control.listStoredFiles(user)).toHaveLength(1);
  });

  it("design§Delivery the login is sent to no other host, and the error says which address to enter", async () => {
    const error = await expectPutFailure(`${webdav.moved}/${encodeURIComponent(`${webdav.bare}/`)}`);
    expect(error.kind).toBe("config");
    expect(error.message).toContain(new URL(webdav.bare).origin);
  });

  it("design§Delivery a deployment neither follows a redirect to a private network nor opens a destination there", async () => {
    const privateDestination = {
      params: { url: "http://127.0.0.1:1/dav", username: "a" },
      secrets: {},
      allowPrivate: false,
    };
    expect(() => openConnector("WEBDAV", privateDestination)).toThrow(/private network/);
  });

  it("design§Delivery a server that does not rename gets the first file once", async () => {
    const openedOffsets: number[] = [];
    const connector = connectTo(`${webdav.bare}/`)({ user: newUser() });
    await connector.put(makeOutgoingFile("a.jpg", makeBytes(100_000), openedOffsets), new SavedProgress());
    expect(openedOffsets).toEqual([0]);
  });

  it("design§Delivery a status means the same as in every other HTTP API", () => {
    const destination = { params: { username: "a" }, secrets: {}, allowPrivate: true };
    const client = new WebdavClient("http://localhost/dav", destination, timeoutsMs);
    const busyHeaders = new Headers({ "retry-after": "7" });
    for (const status of [401, 403, 404, 408, 409, 410, 412, 423, 429, 500, 502, 503, 507])
      for (const headers of [new Headers(), busyHeaders]) {
        const response = { status, headers, text: "" };
        expect(client.errorOf(response, "the file").kind, String(status)).toBe(errorKindOf(response));
      }
  });

  it("design§Delivery Retry-After is seconds or a date, and bounded", () => {
    const nowMs = Date.parse("2026-11-22T12:00:00Z");
    expect(parseRetryAfter("120", nowMs)).toBe(120);
    expect(parseRetryAfter("Sun, 22 Nov 2026 12:01:30 GMT", nowMs)).toBe(90);
    expect(parseRetryAfter("Sun, 22 Nov 2026 11:00:00 GMT", nowMs)).toBe(0);
    expect(parseRetryAfter("999999999", nowMs)).toBe(604_800);
    for (const invalidHeader of [null, "", "soon", "-5"])
      expect(parseRetryAfter(invalidHeader, nowMs), String(invalidHeader)).toBeNull();
  });
});
