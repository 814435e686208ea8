import { inject } from "vitest";
import { demoPassword } from "#scripts/demo/accounts.ts";

export type ApiClient = Awaited<ReturnType<typeof createApiClient>>;

/**
 * Logs in as a demo user. Returns a function that calls the API directly, for steps that need no screen; it throws an error with the
 * status and the response if a call fails.
 */
export async function createApiClient(username: string) {
  const headers: Record<string, string> = { "content-type": "application/json" };
  const call = async <T>(path: string, body?: object, method = body ? "POST" : "GET"): Promise<T> => {
    const response = await fetch(`${inject("baseUrl")}/api${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const session = await call<{ access_token: string }>("/login", { username, password: demoPassword });
  headers.authorization = `Bearer ${session.access_token}`;
  return call;
}
