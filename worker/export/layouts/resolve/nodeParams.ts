import type { GrammarNode } from "#domain/layout/grammar.ts";
import type { LayoutParam } from "#domain/layout/types.ts";
import type { Color, MaxSize } from "../renderTree.ts";

/** Reads the params of nodes. Invalid values, which an older grammar may have allowed, count as missing. */

type Params = GrammarNode["params"];

export function readNumber(params: Params, param: LayoutParam, min: number, max: number): number | null {
  const text = params[param]?.trim().replace(",", ".") ?? "";
  const value = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.min(Math.max(value, min), max) : null;
}

export function readColor(params: Params, param: LayoutParam): Color | null {
  const text = params[param]?.trim() ?? "";
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toUpperCase() : null;
}

export function readOption<T extends string>(
  params: Params,
  param: LayoutParam,
  options: readonly T[],
): T | null {
  const text = params[param];
  return options.find((option) => option === text) ?? null;
}

/** Several values, joined by ";"; empty for none. */
export const readList = (params: Params, param: LayoutParam): string[] =>
  (params[param] ?? "")
    .split(";")
    .map((value) => value.trim())
    .filter(Boolean);

export const readFlag = (params: Params, param: LayoutParam, defaultValue: boolean): boolean =>
  params[param] === undefined ? defaultValue : params[param] === "true";

export const readBox = (params: Params): MaxSize => ({
  width: readNumber(params, "WIDTH", 1, 2000),
  height: readNumber(params, "HEIGHT", 1, 2000),
});
