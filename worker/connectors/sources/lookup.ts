import type { PredefinedType } from "#domain/configuration/types.ts";
import { normalizeLines } from "#domain/core/text/normalizeText.ts";
import { truncate } from "#domain/core/text/trim.ts";
import { maxAnswerLength } from "#domain/task/answers.ts";
import type { Destination } from "../connector.ts";
import { type Timeouts, withTimeout } from "../timeouts.ts";
import { NextLookup } from "./nextLookup.ts";
import { SharepointLookup } from "./sharepointLookup.ts";
import type { KnownAnswers, Lookup } from "./sourceReader.ts";

/** Milliseconds that a lookup may delay a person who is capturing. */
export const lookupTimeoutMs = 4_000;

const lookupFactories: Readonly<
  Record<PredefinedType, (destination: Destination, timeouts: Timeouts) => Lookup>
> = {
  NEXT: (destination, timeouts) => new NextLookup(destination, timeouts),
  SHAREPOINT_FOLDERS: (destination, timeouts) => new SharepointLookup(destination, timeouts),
};

/**
 * The answers that a system has for a name, by predefined task option.
 * @throws ConnectorError also if it takes longer than `timeoutMs`
 */
export async function lookUp(
  type: PredefinedType,
  destination: Destination,
  name: string,
  timeoutMs = lookupTimeoutMs,
): Promise<KnownAnswers> {
  const timeouts = { responseMs: timeoutMs, chunkMs: timeoutMs, storageMs: timeoutMs };
  const systemName = type === "NEXT" ? "Next" : "SharePoint";
  const answers = await withTimeout(
    timeoutMs,
    systemName,
    lookupFactories[type](destination, timeouts).lookUp(name),
  );
  // It becomes a text answer, at most 2 000 characters (3§9).
  return Object.fromEntries(
    Object.entries(answers).flatMap(([option, answer]) => {
      const text = truncate(normalizeLines(answer).trim(), maxAnswerLength);
      return text === "" ? [] : [[option, text]];
    }),
  );
}
