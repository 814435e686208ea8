import type { Endpoint } from "#domain/contract/endpoint.ts";
import { findTemplates } from "#domain/endpoints/capture/capture.ts";
import { getPredefinedAnswers } from "#domain/endpoints/capture/predefined.ts";
import {
  displayGraphic,
  downloadReferencePhoto,
  referencePhotoThumbnail,
} from "#domain/endpoints/configuration/images.ts";
import { findLicensesForCapture, getCaptureLogo } from "#domain/endpoints/configuration/licenseCalls.ts";
import { getSuggestions } from "#domain/endpoints/configuration/suggestionListCalls.ts";

/*
 * Answers to the calls of capturing are kept, so that a form opens without a network. No other calls are: everything else on
 * screen must be current.
 */

interface Asked {
  path: string;
  method?: string | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
}

/** A call whose answer is kept, and its name. */
export interface CacheableCall {
  name: string;
  /** Names that substitute for a missing one, e.g. a thumbnail for the photo. */
  fallbackKey?: string;
  /** Whether the answer is complete and worth keeping, or a part that the complete one can replace. */
  isComplete: boolean;
  /** Extracts the requested part from the complete answer. */
  partOf?: (whole: unknown) => unknown;
}

/** Number of suggestions of a list that are kept. */
const wholeList = 5000;
export const wholeListQuery = { q: "", max: wholeList };

const isCallOf = ({ method, path }: Pick<Endpoint, "method" | "path">, input: Asked): boolean =>
  (input.method ?? "GET") === method && new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(input.path);

export function cacheableCall(input: Asked): CacheableCall | null {
  if (isCallOf(findLicensesForCapture, input)) return { name: input.path, isComplete: true };
  if (isCallOf(findTemplates, input))
    return { name: `${input.path} ${JSON.stringify(input.body)}`, isComplete: true };
  if (isCallOf(getPredefinedAnswers, input))
    return {
      name: `${input.path} ${JSON.stringify([input.query?.template, input.query?.name])}`,
      isComplete: true,
    };
  if (isCallOf(getSuggestions, input)) {
    const { q = "", max = 100, offset = 0 } = input.query ?? {};
    return {
      name: input.path,
      isComplete: q === "" && offset === 0 && max === wholeList,
      partOf: (whole) => suggestionsIn(whole, String(q), Number(offset), Number(max)),
    };
  }
  if (isCallOf(getCaptureLogo, input) || isCallOf(displayGraphic, input))
    return { name: input.path, isComplete: true };
  if (isCallOf(referencePhotoThumbnail, input)) return { name: input.path, isComplete: true };
  if (isCallOf(downloadReferencePhoto, input))
    return {
      name: input.path,
      isComplete: true,
      fallbackKey: input.path.replace("/download/", "/thumbnail/"),
    };
  return null;
}

function suggestionsIn(whole: unknown, q: string, offset: number, max: number): unknown {
  const { items = [] } = (whole ?? {}) as { items?: { text: string }[] };
  const part = q.trim().toLowerCase();
  const found = part === "" ? items : items.filter(({ text }) => text.toLowerCase().includes(part));
  return { items: found.slice(offset, offset + max) };
}
