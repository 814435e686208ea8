import { call } from "#api/client.ts";
import type { DocumentationGroupRow, defineGroupLists } from "#domain/endpoints/documentation/groups.ts";
import { documentationGroupSorts } from "#domain/endpoints/documentation/groups.ts";
import type { TableSource } from "#ui/table/tableSource.ts";

interface GroupSource {
  name: string;
  endpoints: ReturnType<typeof defineGroupLists>;
  sort: (typeof documentationGroupSorts)[number];
  order: "asc" | "desc";
  /** Ids of the templates with a sortable date column. */
  templates?: readonly string[];
}

/** Rows and total of one of the three lists of groups. */
export const createGroupSource = ({
  name,
  endpoints,
  sort,
  order,
  templates: templateIds = [],
}: GroupSource): TableSource<DocumentationGroupRow> => ({
  name,
  sortable: [...documentationGroupSorts, ...templateIds],
  sort,
  order,
  rows: async ({ q, ...request }, signal) =>
    (await call(endpoints.list, { query: { ...request, query: q }, signal })).items,
  total: async (q, signal) => (await call(endpoints.count, { query: { query: q }, signal })).total,
});

/** Two customers may have a group of the same name. */
export const groupKeyOf = ({ customerId, name }: DocumentationGroupRow): string => `${customerId} ${name}`;
