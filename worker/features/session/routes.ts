import { sql } from "drizzle-orm";
import { spansCustomers } from "../../../domain/access/authorities";
import {
  customerOptions,
  downloadTicket,
  login,
  logout,
  productList,
  refreshToken,
} from "../../../domain/endpoints/session";
import { isoSeconds } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import { holds } from "../../db/casefold";
import { customer, product } from "../../db/schema";
import type { App } from "../../http/context";
import { mounted, mountForAll, mountForSession } from "../../http/mount";
import { ticketPath } from "./actor";
import { addressOf } from "./attempts";
import { endSession, login as logIn, refresh } from "./login";
import { signTicket, ticketLifetime } from "./tokens";

export function mountSession(app: App): void {
  mountForAll(app, login, ({ c, env, db, body }) => logIn(env, db, body, addressOf(c)));
  mountForAll(app, refreshToken, ({ env, db, body }) => refresh(env, db, body.refresh_token));
  mountForSession(app, logout, async ({ db, actor }) => {
    await endSession(db, actor.sessionId, "LOGOUT");
    return { success: true };
  });
  mountForSession(app, downloadTicket, async ({ c, env, actor, body }) => {
    const url = downloadUrl(c.req.url, body.path);
    const path = ticketPath(url);
    const token = await signTicket(env, actor.sessionId, path);
    return {
      url: `${path}${path.includes("?") ? "&" : "?"}token=${token}`,
      expires: isoSeconds(new Date(Date.now() + ticketLifetime * 1000)),
    };
  });
  mountForSession(app, productList, ({ db }) =>
    db.select({ id: product.id, name: product.name }).from(product).orderBy(product.id),
  );
  mountForSession(app, customerOptions, ({ db, actor, query }) =>
    db
      .select({ id: customer.id, name: customer.name })
      .from(customer)
      .where(
        spansCustomers(actor) ? holds(customer.name, query.q) : sql`${customer.id} = ${actor.customerId}`,
      )
      .orderBy(sql`${customer.name} COLLATE NOCASE`)
      .limit(50),
  );
}

/** The address of a download of this very service; tickets are signed for nothing else. */
function downloadUrl(base: string, path: string): URL {
  const refused = problem("invalid", { fields: { path: "invalid" } });
  if (!path.startsWith("/api/") || !URL.canParse(path, base)) throw refused;
  const url = new URL(path, base);
  const downloads = [...mounted.values()].filter((endpoint) => endpoint.download);
  const known = downloads.some((endpoint) => patternOf(endpoint.path).test(url.pathname));
  if (url.origin !== new URL(base).origin || !known) throw refused;
  return url;
}

const patternOf = (path: string) => new RegExp(`^/api${path.replace(/\{\w+\}/g, "[^/]+")}$`);
