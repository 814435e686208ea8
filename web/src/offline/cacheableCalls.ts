import { z } from "zod";
import type { Endpoint } from "#domain/contract/endpoint.ts";
import { matchesSearch } from "#domain/core/text/searchTerms.ts";
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
 * The capture calls whose responses are cached, so that a form opens offline. Others are not cached: everything else on screen
 * must be current.
 */

interface CallRequest {
  path: string;
  method?: string | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
}

/** The cache entry of a call. */
export interface CacheableCall {
  name: string;
  /** The entry to use if this one is missing, such as a thumbnail for the photo. */
  fallbackKey?: string;
  /** True if the response is complete and worth storing, false for a part that the complete one can replace. */
  isComplete: boolean;
  /** Extracts the requested part from the complete response. */
  partOf?: (fullResponse: unknown) => unknown;
}

/** Maximum number of cached suggestions per list. */
const maxCachedSuggestions = 5000;
export const wholeListQuery = { q: "", max: maxCachedSuggestions };

const isCallOf = ({ method, path }: Pick<Endpoint, "method" | "path">, input: CallRequest): boolean =>
  (input.method ?? "GET") === method && new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(input.path);

export function findCacheableCall(input: CallRequest): CacheableCall | null {
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
      isComplete: q === "" && offset === 0 && max === maxCachedSuggestions,
      partOf: (fullResponse) => filterSuggestions(fullResponse, String(q), Number(offset), Number(max)),
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

const suggestionsSchema = z.object({ items: z.array(z.looseObject({ text: z.string() })) });

function filterSuggestions(fullResponse: unknown, q: string, offset: number, max: number): unknown {
  const { items } = suggestionsSchema.safeParse(fullResponse).data ?? { items: [] };
  const matches = items.filter(({ text }) => matchesSearch([text], q));
  return { items: matches.slice(offset, offset + max) };
}
