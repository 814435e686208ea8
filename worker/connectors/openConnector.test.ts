import { describe, expect, it } from "vitest";
import { laneOf } from "./openConnector.ts";
import { storegateUrl } from "./webdav.ts";

describe("the lane of a destination", () => {
  it("design§Jobs is its type and host, so that destinations of one host share its connections", () => {
    const lane = laneOf("WEBDAV", { url: "https://Files.example.com/anna", username: "anna" });
    expect(laneOf("WEBDAV", { url: "https://files.example.com/bertil/", username: "bertil" })).toBe(lane);
    expect(lane).toBe("WEBDAV files.example.com");
    expect(laneOf("FTP", { host: "files.example.com" })).toBe("FTP files.example.com");
    expect(laneOf("SHAREPOINT", { siteUrl: "https://acme.sharepoint.com/sites/Bygg" })).toBe(
      "SHAREPOINT acme.sharepoint.com",
    );
    expect(laneOf("RAMSITE_3GIS", { baseUrl: "https://ramsite.example.com/api" })).toBe(
      "RAMSITE_3GIS ramsite.example.com",
    );
  });

  it("design§Jobs distinguishes ports", () => {
    expect(laneOf("FTP", { host: "ftps://files.example.com:990" })).not.toBe(
      laneOf("FTP", { host: "files.example.com" }),
    );
    expect(laneOf("WEBDAV", { url: "http://localhost:8080/dav" })).toBe("WEBDAV localhost:8080");
  });

  it("design§Jobs exists for faulty settings too, whose deliveries fail when they run", () => {
    for (const url of ["", "   ", "not an address at all", "mailto:anna@example.com"])
      expect(laneOf("WEBDAV", { url }), url).toBe("WEBDAV");
    expect(laneOf("WEBDAV", {})).toBe("WEBDAV");
    expect(laneOf("EMAIL", { staticEmail: "anna@example.com" })).toBe("EMAIL");
  });
});

describe("the address of Storegate", () => {
  it("3§3 is derived from the user's name, unless the destination has its own", () => {
    expect(storegateUrl({ username: "anna" })).toBe("https://webdav1.storegate.com/anna");
    expect(storegateUrl({ username: "åsa/..?x#y" })).toBe(
      "https://webdav1.storegate.com/%C3%A5sa%2F..%3Fx%23y",
    );
    expect(storegateUrl({ url: "  ", username: "anna" })).toBe("https://webdav1.storegate.com/anna");
    expect(storegateUrl({ url: " https://webdav2.storegate.com/x ", username: "anna" })).toBe(
      "https://webdav2.storegate.com/x",
    );
    expect(laneOf("STOREGATE", { username: "anna" })).toBe(laneOf("STOREGATE", { username: "bertil" }));
  });
});
