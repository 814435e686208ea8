import { expect, it } from "vitest";
import type { AnyResource } from "#domain/contract/resource.ts";
import { validate } from "#domain/core/validation.ts";
import { resources } from "#domain/resources/index.ts";
import "#worker/app.ts";
import { mountedEndpoints } from "./mount.ts";
import { openApiDocument } from "./openapi.ts";

type Content = { content: { "application/json": { example: unknown } } };
type Operations = Record<string, { requestBody?: Content; responses: Record<string, Content> }>;
const paths = () => openApiDocument().paths as Record<string, Operations>;
const getExample = (content: Content | undefined) => content?.content["application/json"].example;

const endpoints = [...mountedEndpoints.values()].map(
  (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
);

it.each(endpoints)("1§7 %s: the documented examples are valid by the contract", (_key, endpoint) => {
  const operation = paths()[endpoint.path]![endpoint.method.toLowerCase()]!;
  if (endpoint.body)
    expect(validate(endpoint.body, getExample(operation.requestBody)).errors).toBeUndefined();
  if (endpoint.response)
    expect(
      validate(endpoint.response, getExample(operation.responses[endpoint.creates ? 201 : 200])).errors,
    ).toBeUndefined();
});

it.each(
  (resources satisfies readonly AnyResource[]).map(
    (resource) => [resource.name, resource as AnyResource] as const,
  ),
)("1§7 %s: examples of rows, creations and changes are valid by the contract", (_name, resource) => {
  const [collection, item] = [paths()[`/${resource.path}`]!, paths()[`/${resource.path}/{id}`]!];
  expect(validate(resource.row, getExample(item.get!.responses["200"])).errors).toBeUndefined();
  if (resource.access.create !== null)
    expect(validate(resource.creation, getExample(collection.post!.requestBody)).errors).toBeUndefined();
  if (resource.access.update !== null)
    expect(validate(resource.change, getExample(item.put!.requestBody)).errors).toBeUndefined();
});
