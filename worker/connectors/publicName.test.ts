import { describe, expect, inject, it } from "vitest";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import type { Destination } from "./connector.ts";
import { FtpConnector } from "./ftp.ts";
import { destinationOf } from "./openConnector.ts";
import { assertPublicName } from "./publicName.ts";
import { RamsiteConnector } from "./ramsite.ts";
import { downloadRange } from "./sources/download.ts";
import { control, newUser } from "./testing/connectorBattery.ts";
import { expectFailure, makeBytes, makeOutgoingFile, SavedProgress } from "./testing/sampleFiles.ts";
import { timeoutsMs } from "./timeouts.ts";
import { WebdavConnector } from "./webdav.ts";

const { dns, ftp, webdav, ramsite, closed } = inject("servers");
const check = (name: string, resolver: string | undefined = dns) =>
  assertPublicName(name, resolver, timeoutsMs);

// Test servers are at loopback, which is allowed by its name here; the resolver decides what other names resolve to.
const destination = (params: Record<string, string>): Destination => ({
  ...{ params, secrets: { password: rightPassword, apiKey: "x" }, allowPrivate: true, resolver: dns },
});

describe("the name of a host", () => {
  it.each(["127.0.0.1.nip.example", "10.1.2.3.nip.example", "169.254.169.254.nip.example", "ipv6.example"])(
    "design§Delivery that leads into a private network is refused (%s)",
    async (name) => {
      const error = await expectFailure(check(name));
      expect(error.kind).toBe("config");
      expect(error.message).toContain("private network");
    },
  );

  it("design§Delivery is called only if it is public, and not at all if it cannot be resolved", async () => {
    await check("files.example");
    await check("8.8.8.8.nip.example");
    for (const name of ["nothing.example", "broken.example"])
      expect((await expectFailure(check(name))).kind, name).toBe("transient");
    const unreachable = `http://localhost:${closed}/dns-query`;
    expect((await expectFailure(check("files.example", unreachable))).kind).toBe("transient");
    // Literal addresses are checked directly.
    await check("8.8.8.8");
    await check("[2a00:1450::1]");
  });

  it("design§Delivery is checked in a deployment, and not where private destinations are allowed", () => {
    expect(destinationOf({ CONSOLE_URL: "https://a.example" }, {}, {}).resolver).toMatch(/^https:/);
    const local = { CONSOLE_URL: "http://localhost:8788", ALLOW_PRIVATE_DESTINATIONS: "true" };
    expect(destinationOf(local, {}, {})).not.toHaveProperty("resolver");
  });
});

describe("a destination whose name leads into a private network", () => {
  const toPrivateName = (address: string) => address.replace("localhost", "127.0.0.1.nip.example");

  it("design§Delivery is not called over WebDAV, FTP or RAMSITE's API", async () => {
    const username = newUser();
    const connectors = [
      new WebdavConnector(toPrivateName(webdav.plain), destination({ username })),
      new FtpConnector(destination({ username, host: toPrivateName(`localhost:${ftp.plain}`) })),
      new RamsiteConnector(
        destination({
          ...{
            baseUrl: toPrivateName(ramsite),
            projectId: username,
            uploadPath: "/a?name={name}",
            findPath: "/b",
          },
          ...{ apiKeyHeader: "X-API-Key", uploadMethod: "POST", uploadBody: "raw" },
        }),
      ),
    ];
    for (const connector of connectors) {
      const error = await expectFailure(
        connector.put(makeOutgoingFile("a.jpg", makeBytes(10)), new SavedProgress()),
      );
      await connector.close();
      expect([error.kind, error.message]).toEqual(["config", expect.stringContaining("private network")]);
    }
    expect(await control.listStoredFiles(username)).toEqual([]);
  });

  it("design§Delivery is not called when a public host redirects to it", async () => {
    const username = newUser();
    const url = `${webdav.moved}/${encodeURIComponent(toPrivateName(`${webdav.plain}/`))}`;
    const connector = new WebdavConnector(url, destination({ username }));
    const error = await expectFailure(
      connector.put(makeOutgoingFile("a.jpg", makeBytes(10)), new SavedProgress()),
    );
    expect([error.kind, error.message]).toEqual(["config", expect.stringContaining("private network")]);
    expect(await control.listStoredFiles(username)).toEqual([]);
    const options = { timeouts: timeoutsMs, allowPrivate: true, resolver: dns, subject: "the list" };
    const download = downloadRange(new URL(toPrivateName(`${webdav.plain}/a.txt`)), [0, 10], options);
    expect((await expectFailure(download)).message).toContain("private network");
  });

  it("design§Delivery is called by a public name", async () => {
    const username = newUser();
    for (const connector of [
      new WebdavConnector(webdav.plain, destination({ username })),
      new FtpConnector(destination({ username, host: `localhost:${ftp.plain}` })),
    ]) {
      await connector.put(makeOutgoingFile("a.jpg", makeBytes(10)), new SavedProgress());
      await connector.close();
    }
    expect(await control.listStoredFiles(username)).toHaveLength(1);
  });
});
