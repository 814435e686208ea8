import { expect, test } from "vitest";

const rawFiles = import.meta.glob<string>(["../../*.html", "../../public/*"], {
  eager: true,
  query: "?raw",
  import: "default",
});
const file = (name: string) =>
  Object.entries(rawFiles).find(([path]) => path.endsWith(`/${name}`))?.[1] ?? "";

test("the pages run no third-party scripts, which could read the tokens in local storage", () => {
  const policy = /Content-Security-Policy: (.*)/.exec(file("_headers"))?.[1] ?? "";
  const directives = Object.fromEntries(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );
  expect(directives).toMatchObject({
    "default-src": "'none'",
    "script-src": "'self'",
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  });
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
});

test.each(["index.html", "uploadFiles.html", "uploadLater.html", "delivered.html"])(
  "%s has no inline script or style, which the policy would block",
  (name) => {
    const page = file(name);
    expect(page).toContain('<script src="/theme.js"></script>');
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
  },
);

test("the script before the first paint reads the app's stored settings", () => {
  expect(file("theme.js")).toContain('remembered("colorMode")');
  expect(file("theme.js")).toContain('remembered("language")');
});

const sources = import.meta.glob<string>("../**/*.{ts,tsx}", {
  eager: true,
  query: "?raw",
  import: "default",
});

test("inputs that the build removes from Primer's FormControl are unused", () => {
  const users = Object.entries(sources).filter(([, text]) =>
    /\b(Autocomplete|SelectPanel|TextInputWithTokens)\b[^;]*from "@primer\/react"/.test(text),
  );
  expect(users.map(([file]) => file)).toEqual([]);
});
