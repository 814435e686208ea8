import { type ExportConfigurationType, ramsiteKeys } from "#domain/configuration/types.ts";
import { destinationName } from "#domain/delivery/destinationNames.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import { toSafeName } from "#worker/export/safeNames.ts";
import type { TemplateDestination } from "./planDestination.ts";

/** Settings for the address and calls of RAMSITE, which the exporting user cannot change. */
const unchangeableKeys: ReadonlySet<string> = new Set(
  [...ramsiteKeys, "url", "host", "username", "path", "directory", "failureEmail"].filter(
    (key) => key !== "projectId" && key !== "documentStructureId",
  ),
);

/** Settings of other types that may contain user parameters as placeholders. */
const placeholderKeys: ReadonlySet<string> = new Set(["directory", "path"]);

/**
 * The settings of a destination for a delivery. RAMSITE's project, structure and additional keys may be overridden by the
 * template's destination and then by a user parameter with that name. In the folder of other types, `{name}` is replaced by a
 * user parameter's value, which names a single folder. The exporting user can change nothing else.
 */
export function resolveDeliveryParams(
  { configuration: { type, params }, params: templateParams, userParams }: TemplateDestination,
  userValues: Readonly<Record<string, string>>,
): Record<string, string> {
  const values = new Map(userParams.map(({ name }) => [name, userValues[name]?.trim() ?? ""]));
  if (type !== "RAMSITE_3GIS")
    return Object.fromEntries(
      Object.entries(params).map(([key, value]) => [
        key,
        placeholderKeys.has(key) ? fillPlaceholders(type, value, values) : value,
      ]),
    );
  const result = { ...params };
  for (const key of ["projectId", "documentStructureId"])
    if (templateParams[key]?.trim()) result[key] = templateParams[key];
  for (const [name, value] of values) {
    const isChangeable =
      !unchangeableKeys.has(name) &&
      (Object.hasOwn(params, name) || /^(projectId|documentStructureId)$/.test(name));
    if (value && isChangeable) result[name] = value;
  }
  return result;
}

/**
 * @throws ConnectorError config, naming required user parameters without a value: nobody enters values for an automatic delivery, and
 * a parameter may have become required after a user entered them
 */
export function assertRequiredParams(
  { userParams }: Pick<TemplateDestination, "userParams">,
  { isAutomatic, params }: { isAutomatic: boolean; params: Readonly<Record<string, string>> },
): void {
  const missingParams = userParams.filter(({ name, required }) => required && !params[name]?.trim());
  if (missingParams.length === 0) return;
  const names = missingParams.map(({ name }) => name).join(", ");
  throw new ConnectorError(
    "config",
    isAutomatic
      ? `The destination requires values that an automatic export does not have: ${names}. Export manually, or make them optional in the export configuration.`
      : `The destination requires values that are missing: ${names}. Export again and fill them in.`,
  );
}

const fillPlaceholders = (
  type: ExportConfigurationType,
  text: string,
  values: ReadonlyMap<string, string>,
): string =>
  text.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const value = values.get(name);
    return value === undefined ? placeholder : destinationName(type, toSafeName(value), true);
  });
