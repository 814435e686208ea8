import { hashKey, QueryClient } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Path } from "#navigation/routes.ts";
import { documentationId, serve } from "#screens/documentation/testing.tsx";
import { aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { screens } from "./screens.ts";

test.each<[Path, string]>([
  ["/documentation", "/documentation?statusFilter=OK&page=2&sort=name"],
  ["/documentation/details/:uuid", `/documentation/details/${documentationId}`],
  ["/template", "/template?q=mast"],
  ["/overview", "/overview"],
  ["/documentation/:uuid", "/documentation/create"],
])("design§Web what %s asks ahead is what it asks when it is drawn", async (path, address) => {
  serve();
  const session = aSession({
    roles: ["ROLE_DOCUMENTATION_READ", "ROLE_TEMPLATE_READ", "ROLE_CREATE_DOCUMENTATION"],
  });
  const { queries } = renderApp(address, session);
  const { prefetch } = await screens[path].load();
  const ahead = new QueryClient();
  const url = new URL(address, location.origin);
  prefetch!(ahead, {
    params: { uuid: path.startsWith("/documentation/details") ? documentationId : "create" },
    search: url.searchParams,
    customerId: session.customerId,
  });
  const asked = ahead.getQueryCache().getAll();
  expect(asked.length).toBeGreaterThan(0);
  await waitFor(() => {
    const drawn = new Set(
      queries
        .getQueryCache()
        .getAll()
        .map(({ queryHash }) => queryHash),
    );
    expect(asked.map(({ queryKey }) => hashKey(queryKey)).filter((key) => !drawn.has(key))).toEqual([]);
  });
});
