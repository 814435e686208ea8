import { type SQL, sql } from "drizzle-orm";
import { keyRangesOfPrefix } from "#domain/core/text/sortKey.ts";
import { caseVariantsOfPrefix, containsFolded, startsWithFolded } from "#worker/db/casefold.ts";
import { excludeNonResidents, type Scope } from "#worker/db/scope.ts";

/** True if a term is too short for the trigram index (fewer than three characters). Such terms match the beginnings of names. */
export const isShortTerm = (term: string): boolean => [...term].length < 3;

/** The `seq` of the documentations whose names begin with a short term, by the index of names. */
function createPrefixQuery({ customerId }: Scope, term: string): SQL {
  const [index, customerCondition] =
    customerId === undefined
      ? [sql`documentation_all_name_key`, sql`+d.customer_id NOT IN ${matchingCustomersQuery(term)}`]
      : [sql`documentation_name_key`, sql`d.customer_id = ${customerId}`];
  return sql`SELECT d.seq FROM json_each(${JSON.stringify(prefixRanges(term))}) b CROSS JOIN documentation d INDEXED BY ${index}
    WHERE ${customerCondition} AND d.name_key >= b.value ->> 0 AND d.name_key < b.value ->> 1 AND ${startsWithFolded(sql.raw("d.name"), term)}`;
}

/** Condition: the name of `customer c` matches. Only searches across customers ask for it. */
const customerMatchesCondition = (term: string): SQL =>
  (isShortTerm(term) ? startsWithFolded : containsFolded)(sql.raw("c.name"), term);

const matchingCustomersQuery = (term: string): SQL =>
  sql`(SELECT c.id FROM customer c WHERE ${customerMatchesCondition(term)})`;

/** The `seq` of the documentations of customers whose names match, in a scope of all customers. */
const createCustomerMatchQuery = ({ nonResidents }: Scope, term: string): SQL =>
  sql`SELECT d.seq AS seq FROM customer c CROSS JOIN documentation d INDEXED BY documentation_created ON d.customer_id = c.id
    WHERE ${customerMatchesCondition(term)} AND ${excludeNonResidents(nonResidents, sql.raw("c.id")) ?? sql`1`}`;

/** The ranges of the index of names with all names that begin with a short term, each once. */
const prefixRanges = (term: string): [from: string, to: string][] => {
  const ranges = caseVariantsOfPrefix(term).flatMap(keyRangesOfPrefix);
  return [...new Map(ranges.map((range) => [range[0], range])).values()];
};

/** A literal phrase for FTS5, with quotes doubled. Without NUL, which would end the text for SQLite. */
const toFtsPhrase = (term: string) => `"${term.replaceAll("\0", "").replaceAll('"', '""')}"`;

/** Condition for a scope's rows of an index whose rowids begin with the customer id (worker/db/schema/search.ts). */
const rowidCondition = (rowid: string, { customerId, nonResidents }: Scope): SQL =>
  customerId === undefined
    ? (excludeNonResidents(nonResidents, sql.raw(`(${rowid} >> 40)`)) ?? sql`1`)
    : sql`${sql.raw(rowid)} BETWEEN (${customerId} << 40) AND (${customerId} << 40) + 1099511627775`;

/** The rows of a search index that match in the scope: `FROM` and `WHERE`. */
export function createEntriesSql(
  scope: Scope,
  term: string,
  index: "search_text" | "search_text_group",
): SQL {
  const table = sql.raw(index);
  return sql`${table} WHERE ${table} MATCH ${toFtsPhrase(term)} AND ${rowidCondition("rowid", scope)}`;
}

/** The `seq` of the documentations that match, each once: from the index and, by their texts, from those not yet indexed. */
export const createMatchQuery = (scope: Scope, term: string): SQL =>
  sql.join(createMatchQueries(scope, term), sql` UNION ALL `);

/** The same as two disjoint queries. @param condition of the customer's id, for a scope of all customers */
const createMatchQueries = (
  scope: Scope,
  term: string,
  condition: (customerId: string) => SQL = () => sql`1`,
): SQL[] => [
  sql`SELECT rowid & 1099511627775 AS seq FROM ${createEntriesSql(scope, term, "search_text")} AND ${condition("(rowid >> 40)")}`,
  sql`SELECT d.seq AS seq FROM search_pending w CROSS JOIN documentation d ON d.seq = w.id & 1099511627775
    WHERE ${rowidCondition("w.id", scope)} AND ${condition("(w.id >> 40)")} AND ${matchesTermCondition(term)}`,
];

/**
 * The `seq` of the documentations that free text finds, as disjoint queries: by their own texts and, in a scope of all customers, by the
 * names of their customers.
 */
export function createFreeTextQueries(scope: Scope, term: string): SQL[] {
  const isAcrossCustomers = scope.customerId === undefined;
  const byCustomer = isAcrossCustomers ? [createCustomerMatchQuery(scope, term)] : [];
  if (isShortTerm(term)) return [createPrefixQuery(scope, term), ...byCustomer];
  const isOfOtherCustomer = (customerId: string) =>
    isAcrossCustomers ? sql`${sql.raw(customerId)} NOT IN ${matchingCustomersQuery(term)}` : sql`1`;
  return [...createMatchQueries(scope, term, isOfOtherCustomer), ...byCustomer];
}

/** Condition: free text finds `documentation d`. */
export function freeTextCondition({ customerId }: Scope, term: string): SQL {
  const ownCondition = isShortTerm(term)
    ? startsWithFolded(sql.raw("d.name"), term)
    : matchesTermCondition(term);
  return customerId === undefined
    ? sql`(d.customer_id IN ${matchingCustomersQuery(term)} OR ${ownCondition})`
    : ownCondition;
}

/**
 * Condition: `documentation d` matches, by the same texts that the triggers put into the index (worker/db/triggers/search.sql). Looking up
 * a single row in the index costs milliseconds, because each lookup opens the postings of every trigram.
 */
const matchesTermCondition = (term: string): SQL => {
  const ownText = sql.raw("d.name || char(10) || coalesce(d.alias, '')");
  const photoText = sql.raw(
    "p.name || char(10) || coalesce(p.comment, '') || char(10) || coalesce(p.review_comment, '')",
  );
  return sql`(${containsFolded(ownText, term)}
    OR EXISTS (SELECT 1 FROM documentation_tag t WHERE t.documentation_id = d.id AND ${containsFolded(sql.raw("t.tag"), term)})
    OR EXISTS (SELECT 1 FROM documentation_task k WHERE k.customer_id = d.customer_id AND k.documentation_id = d.id AND k.answer <> '' AND ${containsFolded(sql.raw("k.answer"), term)})
    OR EXISTS (SELECT 1 FROM photo p WHERE p.customer_id = d.customer_id AND p.documentation_id = d.id AND ${containsFolded(photoText, term)}))`;
};
