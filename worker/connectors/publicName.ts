import { z } from "zod";
import { isPrivateHost } from "./address.ts";
import { ConnectorError } from "./connector.ts";
import { type Timeouts, withTimeout } from "./timeouts.ts";

/** Milliseconds for which an answer is believed: about as long as a call takes. A name may change its address at any time. */
const cachedMs = 30_000;
const maxCachedNames = 1000;
const cached = new Map<string, { until: number; addresses: Promise<string[]> }>();

const dnsAnswer = z.object({
  Status: z.int(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]),
});
/** Types of DNS records that are addresses, and those among their codes that count. */
const recordTypes = { A: 1, AAAA: 28 } as const;

/**
 * Refuses a name whose address is in a private network, such as `127.0.0.1.nip.io`: the runtime does not say where it connects to.
 * The name is resolved by DNS over HTTPS just before a call.
 * @param resolver URL of the resolver's JSON interface; undefined where private destinations are allowed
 * @throws ConnectorError config for a private address; transient if the name cannot be resolved: without an answer nothing is called
 */
export async function assertPublicName(
  hostname: string,
  resolver: string | undefined,
  timeouts: Timeouts,
): Promise<void> {
  if (resolver === undefined || isAddress(hostname)) return;
  const addresses = await addressesOf(hostname, resolver, timeouts);
  if (addresses.length === 0)
    throw new ConnectorError("transient", `The host ${hostname} has no address in the public DNS.`);
  const inner = addresses.find((address) => isPrivateHost(address.includes(":") ? `[${address}]` : address));
  if (inner !== undefined)
    throw new ConnectorError(
      "config",
      `The host ${hostname} has the address ${inner}, which is in a private network. That is not allowed.`,
    );
}

const isAddress = (hostname: string) => /^[\d.]+$|^\[|:/.test(hostname);

function addressesOf(hostname: string, resolver: string, timeouts: Timeouts): Promise<string[]> {
  const key = `${resolver} ${hostname}`;
  const cachedResult = cached.get(key);
  if (cachedResult && cachedResult.until > Date.now()) return cachedResult.addresses;
  const addresses = resolve(hostname, resolver, timeouts);
  if (cached.size >= maxCachedNames) cached.clear();
  cached.set(key, { until: Date.now() + cachedMs, addresses });
  addresses.catch(() => cached.delete(key));
  return addresses;
}

async function resolve(hostname: string, resolver: string, timeouts: Timeouts): Promise<string[]> {
  const query = async (type: keyof typeof recordTypes): Promise<string[]> => {
    const url = new URL(resolver);
    url.searchParams.set("name", hostname);
    url.searchParams.set("type", type);
    const request = fetch(url, { headers: { accept: "application/dns-json" } }).then(async (response) => {
      const answer = dnsAnswer.safeParse(response.ok ? await response.json() : await response.body?.cancel());
      // 3: there is no such name.
      if (!answer.success || ![0, 3].includes(answer.data.Status)) throw new Error(String(response.status));
      return answer.data.Answer.flatMap(({ type: code, data }) => (code === recordTypes[type] ? [data] : []));
    });
    return withTimeout(timeouts.answer, new URL(resolver).host, request);
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
