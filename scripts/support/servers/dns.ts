import http from "node:http";
import { listen } from "../listen.ts";

/**
 * A resolver of DNS over HTTPS with the JSON interface of Cloudflare's and Google's. A name that begins with an address has that address,
 * as at nip.io; `ipv6.…` has a loopback one, `nothing.…` none, `broken.…` fails, and every other name (even localhost) is public.
 */
export async function startDnsServer() {
  const server = http.createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    const [name = "", type = ""] = [searchParams.get("name"), searchParams.get("type")].map(
      (text) => text ?? "",
    );
    if (name.startsWith("broken.") || request.headers.accept !== "application/dns-json") {
      response.writeHead(500).end();
      return;
    }
    const createAnswer = (code: number, data: string) => ({ name, type: code, TTL: 60, data });
    const ipv4 = /^(\d{1,3}(?:\.\d{1,3}){3})\./.exec(name)?.[1] ?? "203.0.113.7";
    const answers = name.startsWith("ipv6.")
      ? { A: [], AAAA: [createAnswer(28, "::1")] }
      : // An alias comes before the address it leads to.
        { A: [createAnswer(5, "alias.example."), createAnswer(1, ipv4)], AAAA: [] };
    const isMissing = name.startsWith("nothing.");
    const records = isMissing ? [] : type === "AAAA" ? answers.AAAA : answers.A;
    response.writeHead(200, { "content-type": "application/dns-json" });
    response.end(
      JSON.stringify({ Status: isMissing ? 3 : 0, ...(records.length > 0 && { Answer: records }) }),
    );
  });
  return {
    port: await listen(server),
    end: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
