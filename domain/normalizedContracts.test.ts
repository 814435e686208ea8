import { describe, expect, it } from "vitest";
import { z } from "zod";
import { endpoints, requestSchemas } from "./testing/contracts.ts";

/** Texts of requests that are not normalised: patterns of the ends of their paths, by the reason. */
const rawTexts: Record<string, RegExp> = {
  "compared byte by byte":
    /\.(password|username|licenseCode|currentPassword|repeatPassword|secrets\.\*|code|token|refresh_token|signature|etag|link|receipt\..*|after|v)$/,
  "the service's own paths and keys": /\.(path|jobGroup|jobName|objectClasses|termClasses)$/,
  "ids, parsed by the call": /^GET \/expectedAnswerList\/tasks, query \.ids$/,
  "bytes in base64": /\.(data|photoData)$/,
  // The service stores a sanitized name and the original.
  "names of files uploaded through public pages": /^POST \/(tempFile|uploadLater|uploadToken)\S* .*\.name$/,
  "params for other systems": /^(POST|PUT) \/\w*(Configurations|templates) .*params\.\*$/,
  "names next to ids, as in responses; ignored":
    /\.(exportDocumentConfigurations|suggestionListLicenses|switchCustomers|referencePhotos|templateGraphics|templateLicenses|templateTasks)\.(name|type|licenseCode|templateName)$|\.(suggestionListName|exportConfigurationType)$/,
};

const untidyText = "A\u030a\u00a0\u200b1\u001d";

/** The schema inside wrappers and before transformations: a text that is split into a list does not count as a text. */
function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrapSchema(schema.in);
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNonOptional;
  return isWrapper ? unwrapSchema(schema.unwrap()) : schema;
}

/** The paths of texts that a schema accepts and returns unchanged. */
function findRawPaths(schema: z.core.$ZodType, path: string): string[] {
  const innerSchema = unwrapSchema(schema);
  if (innerSchema instanceof z.ZodString)
    return z.safeParse(schema, untidyText).data === untidyText ? [path] : [];
  if (innerSchema instanceof z.ZodObject)
    return Object.entries(innerSchema.shape).flatMap(([key, field]) => findRawPaths(field, `${path}.${key}`));
  if (innerSchema instanceof z.ZodArray) return findRawPaths(innerSchema.element, path);
  if (innerSchema instanceof z.ZodRecord)
    return [innerSchema.keyType, innerSchema.valueType].flatMap((part) => findRawPaths(part, `${path}.*`));
  if (innerSchema instanceof z.ZodUnion)
    return innerSchema.options.flatMap((option) => findRawPaths(option, path));
  return [];
}

describe("D8 D10 F3 F6 every text of a request is normalised, or has a reason not to be", () => {
  const calls = [
    ...requestSchemas,
    ...endpoints.flatMap(({ method, path, params }): [string, z.ZodType][] =>
      params ? [[`${method} ${path}, path`, params]] : [],
    ),
  ];
  it.each(calls)("1§7 in %s", (call, schema) => {
    const isRaw = (path: string) => Object.values(rawTexts).some((pattern) => pattern.test(path));
    expect(findRawPaths(schema, `${call} `).filter((path) => !isRaw(path))).toEqual([]);
  });

  it("1§7 finds the texts of every contract", () => {
    const allPaths = calls.flatMap(([call, schema]) => findRawPaths(schema, `${call} `));
    for (const [reason, pattern] of Object.entries(rawTexts))
      expect(
        allPaths.some((path) => pattern.test(path)),
        reason,
      ).toBe(true);
  });
});
