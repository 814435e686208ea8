import { describe, expect, it } from "vitest";
import { z } from "zod";
import { endpoints, requestSchemas } from "./testing/contracts.ts";

/** The texts of requests that are taken as they are, by the end of their path, and why. */
const rawTexts: Record<string, RegExp> = {
  "compared byte by byte":
    /\.(password|username|licenseCode|currentPassword|repeatPassword|secrets\.\*|code|token|refresh_token|signature|etag|link|receipt\..*|after|v)$/,
  "the service's own paths and keys": /\.(path|jobGroup|jobName|objectClasses|termClasses)$/,
  "ids, parsed by the call": /^GET \/expectedAnswerList\/tasks, query \.ids$/,
  "bytes in base64": /\.(data|photoData)$/,
  // The service stores it sanitized, and the original as it came.
  "names of files from strangers": /^POST \/(tempFile|uploadLater|uploadToken)\S* .*\.name$/,
  "params for other systems": /^(POST|PUT) \/\w*(Configurations|templates) .*params\.\*$/,
  "names beside ids, as rows are read; ignored":
    /\.(exportDocumentConfigurations|suggestionListLicenses|switchCustomers|referencePhotos|templateGraphics|templateLicenses|templateTasks)\.(name|type|licenseCode|templateName)$|\.(suggestionListName|exportConfigurationType)$/,
};

const untidy = "A\u030a\u00a0\u200b1\u001d";

/** The schema inside wrappers and before transformations: a text that is split into a list does not count as a text. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return innermost(schema.in);
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNonOptional;
  return isWrapper ? innermost(schema.unwrap()) : schema;
}

/** The paths of texts that a schema accepts and returns unchanged. */
function rawPaths(schema: z.core.$ZodType, path: string): string[] {
  const inner = innermost(schema);
  if (inner instanceof z.ZodString) return z.safeParse(schema, untidy).data === untidy ? [path] : [];
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([key, field]) => rawPaths(field, `${path}.${key}`));
  if (inner instanceof z.ZodArray) return rawPaths(inner.element, path);
  if (inner instanceof z.ZodRecord)
    return [inner.keyType, inner.valueType].flatMap((part) => rawPaths(part, `${path}.*`));
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => rawPaths(option, path));
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
    expect(rawPaths(schema, `${call} `).filter((path) => !isRaw(path))).toEqual([]);
  });

  it("1§7 finds the texts of every contract", () => {
    const allPaths = calls.flatMap(([call, schema]) => rawPaths(schema, `${call} `));
    for (const [reason, pattern] of Object.entries(rawTexts))
      expect(
        allPaths.some((path) => pattern.test(path)),
        reason,
      ).toBe(true);
  });
});
