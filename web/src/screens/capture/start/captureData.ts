import { useQuery } from "@tanstack/react-query";
import { findTemplates, type TemplateForDevice } from "../../../../../domain/endpoints/capture";
import { findLicensesForCapture } from "../../../../../domain/endpoints/license";
import { getPredefinedAnswers } from "../../../../../domain/endpoints/predefined";
import { getSuggestions } from "../../../../../domain/endpoints/suggestionList";
import { call } from "../../../api/client";
import { useCustomerId } from "../../../api/session";

/*
 * All that the portal's capture reads of the service; without a network these calls are answered with what they were answered
 * before. Suggestions are searched by kit/answer/useSuggestions.
 */

/** The licences one may capture with. */
export function useCaptureLicenses() {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "captureLicenses"],
    queryFn: ({ signal }) => call(findLicensesForCapture, { signal }).then(({ items }) => items),
    meta: { ownErrors: true },
  });
}

/** The templates a licence offers, in their order (2§2): none that is hidden or for other licences. */
export function useTemplatesOf(licenseCode: string | null) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "captureTemplates", licenseCode],
    queryFn: ({ signal }) =>
      call(findTemplates, { body: { licenseCode: licenseCode ?? "" }, signal }).then(({ items }) => items),
    enabled: licenseCode !== null,
    meta: { ownErrors: true },
  });
}

/** The answers to PREDEFINED tasks that are known for a name, by their option. */
export async function predefinedAnswers(template: string, name: string, signal: AbortSignal) {
  const { items } = await call(getPredefinedAnswers, { query: { template, name }, signal });
  return Object.fromEntries(items.map(({ option, answer }) => [option, answer]));
}

/** Who asks whether a text is in a list looks at so many that hold it. */
const mostLookedAt = 200;

/**
 * Those of the texts that a list does not hold; blanks and capitals make no other text. One that so many others hold within them
 * that it cannot be told is not among them.
 */
export async function notInList(
  listId: string,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  const looked = await Promise.all(
    texts.map(async (text) => {
      const { items } = await call(getSuggestions, {
        params: { id: listId },
        query: { q: text.trim().slice(0, 200), max: mostLookedAt },
        ...(signal && { signal }),
      });
      return items.length >= mostLookedAt || holdsText(items, text);
    }),
  );
  return texts.filter((_, index) => !looked[index]);
}

/** The lists that names of these templates are suggested from, each once. */
export const nameListsOf = (templates: readonly TemplateForDevice[]): string[] => [
  ...new Set(templates.flatMap(({ suggestionList }) => suggestionList ?? [])),
];

const folded = (text: string): string => text.normalize("NFC").trim().toLocaleLowerCase();

/** Whether one of the suggestions is the text, whatever its blanks and capitals. */
const holdsText = (items: readonly { text: string }[], text: string): boolean =>
  items.some((item) => folded(item.text) === folded(text));
