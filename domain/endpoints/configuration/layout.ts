import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import type { MergeStrategy } from "#domain/contract/merge/mergeResponses.ts";
import { line, name, uuid } from "#domain/core/fields.ts";
import { tagErrors, tagKinds, tagParts } from "#domain/layout/fileTags.ts";
import { layoutNodes } from "#domain/layout/node.ts";
import { officeFileErrors, officeFileTypes } from "#domain/layout/officeFile.ts";
import { layoutTypes } from "#domain/layout/types.ts";
import { exportDocumentConfiguration } from "#domain/resources/exportDocumentConfiguration.ts";

/** Calls for report layouts in addition to the standard ones (3§7). */

const superAdminCall = { authentication: "session", authority: "ROLE_SUPER_ADMIN" } as const;
const editorCall = { authentication: "session", authority: "ROLE_EXPORT_LAYOUTS" } as const;

export const copyLayout = defineEndpoint({
  ...editorCall,
  directory: true,
  method: "POST",
  path: "/exportDocumentConfiguration/copy",
  summary:
    "Copy a report layout under a new name, with new IDs for its nodes. The copy belongs to the caller's customer; a super admin's copy belongs to whom the original does.",
  body: z.strictObject({ id: uuid(), name: name() }),
  response: exportDocumentConfiguration.row,
  creates: true,
});

export const getCustomerCounts = defineEndpoint({
  ...superAdminCall,
  directory: true,
  method: "GET",
  path: "/exportDocumentConfiguration/getCustomerCounts",
  summary: "Count the customers that may use each report layout. Layouts without customers are left out.",
  response: z.object({ items: z.array(z.object({ id: uuid(), customers: z.int() })) }),
});

const replacementCodes = z.object({ codes: z.array(z.string()) });
const codeMerge: MergeStrategy<z.output<typeof replacementCodes>> = {
  merge: (responses) => ({ codes: [...new Set(responses.flatMap(({ codes }) => codes))] }),
};

export const getReplacementCodes = defineEndpoint({
  ...editorCall,
  method: "GET",
  path: "/exportDocumentConfiguration/getReplacementCodes",
  multiDatabase: codeMerge,
  summary:
    "List the replacement codes of the templates the caller can see. A text of a report layout may have them in braces, like placeholders; other single words in braces are refused.",
  response: replacementCodes,
});

const testCall = {
  ...editorCall,
  method: "GET",
  callLimit: "documents",
  summary:
    "Render a documentation with a stored report layout. Super admins can use any layout, whether or not the documentation's customer is granted it. Also requires ROLE_DOCUMENTATION_READ. Exact length, ranges, strong ETag.",
  query: z.object({
    documentation: uuid(),
    exportDocumentConfiguration: uuid(),
    language: z.enum(["en", "sv"]).default("en"),
  }),
  download: "document",
} as const;

/** The path in 3§7 ends in a slash; both forms work. */
export const testLayout = defineEndpoint({ ...testCall, path: "/exportDocumentConfiguration/test/" });
export const testLayoutWithoutSlash = defineEndpoint({
  ...testCall,
  path: "/exportDocumentConfiguration/test",
});

const tagLocation = z.object({
  part: z.enum(tagParts),
  sheet: z.string().nullable(),
  paragraph: z.int().nullable().meta({ description: "From 1 in its part; null in Excel" }),
  cell: z.string().nullable().meta({ description: "Such as B3; null in Word" }),
  context: z.string().meta({ description: "The beginning of the text around it" }),
});

/** Maximum number of tags that an inspection lists; those with errors come first. */
export const maxListedTags = 500;

export const inspectLayoutFile = defineEndpoint({
  ...editorCall,
  method: "POST",
  path: "/exportDocumentConfiguration/inspectFile",
  repeatable: true,
  summary:
    "Read an uploaded Word or Excel file: why it is refused, or its placeholders, loops, conditions and photos with their places and errors.",
  body: z.strictObject({ type: z.enum(layoutTypes), nodes: layoutNodes }),
  response: z.object({
    refusal: z
      .object({
        code: z.enum(officeFileErrors),
        detail: z.string().meta({ description: "The part that is the reason" }),
      })
      .nullable(),
    tagCount: z.int(),
    tags: z.array(
      z.object({
        text: z
          .string()
          .meta({ description: "As written in the file, or the alternative text of a picture" }),
        kind: z.enum(tagKinds),
        location: tagLocation,
        error: z.enum(tagErrors).nullable(),
      }),
    ),
  }),
});
export type LayoutFileFindings = z.output<NonNullable<typeof inspectLayoutFile.response>>;

export const downloadSampleFile = defineEndpoint({
  ...editorCall,
  directory: true,
  method: "GET",
  path: "/exportDocumentConfiguration/sampleFile",
  summary: "A Word or Excel file with every loop and condition, to begin a layout of one's own with.",
  query: z.object({ type: z.enum(officeFileTypes), language: z.enum(["en", "sv"]).default("en") }),
  download: "document",
});

export const previewLayout = defineEndpoint({
  ...editorCall,
  method: "POST",
  path: "/exportDocumentConfiguration/preview",
  repeatable: true,
  summary:
    "Render a report layout, saved or not, as a PDF of a documentation, at most 40 pages, with small photos. Also requires ROLE_DOCUMENTATION_READ. Errors of the layout are a 422 with fields nodes.<id>.<PARAM, type or children>.",
  body: z.strictObject({
    documentation: uuid(),
    layout: z.strictObject({
      id: uuid().nullable().meta({ description: "null while it has not been saved" }),
      name: line(),
      type: z.enum(layoutTypes),
      nodes: layoutNodes,
    }),
    language: z.enum(["en", "sv"]).default("en"),
  }),
  response: z.object({
    pdf: z.string().meta({ description: "Base64" }),
    pages: z.int(),
    cut: z.boolean().meta({ description: "true if pages were left out" }),
    compared: z.int().meta({
      description:
        "How many other documentations are shown because the layout compares several: the latest of the same name, or else template",
    }),
    parts: z.array(
      z.object({
        page: z.int().meta({ description: "From 0" }),
        node: z.string().meta({ description: "ID of the node that rendered the part" }),
        x: z.number().meta({ description: "Points from the left" }),
        y: z.number().meta({ description: "Points from the top" }),
        width: z.number(),
        height: z.number(),
      }),
    ),
    unfilled: z
      .array(z.object({ node: z.string(), placeholder: z.string() }))
      .meta({ description: "Placeholders without a value, and their nodes" }),
    undecided: z
      .array(z.string())
      .meta({ description: "IF nodes whose task is missing or unanswered; they draw nothing" }),
  }),
});
export type LayoutPreview = z.output<NonNullable<typeof previewLayout.response>>;
