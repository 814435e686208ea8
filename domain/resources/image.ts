import { z } from "zod";
import type { Authority, Product } from "#domain/access/authorities.ts";
import { defineResource } from "#domain/contract/resource.ts";
import { customerId, instant, name, text, uuid, version } from "#domain/core/fields.ts";

/** Maximum size of a graphic or reference photo, in bytes. */
export const maxImageUploadBytes = 10_000_000;

const createBase64Field = (prefix: string, example: string, description: string) =>
  z
    .string()
    .max(Math.ceil(maxImageUploadBytes / 3) * 4)
    .regex(new RegExp(`^${prefix}[A-Za-z0-9+/]*={0,2}$`))
    .meta({ examples: [example], description });

/** The console and the service check the first bytes of a file; the service also checks the rest. */
export const pngData = createBase64Field(
  "iVBORw0KGgo",
  "iVBORw0KGgo=",
  "A PNG in base64, at most 10 MB and 40 megapixels",
);
export const jpegData = createBase64Field("/9j/", "/9j/", "A JPEG in base64, at most 10 MB");

/** The common definition of graphics and reference photos, which differ only in file type and access. */
export const defineImageResource = <const N extends string>(
  resource: N,
  {
    data,
    read,
    write,
    product,
    namesCustomer,
  }: { data: typeof pngData; read: Authority; write: Authority; product: Product; namesCustomer?: true },
) =>
  defineResource({
    name: resource,
    path: `${resource}s`,
    fields: {
      id: uuid(),
      customerId: customerId(),
      customerName: z.string(),
      name: name(),
      description: text(2000)
        .nullable()
        .default(null)
        .transform((value) => value?.trim() || null),
      data,
      dataSize: z.int().meta({ description: "Bytes" }),
      hasData: z.boolean(),
      sha256: z.string().nullable(),
      width: z.int().nullable().meta({ description: "Pixels" }),
      height: z.int().nullable(),
      templateCount: z.int().meta({ description: "Number of templates that use the image" }),
      dateCreated: instant(),
      version: version(),
    },
    writable: ["customerId", "name", "description", "data"],
    writeOnly: ["data"],
    locked: ["customerId"],
    list: {
      columns: [
        "id",
        "customerId",
        "customerName",
        "name",
        "description",
        "dataSize",
        "hasData",
        "width",
        "height",
        "templateCount",
        "dateCreated",
        "version",
      ],
      sortable: ["name", "description", "customerName", "dataSize", "templateCount", "dateCreated"],
      searchable: ["name", "description", "customerName"],
      sort: "name",
      order: "asc",
      max: 100,
    },
    access: { read, create: write, update: write, delete: write },
    product,
    ...(namesCustomer && { namesCustomer }),
  });
