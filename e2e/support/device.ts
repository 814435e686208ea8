import { inject } from "vitest";

/** Calls of a device, with the demo's licence code. */
export const licenseCode = "NORR-1";

export const fetchAsDevice = (path: string, body: object): Promise<Response> =>
  fetch(`${inject("baseUrl")}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ licenseCode, ...body }),
  });

/** @throws Error with the path and the response if the call fails */
export async function callAsDevice<T>(path: string, body: object): Promise<T> {
  const response = await fetchAsDevice(path, body);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<T>;
}
