import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { parseSearchTerms, type SearchTerms } from "#domain/core/text/searchTerms.ts";
import { excludeNonResidents, type Scope } from "#worker/db/scope.ts";
import { createFtsQuery, matchesSearchCondition, matchesTermsCondition } from "#worker/db/searchText.ts";

/** The indexes of one kind of rows: of folded texts, and of unfolded texts (worker/db/schema/search.ts). */
const searchIndexes = {
  documentation: { folded: "search_text_folded", exact: "search_text" },
  group: { folded: "search_text_folded_group", exact: "search_text_group" },
} as const;

/** Condition: the name of `customer c` matches. Only searches across customers ask for it. */
const customerMatchesCondition = (query: string): SQL => matchesSearchCondition([sql.raw("c.name")], query);

const matchingCustomersQuery = (query: string): SQL =>
  sql`(SELECT c.id FROM customer c WHERE ${customerMatchesCondition(query)})`;

/** The `seq` of the documentations of customers whose names match, in a scope of all customers. */
const createCustomerMatchQuery = ({ nonResidents }: Scope, query: string): SQL =>
  sql`SELECT d.seq AS seq FROM customer c CROSS JOIN documentation d INDEXED BY documentation_created ON d.customer_id = c.id
    WHERE ${customerMatchesCondition(query)} AND ${excludeNonResidents(nonResidents, sql.raw("c.id")) ?? sql`1`}`;

/** Condition for a scope's rows of an index whose rowids begin with the customer id (worker/db/schema/search.ts). */
const rowidCondition = (rowid: string, { customerId, nonResidents }: Scope): SQL =>
  customerId === undefined
    ? (excludeNonResidents(nonResidents, sql.raw(`(${rowid} >> 40)`)) ?? sql`1`)
    : sql`${sql.raw(rowid)} BETWEEN (${customerId} << 40) AND (${customerId} << 40) + 1099511627775`;

/** The rows of a search index that match in the scope: `FROM` and `WHERE`. */
export function createEntriesSql(scope: Scope, query: string, kind: keyof typeof searchIndexes): SQL {
  const { folded, exact } = searchIndexes[kind];
  const { words, phrases } = parseSearchTerms(query);
  const [wordQuery, phraseQuery] = [createFtsQuery(folded, words), createFtsQuery(exact, phrases)];
  const index = sql.raw(wordQuery ? folded : exact);
  const phraseCondition =
    wordQuery && phraseQuery
      ? sql`AND rowid IN (SELECT rowid FROM ${sql.raw(exact)} WHERE ${sql.raw(exact)} MATCH ${phraseQuery})`
      : sql``;
  return sql`${index} WHERE ${index} MATCH ${wordQuery ?? phraseQuery ?? sql`'""'`} AND ${rowidCondition("rowid", scope)} ${phraseCondition}`;
}

/** The `seq` of the documentations that match, each once: from the index and, by their texts, from those not yet indexed. */
export const createMatchQuery = (scope: Scope, query: string): SQL =>
  sql.join(createMatchQueries(scope, query), sql` UNION ALL `);

/** The same as two disjoint queries. @param condition of the customer's id, for a scope of all customers */
const createMatchQueries = (
  scope: Scope,
  query: string,
  condition: (customerId: string) => SQL = () => sql`1`,
): SQL[] => [
  sql`SELECT rowid & 1099511627775 AS seq FROM ${createEntriesSql(scope, query, "documentation")} AND ${condition("(rowid >> 40)")}`,
  sql`SELECT d.seq AS seq FROM search_pending w CROSS JOIN documentation d ON d.seq = w.id & 1099511627775
    WHERE ${rowidCondition("w.id", scope)} AND ${condition("(w.id >> 40)")} AND ${matchesTextsCondition(parseSearchTerms(query))}`,
];

/**
 * The `seq` of the documentations that free text finds, as disjoint queries: by their own texts and, in a scope of all customers, by the
 * names of their customers.
 */
export function createFreeTextQueries(scope: Scope, query: string): SQL[] {
  if (scope.customerId !== undefined) return createMatchQueries(scope, query);
  const createOtherCustomerCondition = (customerId: string) =>
    sql`${sql.raw(customerId)} NOT IN ${matchingCustomersQuery(query)}`;
  return [
    ...createMatchQueries(scope, query, createOtherCustomerCondition),
    createCustomerMatchQuery(scope, query),
  ];
}

/** Condition: free text finds `documentation d`. */
export function freeTextCondition({ customerId }: Scope, query: string): SQL {
  const ownCondition = matchesTextsCondition(parseSearchTerms(query));
  return customerId === undefined
    ? sql`(d.customer_id IN ${matchingCustomersQuery(query)} OR ${ownCondition})`
    : ownCondition;
}

/** The texts of `documentation d`, most significant first, each with the rows that hold it. */
export const documentationTexts = [
  { field: "NAME", text: "d.name", rows: "" },
  { field: "ALIAS", text: "d.alias", rows: "" },
  { field: "TAG", text: "t.tag", rows: "documentation_tag t WHERE t.documentation_id = d.id" },
  {
    field: "ANSWER",
    text: "k.answer",
    rows: "documentation_task k WHERE k.customer_id = d.customer_id AND k.documentation_id = d.id AND k.answer <> ''",
  },
  {
    field: "COMMENT",
    text: "p.comment",
    rows: "photo p WHERE p.customer_id = d.customer_id AND p.documentation_id = d.id",
  },
  {
    field: "REVIEW_COMMENT",
    text: "p.review_comment",
    rows: "photo p WHERE p.customer_id = d.customer_id AND p.documentation_id = d.id",
  },
  {
    field: "PHOTO",
    text: "p.name",
    rows: "photo p WHERE p.customer_id = d.customer_id AND p.documentation_id = d.id",
  },
  {
    field: "FILE",
    text: "f.name",
    rows: "file f WHERE f.customer_id = d.customer_id AND f.documentation_id = d.id",
  },
] as const;

/** Condition: one of the texts of `documentation d` passes a test. Null texts do not. */
const someTextCondition = (test: (text: SQLWrapper) => SQL): SQL =>
  sql`(${sql.join(
    documentationTexts.map(({ text, rows }) =>
      rows
        ? sql`EXISTS (SELECT 1 FROM ${sql.raw(rows)} AND ${test(sql.raw(text))})`
        : sql`coalesce(${test(sql.raw(text))}, 0)`,
    ),
    sql` OR `,
  )})`;

/**
 * Condition: `documentation d` matches, by the same texts that the triggers put into the index (worker/db/triggers/search.sql). Looking up
 * a single row in the index costs milliseconds, because each lookup opens the postings of every trigram.
 */
const matchesTextsCondition = (terms: SearchTerms): SQL => matchesTermsCondition(terms, someTextCondition);
