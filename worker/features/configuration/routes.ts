import { checkConnection } from "../../../domain/endpoints/exportConfiguration";
import {
  importDocumentationAliases,
  importDocumentationTagConfigurations,
} from "../../../domain/endpoints/pairImport";
import { documentationAlias, documentationTagConfiguration } from "../../../domain/resources";
import {
  exportConfigurationKeys,
  predefinedKeys,
  taskFilterKeys,
} from "../../../domain/rules/configurationTypes";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { languageOf } from "../../http/language";
import {
  documentationTaskFilterBinding,
  exportConfigurationBinding,
  predefinedConfigurationBinding,
} from "../../resources/configuration";
import { mountTypedConfiguration } from "../../resources/typed";
import { runConnectionCheck } from "./checkConnection";
import { importPairs, type PairTarget } from "./importPairs";

const aliases: PairTarget = {
  table: "documentation_alias",
  field: "alias",
  objectClass: documentationAlias.objectClass,
  uniqueBy: "name",
};
const tags: PairTarget = {
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
      aliases,
      items.map(({ alias, ...item }) => ({ ...item, value: alias })),
    ),
  );
  mount(app, importDocumentationTagConfigurations, ({ db, actor, body: { items } }) =>
    importPairs(
      db,
      actor,
      tags,
      items.map(({ tag, ...item }) => ({ ...item, value: tag })),
    ),
  );
  mount(app, checkConnection, ({ c, env, db, actor, params }) =>
    runConnectionCheck(env, db, actor, params.id, languageOf(c)),
  );
  mountTypedConfiguration(app, predefinedConfigurationBinding, predefinedKeys);
  mountTypedConfiguration(app, exportConfigurationBinding, exportConfigurationKeys);
  mountTypedConfiguration(app, documentationTaskFilterBinding, taskFilterKeys);
}
