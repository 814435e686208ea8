import { expect, test } from "vitest";
import { digestsOf, md5Of } from "./digests.ts";

test("2§7 a signed upload carries the base64 MD5 of its bytes, for empty and large files too", async () => {
  expect(await md5Of(new Blob([]))).toBe("1B2M2Y8AsgTpgAmY7PhCfg==");
  const bytes = new Uint8Array(2_500_000).map((_, index) => index % 251);
  const progress: number[] = [];
  const digest = await md5Of(new Blob([bytes]), (read) => progress.push(read));
  expect(digest).toBe("5Lp4wq0TY8D+vxP+A/YKuw==");
  expect(progress).toEqual([1_048_576, 2_097_152, 2_500_000]);
});

test("design§Photos a sender computes the SHA-256 of its bytes to compare with the stored one", async () => {
  expect(await digestsOf(new Blob(["abc"]))).toEqual({
    md5: "kAFQmDzST7DWlj99KOF/cg==",
    sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  });
  const abortedSignal = AbortSignal.abort();
  await expect(digestsOf(new Blob(["abc"]), () => {}, abortedSignal)).rejects.toThrow();
});
