import { exportConfigurationKeys, predefinedKeys, taskFilterKeys } from "#domain/configuration/types.ts";
import {
  importDocumentationAliases,
  importDocumentationTagConfigurations,
} from "#domain/endpoints/configuration/pairImport.ts";
import { checkConnection } from "#domain/endpoints/exports/exportConfigurationCalls.ts";
import { documentationAlias, documentationTagConfiguration } from "#domain/resources/index.ts";
import { mount } from "#worker/api/mount.ts";
import type { App } from "#worker/http/context.ts";
import { getLanguage } from "#worker/http/language.ts";
import {
  documentationTaskFilterBinding,
  exportConfigurationBinding,
  predefinedConfigurationBinding,
} from "#worker/resources/configuration.ts";
import { mountTypedConfiguration } from "#worker/resources/typedConfiguration.ts";
import { runConnectionCheck } from "./checkConnection.ts";
import { importPairs, type PairTarget } from "./importPairs.ts";

const aliasTarget: PairTarget = {
  table: "documentation_alias",
  field: "alias",
  objectClass: documentationAlias.objectClass,
  uniqueBy: "name",
};
const tagTarget: PairTarget = {
  table: "documentation_tag_configuration",
  field: "tag",
  objectClass: documentationTagConfiguration.objectClass,
  uniqueBy: "pair",
};

/** Configuration calls beyond the standard resources (3§2, 3§7). */
export function mountConfiguration(app: App): void {
  mount(app, importDocumentationAliases, ({ db, actor, body: { items } }) =>
    importPairs(
      db,
      actor,
      aliasTarget,
      items.map(({ alias, ...item }) => ({ ...item, value: alias })),
    ),
  );
  mount(app, importDocumentationTagConfigurations, ({ db, actor, body: { items } }) =>
    importPairs(
      db,
      actor,
      tagTarget,
      items.map(({ tag, ...item }) => ({ ...item, value: tag })),
    ),
  );
  mount(app, checkConnection, ({ c, env, db, actor, params }) =>
    runConnectionCheck(env, db, actor, params.id, getLanguage(c)),
  );
  mountTypedConfiguration(app, predefinedConfigurationBinding, predefinedKeys);
  mountTypedConfiguration(app, exportConfigurationBinding, exportConfigurationKeys);
  mountTypedConfiguration(app, documentationTaskFilterBinding, taskFilterKeys);
}
