/** A number with at most two decimals; printers cannot show a hundredth of a point. */
export function number(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}

export const numbers = (...values: readonly number[]): string => values.map(number).join(" ");

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Four hexadecimal digits. */
export const hex4 = (value: number): string => hex[value >> 8]! + hex[value & 255]!;

/** A text as UTF-16 in hexadecimal, which needs no escapes and keeps objects plain ASCII. */
export function textString(text: string): string {
  let digits = "<feff";
  for (let index = 0; index < text.length; index++) digits += hex4(text.charCodeAt(index));
  return `${digits}>`;
}

export const reference = (id: number): string => `${id} 0 R`;

/** Cached, because a document uses few colours often. */
const operands = new Map<string, string>();

/** "#RRGGBB" as the three operands of a colour operator; black for anything else. */
export function colorOperands(color: string): string {
  let cached = operands.get(color);
  if (cached === undefined) {
    const match = /^#?([0-9a-f]{6})$/i.exec(color);
    const value = match ? Number.parseInt(match[1]!, 16) : 0;
    cached = [value >> 16, (value >> 8) & 255, value & 255]
      .map((part) => String(Math.round((part / 255) * 1000) / 1000))
      .join(" ");
    if (operands.size > 1000) operands.clear();
    operands.set(color, cached);
  }
  return cached;
}
