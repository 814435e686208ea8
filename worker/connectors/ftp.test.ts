import { describe, expect, inject, it } from "vitest";
import type { Fault } from "#scripts/support/servers/serverFaults.ts";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import { FtpConnector } from "./ftp.ts";
import { connectorBattery, control, faultBattery, newUser, realBattery } from "./testing/connectorBattery.ts";
import { expectFailure, makeBytes, makeOutgoingFile, SavedProgress } from "./testing/sampleFiles.ts";

const { ftp, closed } = inject("servers");
type Login = { user: string; password?: string; timeouts?: ConstructorParameters<typeof FtpConnector>[1] };
const connectTo =
  (host: string, directory = "") =>
  ({ user, password = rightPassword, timeouts }: Login) =>
    new FtpConnector(
      { params: { host, username: user, directory }, secrets: { password }, allowPrivate: true },
      timeouts,
    );

connectorBattery({
  name: "FTP",
  open: connectTo(`localhost:${ftp.plain}`),
  listStoredFiles: control.listStoredFiles,
});
connectorBattery({
  name: "FTP over TLS",
  open: connectTo(`ftps://localhost:${ftp.strict}`),
  listStoredFiles: control.listStoredFiles,
});
connectorBattery({
  name: "FTP without EPSV and REST",
  open: connectTo(`localhost:${ftp.bare}`),
  listStoredFiles: control.listStoredFiles,
});

await realBattery("vsftpd", (port, login) =>
  connectTo(`localhost:${port}`, "files")({ user: "anonymous", ...login }),
);
await realBattery("vsftpdTls", (port, login) =>
  connectTo(`ftps://localhost:${port}`, "files")({ user: "anonymous", ...login }),
);

const answer = (status: number, text = "no", on: Fault["operation"] = "upload"): Fault => ({
  operation: on,
  action: "answer",
  status,
  text,
});
const faultSetup = {
  ...control,
  canResume: true,
  errorResponses: [
    { title: "an expired login", fault: answer(530), kind: "auth" },
    { title: "a full disk", fault: answer(552), kind: "full" },
    { title: "a full disk in other words", fault: answer(550, "No space left on device"), kind: "full" },
    { title: "a name that it refuses", fault: answer(553), kind: "refused" },
    {
      title: "a folder without the right to write",
      fault: answer(550, "Permission denied."),
      kind: "refused",
    },
    { title: "a folder that is gone", fault: answer(550), kind: "notFound" },
    { title: "one session for both connections", fault: answer(522), kind: "config" },
    { title: "too many connections", fault: answer(421), kind: "transient" },
    { title: "a data connection that cannot be opened", fault: answer(425), kind: "config" },
    { title: "a transfer that was broken off", fault: answer(426), kind: "transient" },
    { title: "too many logins", fault: answer(421, "too many", "login"), kind: "transient" },
    { title: "a full disk at a folder", fault: answer(552, "no", "folder"), kind: "full" },
  ] as const,
};
faultBattery({ name: "FTP", open: connectTo(`localhost:${ftp.plain}`), ...faultSetup, reports: "sha256" });
faultBattery({
  name: "FTP over TLS",
  open: connectTo(`localhost:${ftp.tls}`),
  ...faultSetup,
  reports: "sha256",
});
faultBattery({ name: "FTP without EPSV and REST", open: connectTo(`localhost:${ftp.bare}`), ...faultSetup });

