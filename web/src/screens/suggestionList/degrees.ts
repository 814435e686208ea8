import { unknownPosition } from "../../../../domain/fields";
import type { FieldFault } from "../../../../domain/problem";

/** Degrees as somebody types them, with a point or a comma; nothing is no position. */
export function degrees(typed: unknown, most: 90 | 180): number | FieldFault {
  const text = String(typed ?? "").trim();
  if (text === "") return unknownPosition;
  if (!/^[+-]?\d{1,4}([.,]\d{0,20})?$/.test(text)) return "wrongType";
  const value = Number(text.replace(",", "."));
  return Math.abs(value) > most ? "invalid" : value;
}
