import { describe, expect, it } from "vitest";
import { isPrivateHost, parseAddress, parseHostAndPort, parseRedirectTarget } from "./address.ts";
import { ConnectorError } from "./connector.ts";

const kindOf = (act: () => unknown) => {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof ConnectorError ? error.kind : error;
  }
};

const privateHosts = [
  ...[
    "localhost",
    "LOCALHOST.",
    "localhost..",
    "api.localhost",
    "nas.local",
    "db.internal",
    "intranet",
    "router.lan",
  ],
  ...["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0", "10.1.2.3", "172.31.255.255"],
  ...["192.168.0.1", "169.254.169.254", "100.64.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
  ...["[::]", "[::1]", "[::ffff:10.0.0.1]", "[::ffff:7f00:1]", "[fe80::1]", "[fc00::1]", "[fd12:3456::1]"],
  ...[
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:1::1]",
    "[ff02::1]",
    "[::127.0.0.1]",
    "１２７.0.0.1",
    "ⓛocalhost",
  ],
];
const publicHosts = [
  ...["example.se", "webdav1.storegate.com", "localhost.example.se", "8.8.8.8", "172.32.0.1", "100.128.0.1"],
  ...[
    "11.0.0.1",
    "[2a00:1450:4001::1]",
    "[::ffff:8.8.8.8]",
    "[64:ff9b::808:808]",
    "räksmörgås.se",
    "internal.se",
  ],
];

describe("addresses of destinations", () => {
  it.each(privateHosts)("design§Delivery a deployment does not call %s in any spelling", (host) => {
    expect(isPrivateHost(new URL(`https://${host}`).hostname)).toBe(true);
    expect(kindOf(() => parseAddress(`https://${host}/dav`, "url", false))).toBe("config");
    expect(kindOf(() => parseHostAndPort(host, ["ftp"], false))).toBe("config");
    expect(
      kindOf(() => parseRedirectTarget(new URL("https://example.se/a"), `https://${host}/`, false)),
    ).toBe("config");
    expect(parseAddress(`https://${host}/dav`, "url", true).pathname).toBe("/dav");
  });

  it.each(publicHosts)("design§Delivery a deployment calls %s", (host) => {
    expect(parseAddress(`https://${host}/dav`, "url", false).pathname).toBe("/dav");
    expect(parseHostAndPort(host, ["ftp"], false).port).toBeNull();
  });

  it.each([
    "",
    "ftp://example.se",
    "https://anna:secret@example.se",
    "javascript:alert(1)",
    "example.se/dav",
    "https://",
  ])("design§Delivery %s is not an address of a destination", (text) => {
    expect(kindOf(() => parseAddress(text, "url", true))).toBe("config");
  });

  it("design§Delivery a host may have a port, a scheme and a path", () => {
    const read = (text: string) => parseHostAndPort(text, ["ftp", "ftps"], false);
    expect(read(" ftp.example.se ")).toEqual({ scheme: null, host: "ftp.example.se", port: null });
    expect(read("ftp.example.se:80")).toEqual({ scheme: null, host: "ftp.example.se", port: 80 });
    expect(read("FTPS://FTP.example.se:990/in")).toEqual({
      scheme: "ftps",
      host: "ftp.example.se",
      port: 990,
    });
    expect(read("[2a00:1450::1]:2121")).toEqual({ scheme: null, host: "2a00:1450::1", port: 2121 });
    for (const text of [
      "",
      "a b",
      "anna@example.se",
      "sftp://example.se",
      "example.se:0",
      "example.se:70000",
      "a?b",
      "a#b",
    ])
      expect(
        kindOf(() => read(text)),
        text,
      ).toBe("config");
  });

  it("design§Delivery a redirect may only lead to a public address that is as secure as the first", () => {
    const from = new URL("https://dav.example.se/a");
    expect(parseRedirectTarget(from, "/b", false).href).toBe("https://dav.example.se/b");
    expect(parseRedirectTarget(from, "https://anna:x@other.example.se/", false).href).toBe(
      "https://other.example.se/",
    );
    for (const location of [
      null,
      "",
      "http://dav.example.se/",
      "file:///etc/passwd",
      "https://10.0.0.1/",
      "http://[",
    ])
      expect(
        kindOf(() => parseRedirectTarget(from, location, false)),
        String(location),
      ).toBe(location === "" ? null : "config");
  });
});
