import { describe, expect, inject, it } from "vitest";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import { errorKindOf } from "./httpClient.ts";
import { openConnector } from "./openConnector.ts";
import { battery, control, faultBattery, newUser, realBattery } from "./testing/connectorBattery.ts";
import { answer } from "./testing/connectorFaults.ts";
import { failure, outgoing, SavedProgress, someBytes } from "./testing/sampleFiles.ts";
import { timeoutsMs } from "./timeouts.ts";
import { WebdavConnector } from "./webdav.ts";
import { retryAfterOf, WebdavClient } from "./webdavClient.ts";

const { webdav, closed } = inject("servers");
const connectTo =
  (url: string) =>
  ({
    user,
    password = rightPassword,
    timeouts: waits,
  }: {
    user: string;
    password?: string;
    timeouts?: WebdavTimeouts;
  }) =>
    new WebdavConnector(
      url,
      { params: { url, username: user }, secrets: { password }, allowPrivate: true },
      waits,
    );
type WebdavTimeouts = ConstructorParameters<typeof WebdavConnector>[2];

battery({ name: "WebDAV", open: connectTo(webdav.plain), stored: control.stored });
battery({ name: "WebDAV without MOVE", open: connectTo(`${webdav.bare}/`), stored: control.stored });

for (const server of ["apache", "rclone"] as const)
  await realBattery(server, (port, login) =>
    connectTo(`http://localhost:${port}/dav`)({ user: "anna", ...login }),
  );

faultBattery({
  name: "WebDAV",
  open: connectTo(webdav.plain),
  ...control,
  resumes: false,
  reports: "tag",
  answers: [
    { title: "a login that has ended", fault: answer(401), kind: "auth" },
    { title: "a folder without the right to write", fault: answer(403), kind: "refused" },
    { title: "a full disk", fault: answer(507), kind: "full" },
    { title: "a file that is too large for it", fault: answer(413), kind: "refused" },
    { title: "a locked file", fault: answer(423), kind: "transient" },
    { title: "a name that it refuses", fault: answer(400), kind: "refused" },
    { title: "a folder that is gone", fault: answer(404), kind: "notFound" },
    {
      title: "too many calls",
      fault: answer(429, { retryAfter: "120" }),
      kind: "throttled",
      retryAfter: 120,
    },
    { title: "a busy server", fault: answer(503), kind: "transient" },
    {
      title: "a server that says when",
      fault: answer(503, { retryAfter: "7" }),
      kind: "throttled",
      retryAfter: 7,
    },
    { title: "a failing server", fault: answer(500), kind: "transient" },
    { title: "a full disk at a folder", fault: { ...answer(507), on: "folder" }, kind: "full" },
    { title: "a busy server at the name", fault: { ...answer(503), on: "move" }, kind: "transient" },
  ],
});

describe("WebDAV", () => {
  const put = (url: string, user = newUser()) =>
    failure(connectTo(url)({ user }).put(outgoing("a.jpg", someBytes(10)), new SavedProgress()));

  it("design§Delivery an unreachable host is retried", async () => {
    expect((await put(`http://localhost:${closed}/dav`)).kind).toBe("transient");
  });

  it.each(["untrusted", "foreign"] as const)(
    "design§Delivery a failed handshake may pass, and is a configuration error if it persists (%s)",
    async (mode) => {
      const error = await put(webdav[mode]);
      expect([error.kind, error.persistentKind]).toEqual(["transient", "config"]);
      expect(error.message).toMatch(/restarting, or its certificate/);
    },
  );

  it("design§Delivery a folder that does not exist in the address is named", async () => {
    const error = await put(`${webdav.plain}/nowhere/at all`);
    expect(error.kind).toBe("notFound");
    expect(error.message).toContain("/dav/nowhere/at%20all");
  });

  it("design§Delivery a redirect is followed at the same host, with the body sent again", async () => {
    const user = newUser();
    const connector = connectTo(`${webdav.moved}/${encodeURIComponent(`${webdav.plain}/`)}`)({ user });
    await connector.put(outgoing("a.jpg", someBytes(100_000)), new SavedProgress());
    expect(await control.stored(user)).toHaveLength(1);
  });

  it("design§Delivery the login is sent to no other host, and that host's refusal says what to enter", async () => {
    const error = await put(`${webdav.moved}/${encodeURIComponent(`${webdav.bare}/`)}`);
    expect(error.kind).toBe("config");
    expect(error.message).toContain(new URL(webdav.bare).origin);
  });

  it("design§Delivery a deployment follows no redirect to a private network, and opens no such destination", async () => {
    const inner = {
      params: { url: "http://127.0.0.1:1/dav", username: "a" },
      secrets: {},
      allowPrivate: false,
    };
    expect(() => openConnector("WEBDAV", inner)).toThrow(/private network/);
  });

  it("design§Delivery a server that does not rename gets the first file once", async () => {
    const read: number[] = [];
    const connector = connectTo(`${webdav.bare}/`)({ user: newUser() });
    await connector.put(outgoing("a.jpg", someBytes(100_000), read), new SavedProgress());
    expect(read).toEqual([0]);
  });

  it("design§Delivery a status means the same as in every other HTTP API", () => {
    const destination = { params: { username: "a" }, secrets: {}, allowPrivate: true };
    const client = new WebdavClient("http://localhost/dav", destination, timeoutsMs);
    const busy = new Headers({ "retry-after": "7" });
    for (const status of [401, 403, 404, 408, 409, 410, 412, 423, 429, 500, 502, 503, 507])
      for (const headers of [new Headers(), busy]) {
        const answered = { status, headers, text: "" };
        expect(client.errorOf(answered, "the file").kind, String(status)).toBe(errorKindOf(answered));
      }
  });

  it("design§Delivery Retry-After is seconds or a date, and bounded", () => {
    const now = Date.parse("2026-11-22T12:00:00Z");
    expect(retryAfterOf("120", now)).toBe(120);
    expect(retryAfterOf("Sun, 22 Nov 2026 12:01:30 GMT", now)).toBe(90);
    expect(retryAfterOf("Sun, 22 Nov 2026 11:00:00 GMT", now)).toBe(0);
    expect(retryAfterOf("999999999", now)).toBe(604_800);
    for (const nonsense of [null, "", "soon", "-5"])
      expect(retryAfterOf(nonsense, now), String(nonsense)).toBeNull();
  });
});
