import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { normalizeLine } from "#domain/core/text/normalizeText.ts";
import { findTemplates, type TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import { getPredefinedAnswers } from "#domain/endpoints/capture/predefined.ts";
import {
  type CaptureLicense,
  findLicensesForCapture,
  getCaptureLogo,
} from "#domain/endpoints/configuration/licenseCalls.ts";
import { getSuggestions } from "#domain/endpoints/configuration/suggestionListCalls.ts";

/*
 * The calls of the capture form; offline they return cached responses. Suggestions are searched in
 * features/answer/useSuggestions.
 */

/** The licences that the user can capture with. */
export const captureLicensesQuery = (customerId: number) =>
  queryOptions({
    queryKey: [customerId, "captureLicenses"],
    queryFn: ({ signal }) => call(findLicensesForCapture, { signal }).then(({ items }) => items),
    meta: { handlesErrors: true },
  });

export const useCaptureLicenses = () => useQuery(captureLicensesQuery(useCustomerId()));

/** The logo of a licence that has one. */
export function useLogo({ id, hasLogo }: CaptureLicense) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "captureLogo", id],
    queryFn: ({ signal }) => call(getCaptureLogo, { params: { id }, signal }),
    enabled: hasLogo,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { handlesErrors: true },
  });
}

/** The templates of a licence, in order (2§2), without hidden ones and those of other licences. */
export function useLicenseTemplates(licenseCode: string | null) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "captureTemplates", licenseCode],
    queryFn: ({ signal }) =>
      call(findTemplates, { body: { licenseCode: licenseCode ?? "" }, signal }).then(({ items }) => items),
    enabled: licenseCode !== null,
    meta: { handlesErrors: true },
  });
}

/** The known answers to PREDEFINED tasks for a name, by option, and the name of a system that could not be reached. */
export async function fetchPredefinedAnswers(template: string, name: string, signal: AbortSignal) {
  const { items, failure } = await call(getPredefinedAnswers, { query: { template, name }, signal });
  return {
    answers: Object.fromEntries(items.map(({ option, answer }) => [option, answer])),
    unreachableSystem: failure?.configuration ?? null,
  };
}

/** Number of suggestions searched for an exact match. */
const maxSearchedSuggestions = 200;

/** The texts that are not in a list, ignoring blanks and case. Omits texts that match too many suggestions to decide. */
export async function fetchUnlistedValues(
  listId: string,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  const foundFlags = await Promise.all(
    texts.map(async (text) => {
      const { items } = await call(getSuggestions, {
        params: { id: listId },
        query: { q: text.trim().slice(0, 200), max: maxSearchedSuggestions },
        ...(signal && { signal }),
      });
      return items.length >= maxSearchedSuggestions || includesText(items, text);
    }),
  );
  return texts.filter((_, index) => !foundFlags[index]);
}

/** The ids of the templates' lists of suggested names, without duplicates. */
export const nameListIdsOf = (templates: readonly TemplateForDevice[]): string[] => [
  ...new Set(templates.flatMap(({ suggestionList }) => suggestionList ?? [])),
];

const normalize = (text: string): string => normalizeLine(text).toLowerCase();

/** Whether a suggestion equals the text, ignoring blanks and case. */
const includesText = (items: readonly { text: string }[], text: string): boolean =>
  items.some((item) => normalize(item.text) === normalize(text));
