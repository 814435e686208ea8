import { expect, test } from "vitest";
import { md5Of } from "./md5";

test("2§7 a signed upload names the MD5 of its bytes, in base64, whatever their number", async () => {
  expect(await md5Of(new Blob([]))).toBe("1B2M2Y8AsgTpgAmY7PhCfg==");
  const bytes = new Uint8Array(2_500_000).map((_, index) => index % 251);
  const heard: number[] = [];
  const whole = await md5Of(new Blob([bytes]), (read) => heard.push(read));
  expect(whole).toBe("5Lp4wq0TY8D+vxP+A/YKuw==");
  expect(heard).toEqual([1_048_576, 2_097_152, 2_500_000]);
});
