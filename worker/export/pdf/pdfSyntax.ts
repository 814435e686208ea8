/** A number with at most two decimals; a hundredth of a point is too small to be visible in print. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}

export const formatNumbers = (...values: readonly number[]): string => values.map(formatNumber).join(" ");

const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Four hexadecimal digits. */
export const toHex4 = (value: number): string => hexBytes[value >> 8]! + hexBytes[value & 255]!;

/** A text as UTF-16 in hexadecimal, which needs no escapes and keeps objects plain ASCII. */
export function formatTextString(text: string): string {
  let digits = "<feff";
  for (let index = 0; index < text.length; index++) digits += toHex4(text.charCodeAt(index));
  return `${digits}>`;
}

/** An ASCII text as a string of bytes. */
export const formatAsciiString = (text: string): string => `(${text.replace(/[\\()]/g, "\\$&")})`;

export const formatReference = (id: number): string => `${id} 0 R`;

/** Cached, because a document uses the same few colours many times. */
const operandCache = new Map<string, string>();

/** "#RRGGBB" as the three operands of a colour operator; black for anything else. */
export function formatColor(color: string): string {
  let operands = operandCache.get(color);
  if (operands === undefined) {
    const match = /^#?([0-9a-f]{6})$/i.exec(color);
    const value = match ? Number.parseInt(match[1]!, 16) : 0;
    operands = [value >> 16, (value >> 8) & 255, value & 255]
      .map((part) => String(Math.round((part / 255) * 1000) / 1000))
      .join(" ");
    if (operandCache.size > 1000) operandCache.clear();
    operandCache.set(color, operands);
  }
  return operands;
}
