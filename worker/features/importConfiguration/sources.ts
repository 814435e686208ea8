import type { ExpectedAnswerImportType, SuggestionImportType } from "#domain/configuration/importTypes.ts";
import { destinationOf } from "#worker/connectors/openConnector.ts";
import { openAnswerSource, openSuggestionSource } from "#worker/connectors/sources/openSource.ts";
import type { Source } from "#worker/connectors/sources/sourceReader.ts";
import type { Env } from "#worker/env.ts";
import { decryptSecrets } from "#worker/resources/secretParams.ts";
import type { ImportRun } from "./findImportRun.ts";

/** The source of an import, with its secrets in clear text. @throws ConnectorError config */
export function sourceOf(env: Env, subject: ImportRun): Source {
  const { kind, type, params, secrets, listType, listParams } = subject;
  const destination = destinationOf(env, params, decryptSecrets(env, kind.binding.resource.name, secrets));
  return kind.name === "suggestion"
    ? openSuggestionSource(type as SuggestionImportType, destination, { type: listType, params: listParams })
    : openAnswerSource(type as ExpectedAnswerImportType, destination);
}
