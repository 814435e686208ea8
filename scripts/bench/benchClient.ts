import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import { address } from "./benchServer.ts";
import { password, type Scale, usernameOf } from "./scale.ts";

/** How measurements call the bench's server, and how they take the time of it. */

export const logIn = (scale: Scale) => logInAs(usernameOf(scale));

export async function logInAs(username: string): Promise<Record<string, string>> {
  const response = await fetch(`${address}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new Error(`login: ${response.status} ${await response.text()}`);
  return { authorization: `Bearer ${((await response.json()) as SessionRecord).access_token}` };
}

/** Of the customer of 1 000. */
export async function logInAsAdmin(): Promise<Record<string, string>> {
  const admin = { username: "benchadmin", like: usernameOf(1_000) };
  const made = await fetch(`${address}/bench/admin`, { method: "POST", body: JSON.stringify(admin) });
  if (!made.ok) throw new Error(`admin: ${made.status}`);
  return logInAs(admin.username);
}

export async function get(path: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(address + path, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

/** Reads a response to its end without keeping it. */
export async function drain(response: Response): Promise<number> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body!) bytes += chunk.byteLength;
  return bytes;
}

/** The median of the milliseconds a call takes, bodies read to the end. */
export async function median(run: () => Promise<unknown>, times = 15): Promise<number> {
  await run();
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const started = performance.now();
    await run();
    taken.push(performance.now() - started);
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)]!;
}

/** The shorter of two times, in milliseconds. */
export const best = async (run: () => Promise<unknown>): Promise<number> =>
  Math.min(await timed(run), await timed(run));

/** Those of three turns, so that what else the machine does slows both. */
export async function shortest(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[number, number]> {
  const taken: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < 3; turn += 1) {
    taken[0] = Math.min(taken[0], await timed(one));
    taken[1] = Math.min(taken[1], await timed(other));
  }
  return taken;
}

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
