import type { Endpoint } from "../../../domain/endpoint";
import { findTemplates } from "../../../domain/endpoints/capture";
import { downloadReferencePhoto, referencePhotoThumbnail } from "../../../domain/endpoints/image";
import { findLicensesForCapture } from "../../../domain/endpoints/license";
import { getPredefinedAnswers } from "../../../domain/endpoints/predefined";
import { getSuggestions } from "../../../domain/endpoints/suggestionList";

/*
 * What capturing asks the service for is kept, so that a form opens without a network. These calls and no others: everything
 * else that is shown is the service's word of now.
 */

interface Asked {
  path: string;
  method?: string | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
}

/** A call whose answer is kept under a name. */
export interface KeptCall {
  name: string;
  /** Kept names that do instead of a missing one, e.g. a thumbnail for the photo. */
  instead?: string;
  /** Whether the answer is the whole, to be kept, or a part that the kept whole is to answer. */
  keeps: boolean;
  /** What of the whole is asked for. */
  partOf?: (whole: unknown) => unknown;
}

/** So much of a list of suggestions is kept. */
const wholeList = 5000;
export const wholeListQuery = { q: "", max: wholeList };

const isCallOf = ({ method, path }: Pick<Endpoint, "method" | "path">, asked: Asked): boolean =>
  (asked.method ?? "GET") === method && new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(asked.path);

export function keptCall(asked: Asked): KeptCall | null {
  if (isCallOf(findLicensesForCapture, asked)) return { name: asked.path, keeps: true };
  if (isCallOf(findTemplates, asked))
    return { name: `${asked.path} ${JSON.stringify(asked.body)}`, keeps: true };
  if (isCallOf(getPredefinedAnswers, asked))
    return {
      name: `${asked.path} ${JSON.stringify([asked.query?.template, asked.query?.name])}`,
      keeps: true,
    };
  if (isCallOf(getSuggestions, asked)) {
    const { q = "", max = 100, offset = 0 } = asked.query ?? {};
    return {
      name: asked.path,
      keeps: q === "" && offset === 0 && max === wholeList,
      partOf: (whole) => suggestionsIn(whole, String(q), Number(offset), Number(max)),
    };
  }
  if (isCallOf(referencePhotoThumbnail, asked)) return { name: asked.path, keeps: true };
  if (isCallOf(downloadReferencePhoto, asked))
    return { name: asked.path, keeps: true, instead: asked.path.replace("/download/", "/thumbnail/") };
  return null;
}

function suggestionsIn(whole: unknown, q: string, offset: number, max: number): unknown {
  const { items = [] } = (whole ?? {}) as { items?: { text: string }[] };
  const part = q.trim().toLowerCase();
  const found = part === "" ? items : items.filter(({ text }) => text.toLowerCase().includes(part));
  return { items: found.slice(offset, offset + max) };
}
