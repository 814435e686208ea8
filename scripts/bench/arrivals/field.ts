import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { sessionRecord } from "#domain/endpoints/account/session.ts";
import { address } from "../benchServer.ts";
import { type Crew, password } from "../worker/crew.ts";
import type { HaltPoint } from "../worker/faultInjection.ts";

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
export const md5Of = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("base64");

/** An error response to a call. */
export class CallError extends Error {
  readonly status: number;

  constructor(path: string, status: number, text: string) {
    super(`${path}: ${status} ${text}`);
    this.status = status;
  }
}

/** Retries a call whose connection was lost: the local server may close a connection that is about to be used. */
export async function fetchWithRetries(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (attempt === 3) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt));
    }
  }
}

interface PostOptions {
  halt?: HaltPoint | undefined;
  headers?: Record<string, string>;
}

/** Makes a call as a device or a page does. `halt` ends the Worker in the middle of it. */
export async function post(
  path: string,
  body: object,
  { halt, headers }: PostOptions = {},
): Promise<{ answer: string; steps: string[] }> {
  const init: RequestInit = {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...headers,
      ...(halt && { "x-bench-halt": JSON.stringify(halt) }),
    },
    body: JSON.stringify(body),
  };
  // A call with a halt must not be retried.
  const response = await (halt?.at ? fetch(address + path, init) : fetchWithRetries(address + path, init));
  const text = await response.text();
  if (!response.ok) throw new CallError(path, response.status, text);
  const steps = z.array(z.string()).parse(JSON.parse(response.headers.get("x-bench-steps") ?? "[]"));
  return { answer: text, steps };
}

/** Makes a call that answers with JSON. */
export async function postForJson<S extends z.ZodType>(
  schema: S,
  path: string,
  body: object,
  options?: PostOptions,
): Promise<{ answer: z.output<S>; steps: string[] }> {
  const { answer, steps } = await post(path, body, options);
  return { answer: schema.parse(JSON.parse(answer)), steps };
}

/** A signed PUT. 412 means that an earlier attempt, whose response was lost, has stored the object. */
export async function put(
  url: string,
  headers: Record<string, string>,
  bytes: Uint8Array,
): Promise<Response> {
  const { "content-length": _, ...otherHeaders } = headers;
  const response = await fetchWithRetries(url, {
    method: "PUT",
    headers: otherHeaders,
    body: new Uint8Array(bytes),
  });
  if (!response.ok && response.status !== 412)
    throw new CallError("PUT", response.status, await response.text());
  await response.arrayBuffer();
  return response;
}

const crewSchema = z.object({
  customerId: z.number(),
  username: z.string(),
  licenseCode: z.string(),
  templateId: z.string(),
}) satisfies z.ZodType<Crew>;

export const benchCustomerSchema = crewSchema.extend({
  /** Authenticates as a user who can view the documentations. */
  headers: z.record(z.string(), z.string()),
});
export type BenchCustomer = z.output<typeof benchCustomerSchema>;

/** Creates a customer with a logged-in user. */
export async function createBenchCustomer(): Promise<BenchCustomer> {
  const { answer: crew } = await postForJson(crewSchema, "/bench/crew", {});
  const { answer } = await postForJson(sessionRecord, "/api/login", {
    username: crew.username,
    password,
  });
  return { ...crew, headers: { authorization: `Bearer ${answer.access_token}` } };
}

/** Starts a documentation whose device announces a number of photos. Returns its id. */
export async function startDocumentation(field: BenchCustomer, numberOfPhotos: number): Promise<string> {
  const { templateId, licenseCode } = field;
  const id = randomUUID();
  const documentation = {
    id,
    templateId,
    name: `Arrivals ${id.slice(0, 8)}`,
    creator: "bench",
    numberOfPhotos,
    dateCreated: "2026-01-01T00:00:00Z",
  };
  await post("/api/documentation/saveWithLicenseCode", { documentation, licenseCode });
  return id;
}

export interface Shot {
  id: string;
  documentationId: string;
  name: string;
  bytes: Uint8Array;
}
export const signedUpload = z.object({
  uploadId: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
});
export type SignedUpload = z.output<typeof signedUpload>;

const announceResponse = z.object({ items: z.array(z.object({ upload: signedUpload.nullable() })) });
const settledUpload = z.object({ sha256: z.string().nullable() });
const settleUploadsResponse = z.object({
  items: z.array(z.object({ stored: settledUpload.nullable(), failure: z.unknown() })),
});

/** The calls of the signed upload path, one per step. */
export const createDeviceCalls = ({ licenseCode }: BenchCustomer) => ({
  describe: ({ id, documentationId, name }: Shot, halt?: HaltPoint) =>
    postForJson(
      z.object({ hasData: z.boolean() }),
      "/api/photo/saveWithLicenseCode",
      { photo: { id, documentationId, name, creator: "bench" }, licenseCode },
      { halt },
    ),
  reserve: ({ id, bytes }: Shot, halt?: HaltPoint) =>
    postForJson(
      signedUpload,
      "/api/photo/reserveUpload",
      { id, size: bytes.length, contentType: "image/jpeg", md5: md5Of(bytes), licenseCode },
      { halt },
    ),
  announce: (shots: readonly Shot[]) =>
    postForJson(announceResponse, "/api/photo/announceUploads", {
      photos: shots.map(({ id, documentationId, name, bytes }) => ({
        photo: { id, documentationId, name, creator: "bench" },
        size: bytes.length,
        md5: md5Of(bytes),
      })),
      licenseCode,
    }),
  settleAll: (uploadIds: readonly string[]) =>
    postForJson(settleUploadsResponse, "/api/photo/settleUploads", { uploadIds, licenseCode }),
  settle: (uploadId: string, halt?: HaltPoint) =>
    postForJson(settledUpload, "/api/photo/settleUpload", { uploadId, licenseCode }, { halt }),
  complete: (id: string, halt?: HaltPoint) =>
    post("/api/documentation/completeWithLicenseCode", { id, creator: "bench", licenseCode }, { halt }),
});

/** Sends one photo by the signed path. @throws Error if the service stored other bytes */
export async function sendPhoto(field: BenchCustomer, shot: Shot): Promise<void> {
  const calls = createDeviceCalls(field);
  await calls.describe(shot);
  const { answer } = await calls.reserve(shot);
  await put(answer.url, answer.headers, shot.bytes);
  const result = await calls.settle(answer.uploadId);
  if (result.answer.sha256 !== sha256Of(shot.bytes)) throw new Error("other bytes were stored");
}

/** Sends photos with the batch calls. @throws Error if the service stored other bytes */
export async function sendPhotos(field: BenchCustomer, shots: readonly Shot[]): Promise<SignedUpload[]> {
  const calls = createDeviceCalls(field);
  const { answer } = await calls.announce(shots);
  const signed = answer.items.map(({ upload }) => upload!);
  await Promise.all(signed.map(({ url, headers }, index) => put(url, headers, shots[index]!.bytes)));
  let pendingUploads = signed.map(({ uploadId }, index) => ({
    uploadId,
    sha256: sha256Of(shots[index]!.bytes),
  }));
  while (pendingUploads.length > 0) {
    const { items } = (await calls.settleAll(pendingUploads.map(({ uploadId }) => uploadId))).answer;
    for (const [index, { stored, failure }] of items.entries())
      if (failure || (stored && stored.sha256 !== pendingUploads[index]!.sha256))
        throw new Error("other bytes were stored");
    // The server ran out of time for the others.
    pendingUploads = pendingUploads.filter((_, index) => !items[index]!.stored);
  }
  return signed;
}
