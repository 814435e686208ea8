import { z } from "zod";
import {
  type Endpoint,
  idempotencyHours,
  idempotencyKeyPattern,
  takesIdempotencyKey,
} from "#domain/contract/endpoint.ts";
import { type AnyResource, countQuery, listQuery } from "#domain/contract/resource.ts";
import { problemStatus } from "#domain/core/problem.ts";
import { resources } from "#domain/resources/index.ts";
import { deviceTag, formatDeviceSteps } from "./deviceGuide.ts";
import { mountedEndpoints } from "./mount.ts";
import { exampleOf } from "./schemaExamples.ts";

type Json = Record<string, unknown>;
type Schema = z.core.JSONSchema.JSONSchema;

export interface Operation extends Json {
  operationId: string;
  tags: string[];
  summary: string;
  responses: Json;
}

interface Document extends Json {
  paths: Record<string, Record<string, Operation>>;
}

let cachedDocument: Document | undefined;

/** The OpenAPI 3.1 document of all mounted endpoints, generated from their contracts. */
export function openApiDocument(): Document {
  cachedDocument ??= {
    openapi: "3.1.0",
    info: {
      title: "Siteproof",
      version: "1",
      description:
        "Responses have the headers `x-request-id` and `x-siteproof-bookmark`. Send the latest bookmark with the next call to read your own writes. Unknown fields and parameters are refused, but a row that was read may be sent back by PUT: fields of the response that the call does not change are ignored. Calls that create, merge or send take the header `Idempotency-Key`; calls of devices and links carry ids, so they can be repeated safely.",
    },
    servers: [{ url: "/api" }],
    tags: [{ name: deviceTag, description: formatDeviceSteps() }],
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "The access_token from login." },
      },
      schemas: { Problem: problemSchema },
    },
    paths: buildPaths(),
  };
  return cachedDocument;
}

const problemSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string", enum: Object.keys(problemStatus) },
        message: { type: "string" },
        fields: {
          type: "object",
          additionalProperties: { type: "string" },
          description: "The error for each field, by path.",
        },
        names: {
          type: "array",
          items: { type: "string" },
          description: "The names of the rows that prevent it.",
        },
        fetched: {
          type: "object",
          required: ["creator", "deviceId", "dateCreated"],
          properties: {
            creator: { type: "string" },
            deviceId: { type: "string" },
            dateCreated: { type: "string" },
          },
          description: "With fetchedByOther: who fetched the documentation, on which device and when.",
        },
      },
    },
  },
  example: { error: { code: "invalid", message: "Some fields are invalid", fields: { name: "required" } } },
};

export const schemaOf = (schema: z.core.$ZodType, io: "input" | "output"): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};
const jsonContent = (schema: Schema) => ({
  "application/json": { schema, ...(!schema.$ref && { example: exampleOf(schema) }) },
});
const responseOf = (description: string, schema?: Schema) => ({
  description,
  ...(schema && { content: jsonContent(schema) }),
});
const problemResponse = (description: string) =>
  responseOf(description, { $ref: "#/components/schemas/Problem" });

function buildPaths(): Document["paths"] {
  const byPath: Document["paths"] = {};
  const add = (path: string, method: string, operation: Operation) => {
    byPath[path] = { ...byPath[path], [method.toLowerCase()]: operation };
  };
  for (const endpoint of mountedEndpoints.values())
    add(endpoint.path, endpoint.method, createEndpointOperation(endpoint));
  for (const resource of resources satisfies readonly AnyResource[]) addResource(resource, add);
  return Object.fromEntries(Object.entries(byPath).sort(([a], [b]) => a.localeCompare(b)));
}

function parametersOf(schema: z.ZodType | undefined, location: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    schema: property,
  }));
}

const idempotencyKeyParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", pattern: idempotencyKeyPattern.source },
  description: `Makes repeating the call harmless. For ${idempotencyHours} hours, a call with the same key, caller, path and input is not made again: it responds as the first one did, with \`Idempotency-Replayed: true\`. Equal calls at the same time wait for the first. A key sent with another input is refused with idempotencyKeyReused. A call that was refused or failed can be repeated with its key. callInProgress: try again; callInterrupted: an earlier attempt has left no response.`,
};

const authenticationTexts: Record<Endpoint["authentication"], string> = {
  session: "a session",
  license: "a licence code, in the body or as licenseCode in the query",
  token: "the token of an upload link",
  public: "nothing",
};

const freshLoginText = "a login or a password confirmed within the last hour";

export const operationIdOf = (endpoint: Pick<Endpoint, "method" | "path">): string =>
  `${endpoint.method.toLowerCase()}${endpoint.path.replace(/\/$/, "/withSlash").replace(/[/{}]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`;

