import { ramsiteKeys } from "#domain/configuration/types.ts";
import { safeName } from "#worker/export/safeNames.ts";
import type { TemplateDestination } from "./planDestination.ts";

/** What says where RAMSITE is and how its calls look: whoever exports a documentation does not decide that. */
const fixed: ReadonlySet<string> = new Set(
  [...ramsiteKeys, "url", "host", "username", "path", "directory", "failureEmail"].filter(
    (key) => key !== "projectId" && key !== "documentStructureId",
  ),
);

/** Settings of other types in which user parameters are placeholders. */
const filledSettings: ReadonlySet<string> = new Set(["directory", "path"]);

/**
 * The settings of a destination for one delivery. RAMSITE's project, structure and further keys may come from the template's destination
 * and then from a user parameter of that name. In the folder of other types, `{name}` is the value of a user parameter, which is one
 * folder's name. Nothing else of the destination can be changed by whoever exports.
 */
export function deliveredParams(
  { configuration: { type, params }, params: own, userParams }: TemplateDestination,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const values = new Map(userParams.map(({ name }) => [name, given[name]?.trim() ?? ""]));
  if (type !== "RAMSITE_3GIS")
    return Object.fromEntries(
      Object.entries(params).map(([key, value]) => [
        key,
        filledSettings.has(key) ? withValues(value, values) : value,
      ]),
    );
  const settled = { ...params };
  for (const key of ["projectId", "documentStructureId"]) if (own[key]?.trim()) settled[key] = own[key];
  for (const [name, value] of values) {
    const changeable =
      !fixed.has(name) && (Object.hasOwn(params, name) || /^(projectId|documentStructureId)$/.test(name));
    if (value && changeable) settled[name] = value;
  }
  return settled;
}

const withValues = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(/\{([^{}]+)\}/g, (written, name: string) => {
    const value = values.get(name);
    return value === undefined ? written : safeName(value);
  });
