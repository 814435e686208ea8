import type { PredefinedType } from "#domain/configuration/types.ts";
import type { Destination } from "../connector.ts";
import { type Timeouts, withTimeout } from "../deadline.ts";
import { NextLookup } from "./nextLookup.ts";
import { SharepointLookup } from "./sharepointLookup.ts";
import type { KnownAnswers, Lookup } from "./sourceReader.ts";

/** Milliseconds that somebody who captures may be kept waiting. */
export const lookupTimeoutMs = 4_000;

const kinds: Readonly<Record<PredefinedType, (destination: Destination, timeouts: Timeouts) => Lookup>> = {
  NEXT: (destination, timeouts) => new NextLookup(destination, timeouts),
  SHAREPOINT_FOLDERS: (destination, timeouts) => new SharepointLookup(destination, timeouts),
};

/**
 * What a system answers of a name, by the options of predefined tasks.
 * @throws ConnectorError also where it takes longer than `milliseconds`
 */
export async function lookUp(
  type: PredefinedType,
  destination: Destination,
  name: string,
  milliseconds = lookupTimeoutMs,
): Promise<KnownAnswers> {
  const timeoutMs = { answer: milliseconds, piece: milliseconds, stored: milliseconds };
  const system = type === "NEXT" ? "Next" : "SharePoint";
  const answers = await withTimeout(milliseconds, system, kinds[type](destination, timeoutMs).lookup(name));
  // An answer is a text answer, of which there are 2 000 characters at most (3§9).
  return Object.fromEntries(
    Object.entries(answers).flatMap(([option, answer]) => {
      const text = answer.normalize("NFC").trim().slice(0, 2000);
      return text === "" ? [] : [[option, text]];
    }),
  );
}