function createEndpointOperation(endpoint: Endpoint): Operation {
  const { authentication, authority, product, requiresFreshLogin } = endpoint;
  const requirements = [
    authenticationTexts[authentication],
    authority && [authority].flat().join(" or "),
    product && `the product ${product}`,
    requiresFreshLogin && freshLoginText,
  ].filter(Boolean);
  return {
    operationId: operationIdOf(endpoint),
    tags: [authentication === "license" ? deviceTag : (endpoint.path.split("/")[1] ?? "")],
    summary: endpoint.summary,
    description: `Requires: ${requirements.join(", ")}.`,
    security: authentication === "session" ? [{ session: [] }] : [],
    parameters: [
      ...parametersOf(endpoint.params, "path"),
      ...parametersOf(endpoint.query, "query"),
      ...(takesIdempotencyKey(endpoint) ? [idempotencyKeyParameter] : []),
      ...(endpoint.download && authentication === "session"
        ? [
            {
              name: "token",
              in: "query",
              required: false,
              schema: { type: "string" },
              description: "A ticket from POST /downloadTicket, instead of the header.",
            },
          ]
        : []),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: jsonContent(schemaOf(endpoint.body, "input")) },
    }),
    responses: {
      [endpoint.creates ? 201 : 200]: endpoint.response
        ? responseOf("Done", schemaOf(endpoint.response, "output"))
        : {
            description: "The bytes, with exact Content-Length, strong ETag and ranges",
            content: { "application/octet-stream": {} },
          },
      ...(typeof endpoint.creates === "function" &&
        endpoint.response && {
          200: responseOf("Nothing new was created", schemaOf(endpoint.response, "output")),
        }),
      ...(authentication === "session" && {
        401: problemResponse("Not logged in"),
        403: problemResponse("The user lacks the authority, or the customer lacks the product"),
      }),
      ...(endpoint.conditional && {
        304: { description: "If-None-Match contains the current ETag: nothing has changed" },
      }),
      ...(endpoint.download && {
        206: { description: "The requested range" },
        304: { description: "Unchanged" },
        412: { description: "If-Match does not match the current entity tag" },
        416: { description: "The range is not satisfiable" },
      }),
      ...(authentication === "public" &&
        endpoint.body && {
          400: problemResponse("A one-time code is needed"),
          401: problemResponse("Refused. The message does not reveal the reason"),
          429: problemResponse("Too many attempts. Retry-After says how long to wait"),
        }),
      ...(authentication === "license" && {
        401: problemResponse(
          "Licence code not accepted (licenseRefused). A caller that has used the code from the same network, or sends its Device-Token, is told why: licenseExpired, or licenseUnknown when the licence has been deleted or has another code",
        ),
        429: problemResponse("Too many wrong codes"),
      }),
      ...(authentication === "token" && {
        401: problemResponse("Link unknown, revoked or expired"),
        429: problemResponse(
          "Too many wrong tokens, or too many files at once. Retry-After says how long to wait",
        ),
      }),
      404: problemResponse("Not found, or belongs to another customer"),
      422: problemResponse("Refused. The code gives the reason, and the fields are listed"),
      500: problemResponse("Something went wrong on our side"),
    },
  };
}

function addResource(
  resource: AnyResource,
  add: (path: string, method: string, operation: Operation) => void,
): void {
  const { name, path, access } = resource;
  const base = `/${path}`;
  const itemPath = `${base}/{id}`;
  const row = schemaOf(resource.row, "output");
  const idParameter = {
    name: "id",
    in: "path",
    required: true,
    schema: schemaOf(resource.row.shape.id!, "output"),
  };
  const operation = (
    action: keyof typeof access,
    operationId: string,
    summary: string,
    responses: Json,
    extra: Json = {},
  ): Operation => ({
    operationId,
    tags: [path],
    summary,
    description: `Requires: a session, ${access[action]}${resource.product ? `, the product ${resource.product}` : ""}${resource.requiresFreshLogin?.includes(action) ? `, ${freshLoginText}` : ""}.`,
    security: [{ session: [] }],
    responses: {
      ...responses,
      401: problemResponse("Not logged in"),
      403: problemResponse("The user lacks the authority, or the customer lacks the product"),
      422: problemResponse("Refused. The code gives the reason, and the fields are listed"),
    },
    ...extra,
  });
  const list = {
    type: "object",
    required: ["items"],
    properties: { items: { type: "array", items: schemaOf(resource.listRow, "output") } },
  } satisfies Schema;
  const total = {
    type: "object",
    required: ["total"],
    properties: { total: { type: "integer" } },
  } satisfies Schema;
  const notFound = { 404: problemResponse("Not found, or belongs to another customer") };
  if (access.read !== null)
    add(
      base,
      "GET",
      operation(
        "read",
        `list_${name}`,
        `List ${path}`,
        { 200: responseOf("The rows", list) },
        { parameters: parametersOf(listQuery(resource), "query") },
      ),
    );
  if (access.read !== null)
    add(
      `${base}/count`,
      "GET",
      operation(
        "read",
        `count_${name}`,
        `Count ${path}`,
        { 200: responseOf("How many", total) },
        { parameters: parametersOf(countQuery(resource), "query") },
      ),
    );
  if (access.read !== null)
    add(
      itemPath,
      "GET",
      operation(
        "read",
        `get_${name}`,
        `Get one of ${path}`,
        { 200: responseOf("The row", row), ...notFound },
        { parameters: [idParameter] },
      ),
    );
  if (access.create !== null)
    add(
      base,
      "POST",
      operation(
        "create",
        `create_${name}`,
        `Create one of ${path}`,
        { 201: responseOf("The row", row) },
        {
          parameters: [idempotencyKeyParameter],
          requestBody: { required: true, content: jsonContent(schemaOf(resource.creation, "input")) },
        },
      ),
    );
  if (access.update !== null)
    add(
      itemPath,
      "PUT",
      operation(
        "update",
        `update_${name}`,
        `Update one of ${path}. Fields that are left out do not change. Read-only fields can be sent back unchanged`,
        { 200: responseOf("The row", row), ...notFound },
        {
          parameters: [idParameter],
          requestBody: { required: true, content: jsonContent(schemaOf(resource.change, "input")) },
        },
      ),
    );
  if (access.delete !== null)
    add(
      itemPath,
      "DELETE",
      operation(
        "delete",
        `delete_${name}`,
        `Delete one of ${path}`,
        { 200: responseOf("Done"), ...notFound },
        {
          parameters: [
            idParameter,
            { name: "version", in: "query", required: false, schema: { type: "integer" } },
          ],
        },
      ),
    );
}
