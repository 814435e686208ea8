import { trimEndChars } from "#domain/core/text/trim.ts";
import { ConnectorError } from "./connector.ts";

/*
 * Protection against server-side request forgery: destinations must not make a deployment call hosts that only it can reach, that is
 * loopback, private and link-local addresses in any spelling, and names that only a private network resolves. Redirects are checked
 * in the same way.
 */

const privateHostnames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa|onion|invalid)$/;

/** First and last address of each block of non-public IPv4 addresses. */
const privateIpv4Blocks: readonly (readonly [string, string])[] = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["224.0.0.0", "255.255.255.255"],
];

const ipv4ToNumber = (address: string): number =>
  address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

const isPrivateIpv4 = (address: number): boolean =>
  privateIpv4Blocks.some(([first, last]) => address >= ipv4ToNumber(first) && address <= ipv4ToNumber(last));

/** The eight groups of an IPv6 address as the URL parser writes it. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const groups = (text: string) =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [leadingGroups, trailingGroups] = [groups(head), groups(tail ?? "")];
  return [
    ...leadingGroups,
    ...Array<number>(8 - leadingGroups.length - trailingGroups.length).fill(0),
    ...trailingGroups,
  ];
}

function isPrivateIpv6(address: string): boolean {
  const groups = groupsOf(address);
  const [first = 0, second = 0, third = 0] = groups;
  const ipv4At = (index: number) => isPrivateIpv4(groups[index]! * 65_536 + groups[index + 1]!);
  const areZeros = (count: number, from = 0) => groups.slice(from, count).every((group) => group === 0);
  // IPv4-mapped or NAT64: the last 32 bits are the actual address.
  if (areZeros(5) && groups[5] === 0xffff) return ipv4At(6);
  if (first === 0x64 && second === 0xff9b && areZeros(6, 2)) return ipv4At(6);
  // 6to4 embeds the IPv4 address after its prefix; Teredo obfuscates it.
  if (first === 0x2002) return isPrivateIpv4(second * 65_536 + third);
  if (first === 0x2001 && second === 0) return true;
  // Global unicast addresses are 2000::/3.
  return first >> 13 !== 1;
}

/**
 * Whether a host can be reached only in a private network. `host` must come from the URL parser, which normalises IPv4 in decimal,
 * hexadecimal, octal and shortened forms, and non-ASCII letters that map to ASCII.
 */
export function isPrivateHost(host: string): boolean {
  const name = trimEndChars(host, ".");
  if (name.startsWith("[")) return isPrivateIpv6(name.slice(1, -1));
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(name)) return isPrivateIpv4(ipv4ToNumber(name));
  return !name.includes(".") || privateHostnames.test(name);
}

/**
 * The URL of a destination.
 * @param name the setting that contains it, for the error: "url"
 * @throws ConnectorError config: not an http(s) URL, one with credentials, or a host that a deployment must not call
 */
export function parseAddress(text: string, name: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConnectorError("config", `The ${name} is not an address that begins with https://.`);
  if (url.username || url.password)
    throw new ConnectorError("config", `The ${name} must not contain a user name or password.`);
  assertPublicHost(url.hostname, allowPrivate);
  return url;
}

/** @throws ConnectorError config for a host that a deployment must not call */
function assertPublicHost(host: string, allowPrivate: boolean): void {
  if (!allowPrivate && isPrivateHost(host))
    throw new ConnectorError("config", `The host ${host} is in a private network, which is not allowed.`);
}

/**
 * The target of a redirect.
 * @throws ConnectorError config when it is not a URL, is in a private network, or leaves an encrypted connection for a plain one
 */
export function parseRedirectTarget(from: URL, location: string | null, allowPrivate: boolean): URL {
  const target = location !== null && URL.canParse(location, from) ? new URL(location, from) : null;
  if (!target || !/^https?:$/.test(target.protocol))
    throw new ConnectorError("config", `The host ${from.host} redirects to an invalid address.`);
  if (from.protocol === "https:" && target.protocol !== "https:")
    throw new ConnectorError(
      "config",
      `The host ${from.host} redirects to an address that is not encrypted.`,
    );
  assertPublicHost(target.hostname, allowPrivate);
  target.username = "";
  target.password = "";
  return target;
}

/**
 * Host and port of a setting: `ftp.example.se`, `ftp.example.se:2121`, `[2001:db8::1]:21`, optionally with a scheme before and a
 * path after.
 * @throws ConnectorError config: no host, or one that a deployment must not call
 */
export function parseHostAndPort(
  text: string,
  schemes: readonly string[],
  allowPrivate: boolean,
): { scheme: string | null; host: string; port: number | null } {
  const invalidHost = new ConnectorError("config", "The host is not a host name with or without a port.");
  const [, scheme = null, hostAndPath = ""] = /^(?:([a-z]{1,10}):\/\/)?(.{1,300})$/i.exec(text.trim()) ?? [];
  if (scheme !== null && !schemes.includes(scheme.toLowerCase())) throw invalidHost;
  const authority = hostAndPath.split("/", 1)[0] ?? "";
  if (/[@\s\\?#]/.test(authority) || !URL.canParse(`http://${authority}`)) throw invalidHost;
  const { hostname } = new URL(`http://${authority}`);
  // The parser drops http's default port, which is an ordinary port here.
  const port = /:(\d{1,5})$/.exec(authority)?.[1];
  if (port !== undefined && (Number(port) === 0 || Number(port) > 65_535)) throw invalidHost;
  assertPublicHost(hostname, allowPrivate);
  return {
    scheme: scheme?.toLowerCase() ?? null,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port ? Number(port) : null,
  };
}
