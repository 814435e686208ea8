import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { withAllowedOrigins } from "./contentPolicy.ts";
import { root } from "./install.mjs";

const headers = await readFile(path.join(root, "web/public/_headers"), "utf8");
const storageEndpoint = "https://account.r2.cloudflarestorage.com";

describe("design§Web the console's Content-Security-Policy", () => {
  it("allows the storage, and no other server's images, by default", () => {
    const policy = withAllowedOrigins(headers, { STORAGE_ENDPOINT: storageEndpoint });
    expect(policy).toContain(`connect-src 'self' ${storageEndpoint};`);
    expect(policy).toContain("img-src 'self' blob: data:;");
  });

  it("allows the images of the configured map server, and only as images", () => {
    const policy = withAllowedOrigins(headers, {
      STORAGE_ENDPOINT: storageEndpoint,
      MAP_TILES: "https://tiles.example:8443/a/{z}/{x}/{y}.png?key=1",
    });
    expect(policy).toContain("img-src 'self' blob: data: https://tiles.example:8443;");
    expect(policy.match(/tiles\.example/g)).toHaveLength(1);
    expect(policy).not.toContain("key=1");
  });
});
