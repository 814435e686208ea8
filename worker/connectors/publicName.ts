import { z } from "zod";
import { isPrivateHost } from "./address.ts";
import { ConnectorError } from "./connector.ts";
import { type Timeouts, withTimeout } from "./timeouts.ts";

/** Milliseconds for which an answer is cached: about as long as a call takes, because a name may change its address at any time. */
const cacheTtlMs = 30_000;
const maxCachedNames = 1000;
const addressCache = new Map<string, { expiresAt: number; addresses: Promise<string[]> }>();

const dnsResponse = z.object({
  Status: z.int(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]),
});
/** Codes of the DNS record types that contain addresses. */
const recordTypes = { A: 1, AAAA: 28 } as const;

/**
 * Refuses a name whose address is in a private network, such as `127.0.0.1.nip.io`: the runtime does not say where it connects to.
 * The name is resolved by DNS over HTTPS just before a call.
 * @param resolver URL of the resolver's JSON interface; undefined where private destinations are allowed
 * @throws ConnectorError config for a private address; transient if the name cannot be resolved, because nothing may be called then
 */
export async function assertPublicName(
  hostname: string,
  resolver: string | undefined,
  timeouts: Timeouts,
): Promise<void> {
  if (resolver === undefined || isAddress(hostname)) return;
  const addresses = await lookUpAddresses(hostname, resolver, timeouts);
  if (addresses.length === 0)
    throw new ConnectorError("transient", `The host ${hostname} has no address in the public DNS.`);
  const privateAddress = addresses.find((address) =>
    isPrivateHost(address.includes(":") ? `[${address}]` : address),
  );
  if (privateAddress !== undefined)
    throw new ConnectorError(
      "config",
      `The host ${hostname} has the address ${privateAddress}, which is in a private network. That is not allowed.`,
    );
}

const isAddress = (hostname: string) => /^[\d.]+$|^\[|:/.test(hostname);

function lookUpAddresses(hostname: string, resolver: string, timeouts: Timeouts): Promise<string[]> {
  const key = `${resolver} ${hostname}`;
  const cachedResult = addressCache.get(key);
  if (cachedResult && cachedResult.expiresAt > Date.now()) return cachedResult.addresses;
  const addresses = queryResolver(hostname, resolver, timeouts);
  if (addressCache.size >= maxCachedNames) addressCache.clear();
  addressCache.set(key, { expiresAt: Date.now() + cacheTtlMs, addresses });
  addresses.catch(() => addressCache.delete(key));
  return addresses;
}

async function queryResolver(hostname: string, resolver: string, timeouts: Timeouts): Promise<string[]> {
  const query = async (type: keyof typeof recordTypes): Promise<string[]> => {
    const url = new URL(resolver);
    url.searchParams.set("name", hostname);
    url.searchParams.set("type", type);
    const request = fetch(url, { headers: { accept: "application/dns-json" } }).then(async (response) => {
      const answer = dnsResponse.safeParse(
        response.ok ? await response.json() : await response.body?.cancel(),
      );
      // 3: there is no such name.
      if (!answer.success || ![0, 3].includes(answer.data.Status)) throw new Error(String(response.status));
      return answer.data.Answer.flatMap(({ type: code, data }) => (code === recordTypes[type] ? [data] : []));
    });
    return withTimeout(timeouts.responseMs, new URL(resolver).host, request);
  };
  try {
    return (await Promise.all([query("A"), query("AAAA")])).flat();
  } catch {
    throw new ConnectorError(
      "transient",
      `The address of the host ${hostname} could not be looked up, so it was not called.`,
    );
  }
}
