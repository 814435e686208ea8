import { z } from "zod";
import { sessionRecord } from "#domain/endpoints/account/session.ts";
import { address } from "./benchServer.ts";
import { password } from "./worker/crew.ts";

/** Helpers to call the bench's server and to time calls. */

export async function logInAs(username: string): Promise<Record<string, string>> {
  const response = await fetch(`${address}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new Error(`login: ${response.status} ${await response.text()}`);
  return { authorization: `Bearer ${sessionRecord.parse(await response.json()).access_token}` };
}

export async function get(path: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(address + path, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

/** The ids in any list response. */
export const idList = z.object({ items: z.array(z.object({ id: z.string() })) });

/** Posts to one of the bench's own calls. */
export async function postToBench(call: string, body: unknown): Promise<Response> {
  const response = await fetch(`${address}/bench/${call}`, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`);
  return response;
}

/** Reads a response to its end and discards it. Returns its size in bytes. */
export async function drain(response: Response): Promise<number> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body!) bytes += chunk.byteLength;
  return bytes;
}

/** The median of the milliseconds a call takes, bodies read to the end. */
export async function measureMedianMs(run: () => Promise<unknown>, times = 15): Promise<number> {
  await run();
  const durations: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now();
    await run();
    durations.push(performance.now() - startedAt);
  }
  return durations.sort((a, b) => a - b)[Math.floor(times / 2)]!;
}

/** The shortest times of two calls in three alternating rounds, so that other load on the machine slows both. */
export async function measureAlternating(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<[number, number]> {
  const durations: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 3; round += 1) {
    durations[0] = Math.min(durations[0], await measureMs(first));
    durations[1] = Math.min(durations[1], await measureMs(second));
  }
  return durations;
}

export async function measureMs(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
