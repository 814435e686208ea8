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
  ["/photo", "/photo"],
  ["/documentation/:uuid", "/documentation/create"],
])(
  "design§Web the prefetch of %s makes the calls that the screen makes when it renders",
  async (path, address) => {
    serve();
    const session = aSession({
      roles: ["ROLE_DOCUMENTATION_READ", "ROLE_TEMPLATE_READ", "ROLE_CREATE_DOCUMENTATION"],
    });
    const { queryClient } = renderApp(address, session);
    const { prefetch } = await screens[path].load();
    const prefetchQueries = new QueryClient();
    const url = new URL(address, location.origin);
    prefetch!(prefetchQueries, {
      params: { uuid: path.startsWith("/documentation/details") ? documentationId : "create" },
      search: url.searchParams,
      customerId: session.customerId,
    });
    const prefetchedQueries = prefetchQueries.getQueryCache().getAll();
    expect(prefetchedQueries.length).toBeGreaterThan(0);
    await waitFor(() => {
      const renderedQueries = new Set(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ queryHash }) => queryHash),
      );
      expect(
        prefetchedQueries.map(({ queryKey }) => hashKey(queryKey)).filter((key) => !renderedQueries.has(key)),
      ).toEqual([]);
    });
  },
);
