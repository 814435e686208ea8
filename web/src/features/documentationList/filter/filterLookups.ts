import i18next from "i18next";
import { call } from "#api/client.ts";
import { getCreators, getFilterTemplates } from "#domain/endpoints/documentation/list.ts";
import type { Option } from "#ui/select/useCombobox.ts";

interface FilterTemplate {
  id: string;
  name: string;
  deleted: boolean;
}

const optionOf = ({ id, name, deleted }: FilterTemplate): Option => ({
  id,
  label: deleted ? i18next.t("documentationList:filters.deletedSuffix", { name }) : name,
});

export const fetchTemplateOptions = async (q: string, signal: AbortSignal): Promise<Option[]> =>
  (await call(getFilterTemplates, { query: { q }, signal })).items.map(optionOf);

/** The templates with these ids, with their names. */
export const fetchTemplatesById = async (ids: string, signal: AbortSignal): Promise<Option[]> =>
  (await call(getFilterTemplates, { query: { ids, max: 200 }, signal })).items.map(optionOf);

export const fetchCreatorOptions = async (q: string, signal: AbortSignal): Promise<Option[]> =>
  (await call(getCreators, { query: { q }, signal })).items.map((name) => ({ id: name, label: name }));
