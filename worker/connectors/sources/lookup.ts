import type { PredefinedType } from "../../../domain/rules/configurationTypes";
import type { Destination } from "../connector";
import { type Timeouts, withTimeout } from "../deadline";
import { NextLookup } from "./nextLookup";
import { SharepointLookup } from "./sharepointLookup";
import type { KnownAnswers, Lookup } from "./source";

/** Milliseconds that somebody who captures may be kept waiting. */
export const lookupTimeoutMs = 4_000;

const kinds: Readonly<Record<PredefinedType, (destination: Destination, patience: Timeouts) => Lookup>> = {
  NEXT: (destination, patience) => new NextLookup(destination, patience),
  SHAREPOINT_FOLDERS: (destination, patience) => new SharepointLookup(destination, patience),
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
  const patience = { answer: milliseconds, piece: milliseconds, stored: milliseconds };
  const system = type === "NEXT" ? "Next" : "SharePoint";
  const answers = await withTimeout(milliseconds, system, kinds[type](destination, patience).lookup(name));
  // An answer is a text answer, of which there are 2 000 characters at most (3§9).
  return Object.fromEntries(
    Object.entries(answers).flatMap(([option, answer]) => {
      const text = answer.normalize("NFC").trim().slice(0, 2000);
      return text === "" ? [] : [[option, text]];
    }),
  );
}
