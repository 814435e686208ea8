import { ConnectorError } from "./connector.ts";

/*
 * Which hosts a destination may name. A deployment must not be made to call what only it can reach: loopback, private and link-local
 * addresses in any spelling, and names that only an inner network resolves. Every redirect is held to the same rule.
 */

const privateHostnames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa|onion|invalid)$/;

/** First and last address of each block of IPv4 that no public host has. */
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

const numberOf = (dotted: string): number =>
  dotted.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

const isPrivateIpv4 = (address: number): boolean =>
  privateIpv4Blocks.some(([first, last]) => address >= numberOf(first) && address <= numberOf(last));

/** The eight groups of an IPv6 address in the form that the URL parser gives. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const groups = (text: string) =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [before, after] = [groups(head), groups(tail ?? "")];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function isPrivateIpv6(address: string): boolean {
  const groups = groupsOf(address);
  const [first = 0, second = 0, third = 0] = groups;
  const ipv4At = (index: number) => isPrivateIpv4(groups[index]! * 65_536 + groups[index + 1]!);
  const zeroTo = (count: number, from = 0) => groups.slice(from, count).every((group) => group === 0);
  // Mapped, and through a translator: the address that is meant is the last 32 bits.
  if (zeroTo(5) && groups[5] === 0xffff) return ipv4At(6);
  if (first === 0x64 && second === 0xff9b && zeroTo(6, 2)) return ipv4At(6);
  // 6to4 carries it behind its prefix; Teredo hides it.
  if (first === 0x2002) return isPrivateIpv4(second * 65_536 + third);
  if (first === 0x2001 && second === 0) return true;
  // What is in use publicly is 2000::/3.
  return first >> 13 !== 1;
}

/**
 * Whether a host is one that only an inner network reaches. `host` as the URL parser gives it, which knows IPv4 in decimal, hexadecimal,
 * octal and with parts left out, and letters of other scripts that are read as ASCII.
 */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/\.$/, "");
  if (name.startsWith("[")) return isPrivateIpv6(name.slice(1, -1));
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(name)) return isPrivateIpv4(numberOf(name));
  return !name.includes(".") || privateHostnames.test(name);
}

/**
 * The address of a destination.
 * @param what the setting that holds it, for the error: "url"
 * @throws ConnectorError config: no http(s) address, one with a login in it, or a host that a deployment does not call
 */
export function parseAddress(text: string, what: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConnectorError("config", `The ${what} is not an address that begins with https://.`);
  if (url.username || url.password)
    throw new ConnectorError("config", `The ${what} must not contain a user name or password.`);
  assertPublicHost(url.hostname, allowPrivate);
  return url;
}

/** @throws ConnectorError config for a host that a deployment does not call */
function assertPublicHost(host: string, allowPrivate: boolean): void {
  if (!allowPrivate && isPrivateHost(host))
    throw new ConnectorError(
      "config",
      `The host ${host} is an address of an inner network, which is not allowed.`,
    );
}

/**
 * Where a redirect leads.
 * @throws ConnectorError config when it leads nowhere, to an inner network, or from an encrypted connection to a plain one
 */
export function redirectTarget(from: URL, location: string | null, allowPrivate: boolean): URL {
  const target = location !== null && URL.canParse(location, from) ? new URL(location, from) : null;
  if (!target || !/^https?:$/.test(target.protocol))
    throw new ConnectorError("config", `The host ${from.host} redirects to something that is no address.`);
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
 * Host and port as they are written in a setting: `ftp.example.se`, `ftp.example.se:2121`, `[2001:db8::1]:21`, with or without the
 * scheme before and a path behind it.
 * @throws ConnectorError config: no host, or one that a deployment does not call
 */
export function hostAndPort(
  text: string,
  schemes: readonly string[],
  allowPrivate: boolean,
): { scheme: string | null; host: string; port: number | null } {
  const refused = new ConnectorError("config", "The host is not a host name with or without a port.");
  const [, scheme = null, rest = ""] = /^(?:([a-z]{1,10}):\/\/)?(.{1,300})$/i.exec(text.trim()) ?? [];
  if (scheme !== null && !schemes.includes(scheme.toLowerCase())) throw refused;
  const authority = rest.split("/", 1)[0] ?? "";
  if (/[@\s\\?#]/.test(authority) || !URL.canParse(`http://${authority}`)) throw refused;
  const { hostname } = new URL(`http://${authority}`);
  // The parser leaves out http's own port, which is one like any other here.
  const port = /:(\d{1,5})$/.exec(authority)?.[1];
  if (port !== undefined && (Number(port) === 0 || Number(port) > 65_535)) throw refused;
  assertPublicHost(hostname, allowPrivate);
  return {
    scheme: scheme?.toLowerCase() ?? null,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port ? Number(port) : null,
  };
}
