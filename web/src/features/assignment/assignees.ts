import i18next from "i18next";
import { call } from "#api/client.ts";
import { type AssignableUser, findAssignableUsers } from "#domain/endpoints/review/assign.ts";
import { unassigned } from "#domain/endpoints/shared/documentationFilter.ts";
import type { Option } from "#ui/select/useCombobox.ts";

/** The users to whom documentations can be assigned: those of the caller's customer; super admins name the customer. */
export const fetchAssignableUsers = async (
  q: string,
  customerId: number | undefined,
  signal?: AbortSignal,
): Promise<readonly AssignableUser[]> => {
  const query = { q, ...(customerId !== undefined && { customerId }) };
  return (await call(findAssignableUsers, { query, ...(signal && { signal }) })).items;
};

export const assigneeNameOf = ({ name, fullName }: AssignableUser): string => fullName || name;

/** The choices of the list's filter: nobody first. */
export const fetchAssigneeOptions = async (
  q: string,
  customerId: number | undefined,
  signal: AbortSignal,
): Promise<Option[]> => [
  ...(q === "" ? [{ id: unassigned, label: i18next.t("documentationList:filters.nobody") }] : []),
  ...(await fetchAssignableUsers(q, customerId, signal)).map((user) => ({
    id: String(user.userId),
    label: assigneeNameOf(user),
  })),
];
