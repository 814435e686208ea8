import { fetchList } from "#api/resource.ts";
import { user } from "#domain/resources/index.ts";
import type { Option } from "#ui/select/useCombobox.ts";

/** The label of a user in a picker, unique thanks to the customer (1§2). */
export const userLabel = ({ username, customerName }: { username: string; customerName: string }): string =>
  `${username} (${customerName})`;

/** @param customerId limits the search to users of this customer */
export const fetchUsers = async (q: string, signal: AbortSignal, customerId?: number): Promise<Option[]> =>
  (await fetchList(user, { q, max: 50, ...(customerId !== undefined && { customerId }) }, signal)).map(
    (row) => ({
      id: String(row.id),
      label: userLabel(row),
    }),
  );
