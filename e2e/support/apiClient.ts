import { inject } from "vitest";
import { demoPassword } from "#scripts/demo/accounts.ts";

/** Calls the API directly, for steps that need no screen. */
export async function createApiClient(username: string) {
  const base = `${inject("baseUrl")}/api`;
  const login = await fetch(`${base}/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password: demoPassword }),
  });
  const { access_token } = (await login.json()) as { access_token: string };
  return async <T>(path: string, body?: object, method = body ? "POST" : "GET"): Promise<T> => {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as T;
  };
}
