import { describe, expect, it } from "vitest";
import { addressKey } from "./rateLimit.ts";

describe("addresses that rate limits count as one", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:0:1::1", "2001:db8:0:1::/64"],
    ["2001:DB8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"],
    ["2001:0db8:0000:0001:0000:0000:0000:0002", "2001:db8:0:1::/64"],
    ["2001:db8:0:2::1", "2001:db8:0:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["unknown", "unknown"],
  ])("design§Sessions %s is %s", (address, network) => {
    expect(addressKey(address)).toBe(network);
  });
});
