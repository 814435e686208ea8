import { type Grants, hasAuthority, hasProduct, spansCustomers } from "#domain/access/authorities.ts";
import type { ProblemCode } from "#domain/core/problem.ts";
import type { Action, AnyResource } from "./resource.ts";

/**
 * Returns the reason why the actor cannot perform the action on the row, or null if it can. The console disables controls with it and the
 * Worker refuses calls with it. Rows of other customers never get here: they are not found.
 */
export function findDenialReason(
  actor: Grants,
  resource: AnyResource,
  action: Action,
  row?: Record<string, unknown>,
): ProblemCode | null {
  const authority = resource.access[action];
  if (authority === null || !hasAuthority(actor, authority)) return "forbidden";
  if (resource.product && !hasProduct(actor, resource.product)) return "forbidden";
  const isWrite = action === "update" || action === "delete";
  if (resource.hasServiceRows && isWrite && row?.customerId === null && !spansCustomers(actor))
    return "forbidden";
  return row ? (resource.rule?.(action, row) ?? null) : null;
}
