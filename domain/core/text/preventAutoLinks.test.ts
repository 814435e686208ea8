import { describe, expect, it } from "vitest";
import { preventAutoLinks } from "./preventAutoLinks.ts";

/** Texts that mail programs make clickable: schemes, domains and mail addresses. */
const clickablePattern = /https?:\/\/|www\.[a-z]|[\p{L}\p{N}-]+\.(?:com|se|zip|mov|example|рф)(?!\p{L})/iu;

describe("texts in mails", () => {
  it.each([
    "Mast https://evil.example/login",
    "HTTP://EVIL.COM",
    "www.evil.com",
    "Log in at evil.se now",
    "Mast.zip",
    "pay@evil.com",
    "evil.рф",
    "a.b.c.evil.com.pdf.evil.com",
  ])("design§Links contain nothing clickable: %s", (text) => {
    expect(text).toMatch(clickablePattern);
    expect(preventAutoLinks(text)).not.toMatch(clickablePattern);
    expect(preventAutoLinks(text).replaceAll("\u2060", "")).toBe(text);
  });

  it.each(["Mast 12. Näset", "rapport.pdf", "IMG_1.JPG (2 MB)", "Kund AB – 2026", "Klart. Tack.", "3.50 MB"])(
    "design§Links otherwise stay as they are: %s",
    (text) => expect(preventAutoLinks(text)).toBe(text),
  );
});
