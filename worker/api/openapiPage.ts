import { html, raw } from "hono/html";
import type { AppContext } from "#worker/http/context.ts";
import { deviceSteps, deviceTag } from "./deviceGuide.ts";
import { openApiDocument } from "./openapi.ts";

const style = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:2rem 1rem}
h2{margin:2.5rem 0 .5rem;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}
details{border-bottom:1px solid color-mix(in srgb,currentColor 10%,transparent)}
summary{display:flex;flex-wrap:wrap;gap:.25rem .75rem;padding:.5rem 0;cursor:pointer}
summary b{width:4rem}summary span{opacity:.75;flex:1 1 20rem}
code,pre{font:13px/1.5 ui-monospace,monospace}
pre{overflow:auto;padding:.75rem;border-radius:6px;background:color-mix(in srgb,currentColor 6%,transparent)}`;

/** The OpenAPI document as a page without scripts, so that its content security policy need not allow any. */
export async function openApiPage(c: AppContext): Promise<Response> {
  const operations = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = [...Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? "").entries()].sort(
    ([a], [b]) => a.localeCompare(b),
  );
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  c.header(
    "content-security-policy",
    `default-src 'none'; style-src 'sha256-${Buffer.from(digest).toString("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  return c.html(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Siteproof API</title><style>${raw(style)}</style></head>
<body>
<h1>Siteproof API</h1>
<p>Base path <code>/api</code>. The machine-readable document is <a href="/api/openapi.json">openapi.json</a>.</p>
${groups.map(
  ([tag, members]) => html`<section><h2>${tag}</h2>
${
  tag === deviceTag
    ? html`<p>The calls of a device, in order. It has no session: a licence code authorises it.</p>
<ol>${deviceSteps.map(({ instruction, calls }) => html`<li>${instruction}<br>${calls.map((call) => html`<code>${call}</code> `)}</li>`)}</ol>`
    : ""
}
${members.map(
  ({
    path,
    method,
    operation,
  }) => html`<details id="${operation.operationId}"><summary><b>${method}</b><code>${path}</code><span>${operation.summary}</span></summary>
<p>${operation.description}</p>
<pre>${JSON.stringify({ parameters: operation.parameters, requestBody: operation.requestBody, responses: operation.responses }, null, 2)}</pre></details>`,
)}</section>`,
)}
</body></html>`);
}