describe("FTP", () => {
  it("O6 FluentFTP#1784 vscode-sftp#506 a refused TLS session is not blamed on the passive ports", async () => {
    const user = newUser();
    const words = "Unable to build data connection: TLS session of data connection not resumed.";
    await control.inject(user, [answer(425, words)]);
    const connector = connectTo(`localhost:${ftp.tls}`)({ user });
    const error = await expectFailure(
      connector.put(makeOutgoingFile("a.jpg", makeBytes(10)), new SavedProgress()),
    );
    await connector.close();
    expect(error.message).toContain(`“425 ${words}” It requires one TLS session`);
    expect(error.message).not.toContain("firewall");
  });

  const put = (host: string, login: Login = { user: newUser() }) =>
    expectFailure(connectTo(host)(login).put(makeOutgoingFile("a.jpg", makeBytes(10)), new SavedProgress()));

  it("design§Delivery an unreachable host is retried", async () => {
    expect((await put(`localhost:${closed}`)).kind).toBe("transient");
  });

  it.each(["untrusted", "foreign"] as const)(
    "design§Delivery a failed handshake may pass, is a configuration error if it persists, and nothing is sent unencrypted (%s)",
    async (mode) => {
      const user = newUser();
      const error = await put(`localhost:${ftp[mode]}`, { user });
      expect([error.kind, error.persistentKind]).toEqual(["transient", "config"]);
      expect(error.message).toMatch(/restarting, or its certificate/);
      expect(await control.listStoredFiles(user)).toEqual([]);
    },
  );

  it.each([
    [`localhost:${ftp.plain}`, false],
    [`localhost:${ftp.tls}`, true],
  ])("design§Delivery says whether the connection was encrypted (%s)", async (host, isEncrypted) => {
    const connector = connectTo(host)({ user: newUser() });
    expect(connector.isEncrypted()).toBeNull();
    await connector.put(makeOutgoingFile("a.jpg", makeBytes(10)), new SavedProgress());
    expect(connector.isEncrypted()).toBe(isEncrypted);
    await connector.close();
  });

  it("design§Delivery ftps:// requires encryption, and a server without it is refused", async () => {
    const error = await put(`ftps://localhost:${ftp.plain}`);
    expect(error.kind).toBe("config");
    expect(error.message).toContain("encrypted");
  });

  it("design§Delivery paths are relative to the folder of the destination, which is created", async () => {
    const user = newUser();
    for (const [directory, name] of [
      ["in/box", "a.jpg"],
      ["/in/", "b.jpg"],
      [" \\in\\box ", "c.jpg"],
    ] as const) {
      const connector = connectTo(`localhost:${ftp.plain}`, directory)({ user });
      await connector.put(makeOutgoingFile(name, makeBytes(10)), new SavedProgress());
      await connector.close();
    }
    const paths = (await control.listStoredFiles(user)).map(({ path }) => path);
    expect(paths).toEqual(["in/b.jpg", "in/box/a.jpg", "in/box/c.jpg"]);
  });

  it("design§Delivery an endless reply is aborted", async () => {
    const user = newUser();
    await control.inject(user, [{ operation: "folder", action: "flood" }]);
    const connector = connectTo(`localhost:${ftp.plain}`)({ user });
    const error = await expectFailure(connector.ensureFolder(["a"]));
    expect(error.kind).toBe("config");
    expect(error.message).toContain("too long");
    await connector.close();
  });

  it("design§Delivery settings cannot inject commands", async () => {
    const settings: Record<string, string>[] = [
      { username: "anna\r\nDELE a" },
      { directory: "a\nb" },
      { directory: "../up" },
    ];
    for (const params of settings) {
      const open = () =>
        new FtpConnector({
          params: { host: `localhost:${ftp.plain}`, username: newUser(), ...params },
          secrets: { password: rightPassword },
          allowPrivate: true,
        }).ensureFolder([]);
      const error = await expectFailure((async () => open())());
      expect(error.kind).toBe("config");
    }
  });

  it("design§Delivery a password repeated by the server is not in the error", async () => {
    const error = await put(`localhost:${ftp.plain}`, { user: newUser(), password: "hunter2-hunter2" });
    expect(error.kind).toBe("auth");
    expect(error.message).not.toContain("hunter2");
  });

  it("design§Delivery a connection that was closed while idle is reopened", async () => {
    const user = newUser();
    const connector = connectTo(`localhost:${ftp.plain}`)({ user });
    await connector.ensureFolder(["a"]);
    await connector.close();
    await connector.put(makeOutgoingFile("a/b.jpg", makeBytes(10)), new SavedProgress());
    await connector.close();
    expect(await control.listStoredFiles(user)).toHaveLength(1);
  });

  it("design§Delivery a server that accepts no further connection gets all files over the existing ones", async () => {
    const user = newUser();
    const connector = connectTo(`localhost:${ftp.plain}`)({ user });
    await connector.ensureFolder(["a"]);
    await control.inject(user, [answer(421, "too many connections", "login")]);
    const paths = Array.from({ length: 6 }, (_, index) => `a/${index}.jpg`);
    await Promise.all(
      paths.map((path) => connector.put(makeOutgoingFile(path, makeBytes(30_000)), new SavedProgress())),
    );
    await connector.close();
    expect((await control.listStoredFiles(user)).map(({ path }) => path)).toEqual(paths);
  });
});
