import { describe, expect, it } from "vitest";
import { findServerMessage, isWebPage, quoteServerMessage } from "./serverMessage.ts";

const words = (text: string, type = "text/html") =>
  findServerMessage({ text, headers: new Headers({ "content-type": type }) });

describe("a server's own words", () => {
  it.each([
    [
      "sabre/dav",
      '<?xml version="1.0"?><d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns"><s:exception>Sabre\\DAV\\Exception\\Forbidden</s:exception><s:message>&quot;.part&quot; is a forbidden file type.</s:message></d:error>',
      '".part" is a forbidden file type.',
    ],
    [
      "Apache",
      '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN"><html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1><p>You don&#39;t have permission to access this resource.</p><hr></body></html>',
      "403 Forbidden. You don't have permission to access this resource.",
    ],
    [
      "nginx",
      "<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center></body></html>",
      "413 Request Entity Too Large",
    ],
    [
      "IIS",
      "<html><head><title>IIS Detailed Error - 404.7</title></head><body><h3>HTTP Error 404.7 - Not Found</h3></body></html>",
      "IIS Detailed Error - 404.7. HTTP Error 404.7 - Not Found",
    ],
    ["an API", '{"error":{"code":"x","message":"File type not allowed"}}', "File type not allowed"],
    ["an API with a list", '{"errors":[],"detail":"Too long"}', "Too long"],
    ["nothing", "", null],
    ["broken JSON", "{", null],
    ["an empty page", "<html></html>", null],
  ])("O3 webdav-client#367 are found in the response of %s", (_, text, expected) => {
    expect(words(text)).toBe(expected);
  });

  it("O3 are quoted if they are a short text, and never if they are a file", () => {
    expect(words("  Quota\n exceeded ", "text/plain")).toBe("Quota exceeded");
    expect(words("%PDF-1.7 …", "application/pdf")).toBeNull();
  });

  it("O3 are one line without secrets, and at most 200 characters", () => {
    const quote = quoteServerMessage(
      { text: `<title>no hunter2-hunter2</title><p>${"long ".repeat(5000)}</p>`, headers: new Headers() },
      ["hunter2-hunter2"],
    );
    expect(quote).toMatch(/^ It says: “no …\. long /);
    expect(quote.length).toBeLessThan(220);
  });

  it("O3 a page is recognised with and without its type", () => {
    const page = (text: string, type: string) =>
      isWebPage({ text, headers: new Headers({ "content-type": type }) });
    expect(page("", "text/html; charset=utf-8")).toBe(true);
    expect(page("\n<!DOCTYPE html><html>", "")).toBe(true);
    expect(page('<?xml version="1.0"?><d:multistatus/>', "application/xml")).toBe(false);
  });
});
