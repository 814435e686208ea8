import { useItem } from "#api/resource.ts";
import type { Row } from "#domain/contract/resource.ts";
import { template } from "#domain/resources/index.ts";

export type TemplateRow = Row<typeof template>;

export const useTemplate = (id: string | null) => useItem(template, id);
