import type { ExpectedAnswerImportType, SuggestionImportType } from "../../../domain/rules/importTypes";
import { destinationOf } from "../../connectors/open";
import { openAnswerSource, openSuggestionSource } from "../../connectors/sources/open";
import type { Source } from "../../connectors/sources/source";
import type { Env } from "../../env";
import { decryptSecrets } from "../../resources/secretParams";
import type { ImportRun } from "./subject";

/** The source of an import, with its secrets in clear text. @throws ConnectorError config */
export function sourceOf(env: Env, subject: ImportRun): Source {
  const { kind, type, params, secrets, listType, listParams } = subject;
  const destination = destinationOf(env, params, decryptSecrets(env, kind.binding.resource.name, secrets));
  return kind.name === "suggestion"
    ? openSuggestionSource(type as SuggestionImportType, destination, { type: listType, params: listParams })
    : openAnswerSource(type as ExpectedAnswerImportType, destination);
}
