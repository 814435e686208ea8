import { expectedAnswerImportTypes, suggestionImportTypes } from "#domain/configuration/importTypes.ts";
import { isOneOf } from "#domain/core/objects.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import { destinationOf } from "#worker/connectors/openConnector.ts";
import { openAnswerSource, openSuggestionSource } from "#worker/connectors/sources/openSource.ts";
import type { Source } from "#worker/connectors/sources/sourceReader.ts";
import type { Env } from "#worker/env.ts";
import { decryptSecrets } from "#worker/resources/secretParams.ts";
import type { ImportRun } from "./findImportRun.ts";

/** The source of an import, with its secrets in clear text. @throws ConnectorError config */
export function createSource(env: Env, importRun: ImportRun): Source {
  const { kind, configurationId, type, params, secrets, listType, listParams } = importRun;
  const secretOwner = { entity: kind.binding.resource.name, id: configurationId };
  const destination = destinationOf(env, params, decryptSecrets(env, secretOwner, secrets));
  if (kind.name === "suggestion" && isOneOf(suggestionImportTypes, type))
    return openSuggestionSource(type, destination, { type: listType, params: listParams });
  if (kind.name === "expectedAnswer" && isOneOf(expectedAnswerImportTypes, type))
    return openAnswerSource(type, destination);
  throw new ConnectorError("config", `There is no source of the type ${type}.`);
}
