import { skipToken, useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { getTemplateBackup, getTemplateBackups } from "#domain/endpoints/configuration/templateCalls.ts";

/** The saved versions, newest first. Each template version adds a backup, so the version is part of the key. */
export function useBackups(id: string, version: number) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "template", "backups", id, version],
    queryFn: async ({ signal }) => (await call(getTemplateBackups, { params: { id }, signal })).items,
  });
}

/** A version with its content, which never changes. */
export function useBackup(id: string | undefined) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "templateBackup", "item", id],
    queryFn:
      id === undefined ? skipToken : ({ signal }) => call(getTemplateBackup, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
