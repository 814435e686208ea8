import { formatRoughSize, formatSize } from "#domain/core/text/byteSize.ts";
import { getNumberLocale } from "#i18n/language.ts";

/** A number in the user's language: 1,234.5 or 1 234,5. */
export const formatNumber = (value: number): string => value.toLocaleString(getNumberLocale());

/** A size in bytes with its unit, B to TB in steps of 1000, two decimals from kB on (1§9). */
export const formatBytes = (bytes: number): string => formatSize(bytes, getNumberLocale());

/** A rough size, for estimates: 12 MB. */
export const formatRoughBytes = (bytes: number): string => formatRoughSize(bytes, getNumberLocale());
