import type { Row } from "../../../../domain/resource";
import { template } from "../../../../domain/resources";
import { useItem } from "../../api/resource";

export type TemplateRow = Row<typeof template>;

export const useTemplate = (id: string | null) => useItem(template, id);
