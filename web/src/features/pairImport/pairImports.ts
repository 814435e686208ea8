import { call } from "#api/client.ts";
import type { AnyResource } from "#domain/contract/resource.ts";
import {
  importDocumentationAliases,
  importDocumentationTagConfigurations,
  type PairImportResult,
} from "#domain/endpoints/configuration/pairImport.ts";
import type { Pair } from "#domain/lists/pairCsv.ts";
import { documentationAlias, documentationTagConfiguration } from "#domain/resources/index.ts";

export interface PairImportKind {
  id: "alias" | "tag";
  resource: AnyResource;
  /** The key of a pair that is unique within a customer. */
  keyOf: (pair: Pair) => string;
  send: (customerId: number, pairs: readonly { name: string; value: string }[]) => Promise<PairImportResult>;
}

/** A name has one alias. */
export const aliasImport: PairImportKind = {
  id: "alias",
  resource: documentationAlias,
  keyOf: ({ name }) => name,
  send: (customerId, pairs) =>
    call(importDocumentationAliases, {
      body: { items: pairs.map(({ name, value }) => ({ customerId, name, alias: value })) },
    }),
};

/** A name may have several tags, each once. */
export const tagImport: PairImportKind = {
  id: "tag",
  resource: documentationTagConfiguration,
  keyOf: ({ name, value }) => JSON.stringify([name, value]),
  send: (customerId, pairs) =>
    call(importDocumentationTagConfigurations, {
      body: { items: pairs.map(({ name, value }) => ({ customerId, name, tag: value })) },
    }),
};
