import { keysOf } from "#domain/core/objects.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import type { LayoutNode } from "./node.ts";
import type { LayoutType } from "./types.ts";

/**
 * A customer's own Word or Excel file as a layout: a single OFFICE_FILE node at the top. Its bytes are base64 in the DATA of its
 * OFFICE_FILE_PARTs, because a value of the database has at most 2 MB.
 */

/** The types of layouts that may consist of a file, and the file's extension. */
export const officeFileExtensions = { WORD: ".docx", EXCEL: ".xlsx" } as const satisfies Partial<
  Record<LayoutType, string>
>;
export type OfficeFileType = keyof typeof officeFileExtensions;
export const officeFileTypes = keysOf(officeFileExtensions);

export const isOfficeFileType = (type: LayoutType): type is OfficeFileType =>
  Object.hasOwn(officeFileExtensions, type);

/** Why a file cannot be used at all. */
export const officeFileErrors = ["notOfficeFile", "passwordProtected", "activeContent", "tooLarge"] as const;

export const maxOfficeFileBytes = 4_000_000;
const maxFileNameLength = 255;
/** Characters of base64, a multiple of four. */
const partLength = 1_000_000;
const maxPartCount = Math.ceil((maxOfficeFileBytes * 4) / 3 / partLength) + 1;

/** The file of a layout; null if the layout consists of other nodes. */
export const findOfficeFile = (nodes: readonly LayoutNode[]): LayoutNode | null =>
  nodes.find(({ type }) => type === "OFFICE_FILE") ?? null;

/** The bytes of a file in base64. */
export const readOfficeFileData = ({ children }: LayoutNode): string =>
  children.map(({ params }) => params.DATA ?? "").join("");

/** The nodes of a layout that consists of a file. */
export function createOfficeFileNodes(name: string, base64: string): LayoutNode[] {
  const id = crypto.randomUUID();
  const createNode = (
    node: Pick<LayoutNode, "id" | "type" | "params" | "parent" | "position">,
  ): LayoutNode => ({
    ...node,
    name: null,
    description: null,
    children: [],
  });
  const children = Array.from({ length: Math.ceil(base64.length / partLength) }, (_, position) =>
    createNode({
      id: crypto.randomUUID(),
      type: "OFFICE_FILE_PART",
      params: { DATA: base64.slice(position * partLength, (position + 1) * partLength) },
      parent: id,
      position,
    }),
  );
  const node = createNode({ id, type: "OFFICE_FILE", params: { NAME: name }, parent: null, position: 0 });
  return [{ ...node, children }];
}

/** The errors of a layout that consists of a file, apart from those inside the file. */
export function validateOfficeFile(
  type: LayoutType,
  nodes: readonly LayoutNode[],
  file: LayoutNode,
): FieldErrors {
  if (!isOfficeFileType(type)) return { [`nodes.${file.id}.type`]: "notAllowed" };
  const errors: FieldErrors = {};
  for (const node of nodes) if (node !== file) errors[`nodes.${node.id}.type`] = "notAllowed";
  const { NAME: fileName = "", ...otherParams } = file.params;
  if (fileName === "") errors[`nodes.${file.id}.NAME`] = "required";
  else if (fileName.length > maxFileNameLength) errors[`nodes.${file.id}.NAME`] = "tooLong";
  else if (/[\p{Cc}\p{Cs}]/u.test(fileName)) errors[`nodes.${file.id}.NAME`] = "invalid";
  for (const param of Object.keys(otherParams)) errors[`nodes.${file.id}.${param}`] = "notAllowed";
  const dataError = validateData(file);
  if (dataError) errors[`nodes.${file.id}.DATA`] = dataError;
  return errors;
}

function validateData(file: LayoutNode) {
  if (file.children.length === 0) return "required";
  if (file.children.length > maxPartCount) return "tooLarge";
  const hasOnlyDataParts = file.children.every(
    ({ type, params, children }) =>
      type === "OFFICE_FILE_PART" &&
      children.length === 0 &&
      Object.keys(params).every((param) => param === "DATA"),
  );
  if (!hasOnlyDataParts) return "notAllowed";
  const data = readOfficeFileData(file);
  if (data.length > Math.ceil(maxOfficeFileBytes / 3) * 4) return "tooLarge";
  return data !== "" && data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data) ? null : "invalid";
}
