import { and, eq, sql } from "drizzle-orm";
import { spansCustomers } from "#domain/access/authorities.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { passkeyLogin, passkeyLoginOptions } from "#domain/endpoints/account/passkeys.ts";
import {
  changePassword,
  createDownloadTicket,
  getSwitchOptions,
  listCustomerOptions,
  listProducts,
  login,
  logout,
  newAuthenticator,
  refreshToken,
  requestPasswordChange,
  switchBack,
  switchCustomer,
  switchUser,
} from "#domain/endpoints/account/session.ts";
import { mount, mountedEndpoints } from "#worker/api/mount.ts";
import { addressOf } from "#worker/auth/rateLimit.ts";
import { ticketPath } from "#worker/auth/session/actor.ts";
import { createTotpSecret, totpUri } from "#worker/auth/session/authenticator.ts";
import { endSession } from "#worker/auth/session/endSession.ts";
import { login as logIn } from "#worker/auth/session/login.ts";
import { loginWithPasskey, startPasskeyLogin } from "#worker/auth/session/passkeyLogin.ts";
import * as passwordChange from "#worker/auth/session/passwordChange.ts";
import { refreshSession } from "#worker/auth/session/refresh.ts";
import { signTicket, ticketTtlSeconds } from "#worker/auth/session/sessionTokens.ts";
import * as switching from "#worker/auth/session/switching.ts";
import { customer, product } from "#worker/db/schema/index.ts";
import { matchesSearchCondition } from "#worker/db/searchText.ts";
import type { App, AppContext } from "#worker/http/context.ts";
import { getLanguage } from "#worker/http/language.ts";
import { mountSessionList } from "./sessionList.ts";

export function mountSession(app: App): void {
  mountSessionList(app);
  mount(app, login, ({ c, env, db, body }) => logIn(env, db, body, getCaller(c)));
  mount(app, newAuthenticator, async ({ body }) => {
    const secret = createTotpSecret();
    return { secret, uri: totpUri(body.username, secret) };
  });
  mount(app, passkeyLoginOptions, ({ c, env, db }) => startPasskeyLogin(env, db, getCaller(c)));
  mount(app, passkeyLogin, ({ c, env, db, body }) => loginWithPasskey(env, db, body.passkey, getCaller(c)));
  mount(app, refreshToken, ({ env, db, body }) => refreshSession(env, db, body.refresh_token));
  mount(app, logout, async ({ db, actor }) => {
    await endSession(db, actor.sessionId, "LOGOUT");
    return { success: true };
  });
  mount(app, requestPasswordChange, async ({ c, env, db, body }) => {
    await passwordChange.requestPasswordChange(env, db, body.username, getCaller(c));
    return { success: true };
  });
  mount(app, changePassword, async ({ c, env, db, body }) => ({
    success: await passwordChange.changePassword(env, db, body, addressOf(c)),
  }));
  mount(app, switchUser, ({ env, db, actor, params }) => switching.switchUser(env, db, actor, params.id));
  mount(app, switchBack, ({ env, db, actor }) => switching.switchBack(env, db, actor));
  mount(app, switchCustomer, ({ env, db, actor, params }) =>
    switching.switchCustomer(env, db, actor, params.id),
  );
  mount(app, getSwitchOptions, ({ db, actor }) => switching.listSwitchOptions(db, actor));
  mount(app, createDownloadTicket, async ({ c, env, actor, body }) => {
    const url = parseDownloadUrl(c.req.url, body.path);
    const path = ticketPath(url);
    const token = await signTicket(env, actor.sessionId, path);
    return {
      url: `${path}${path.includes("?") ? "&" : "?"}token=${token}`,
      expires: addSeconds(ticketTtlSeconds),
    };
  });
  mount(app, listProducts, ({ db }) =>
    db.select({ id: product.id, name: product.name }).from(product).orderBy(product.id),
  );
  mount(app, listCustomerOptions, ({ db, actor, query }) =>
    db
      .select({ id: customer.id, name: customer.name })
      .from(customer)
      .where(
        and(
          spansCustomers(actor)
            ? matchesSearchCondition([customer.name], query.q)
            : eq(customer.id, actor.customerId),
          query.product &&
            sql`EXISTS (SELECT 1 FROM customer_product c JOIN product p ON p.id = c.product_id
              WHERE c.customer_id = ${customer.id} AND p.name = ${query.product})`,
        ),
      )
      .orderBy(customer.nameKey, customer.id)
      .limit(50),
  );
}

const maxUserAgentLength = 300;

const getCaller = (c: AppContext) => ({
  address: addressOf(c),
  language: getLanguage(c),
  userAgent: c.req.header("user-agent")?.slice(0, maxUserAgentLength) ?? null,
});

/**
 * The URL of one of the service's downloads.
 * @throws invalid for any other: tickets are for downloads only
 */
function parseDownloadUrl(base: string, path: string): URL {
  const invalidPathProblem = problem("invalid", { fields: { path: "invalid" } });
  if (!path.startsWith("/api/") || !URL.canParse(path, base)) throw invalidPathProblem;
  const url = new URL(path, base);
  const downloadEndpoints = [...mountedEndpoints.values()].filter((endpoint) => endpoint.download);
  const isDownload = downloadEndpoints.some((endpoint) =>
    createPathPattern(endpoint.path).test(url.pathname),
  );
  if (url.origin !== new URL(base).origin || !isDownload) throw invalidPathProblem;
  return url;
}

const createPathPattern = (path: string) => new RegExp(`^/api${path.replace(/\{\w+\}/g, "[^/]+")}$`);
