import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { createDistinctCopy, createLeafyPhoto } from "../photos.ts";
import type { HaltPoint } from "../worker/faultInjection.ts";
import {
  type BenchCustomer,
  createDeviceCalls,
  md5Of,
  postForJson,
  put,
  sha256Of,
  startDocumentation,
} from "./field.ts";

/** The upload of one photo or file, in its own documentation, and its expected outcome. */
export interface UploadScenario {
  kind: UploadKind;
  id: string;
  documentationId: string;
  bytes: Uint8Array;
  token: string;
  /** Description of the injected fault. */
  description: string;
  /** All its bytes are in storage, so it must not be lost. */
  arrived: boolean;
  /** The device was told that the documentation will be completed. */
  completed: boolean;
}

/** The call and step at which the Worker ends. */
export interface Fault {
  call: string;
  halt: HaltPoint;
}
export interface Call {
  call: string;
  /** Names of its operations. */
  names: string[];
}

/** A kind of upload. `upload` makes all its calls, like a sender that starts over after a failure. */
export interface UploadKind {
  name: string;
  /** An upload without bytes leaves no row. Photos announced by a device remain, as missing. */
  leavesNothing: boolean;
  begin(field: BenchCustomer, description: string): Promise<UploadScenario>;
  upload(field: BenchCustomer, scenario: UploadScenario, fault?: Fault): Promise<Call[]>;
  rehearse(field: BenchCustomer): Promise<Call[]>;
}

const photo = await createLeafyPhoto(480, 60);
let fileCount = 0;
const createScenario = async (
  kind: UploadKind,
  field: BenchCustomer,
  description: string,
  bytes: Uint8Array,
  token: string,
  photoCount: number,
) => ({
  kind,
  bytes,
  token,
  description,
  id: randomUUID(),
  arrived: false,
  completed: false,
  documentationId: await startDocumentation(field, photoCount),
});

/** Records the steps of each call and halts the one named by the fault. Without a fault, calls are only traced. */
function createRecorder(fault: Fault | undefined) {
  const calls: Call[] = [];
  const haltOf = (call: string): HaltPoint => (fault?.call === call ? fault.halt : { at: 0, how: "throw" });
  return {
    calls,
    async take<T>(
      call: string,
      makeCall: (halt: HaltPoint) => Promise<{ answer: T; steps: string[] }>,
    ): Promise<T> {
      const { answer, steps } = await makeCall(haltOf(call));
      calls.push({ call, names: steps });
      return answer;
    },
  };
}

const photoKind: UploadKind = {
  name: "photo",
  leavesNothing: false,
  begin(field, description) {
    fileCount += 1;
    return createScenario(
      photoKind,
      field,
      description,
      createDistinctCopy(photo, fileCount + Date.now()),
      "",
      1,
    );
  },
  async upload(field, scenario, fault) {
    const deviceCalls = createDeviceCalls(field);
    const { calls, take } = createRecorder(fault);
    const shot = { ...scenario, name: "Photo_01" };
    const describedPhoto = await take("describe", (halt) => deviceCalls.describe(shot, halt));
    if (!describedPhoto.hasData) {
      const signed = await take("reserve", (halt) => deviceCalls.reserve(shot, halt));
      await put(signed.url, signed.headers, scenario.bytes);
      scenario.arrived = true;
      await take("settle", (halt) => deviceCalls.settle(signed.uploadId, halt));
    }
    await take("complete", (halt) => deviceCalls.complete(scenario.documentationId, halt));
    scenario.completed = true;
    return calls;
  },
  rehearse: async (field) => photoKind.upload(field, await photoKind.begin(field, "undisturbed")),
};

const signedPut = z.object({ url: z.string(), headers: z.record(z.string(), z.string()) });
const reservation = z.object({
  uploadId: z.string(),
  state: z.enum(["RESERVED", "STORED"]),
  put: signedPut.optional(),
  partSize: z.number().optional(),
  uploadedParts: z.array(z.number()).optional(),
});
const signedPart = z.object({ parts: z.tuple([signedPut]) });

const createFileKind = (name: string, size: number): UploadKind => {
  const kind: UploadKind = {
    name,
    leavesNothing: true,
    async begin(field, description) {
      fileCount += 1;
      const bytes = Buffer.alloc(size, randomBytes(64));
      const scenario = await createScenario(kind, field, description, bytes, "", 0);
      const { documentationId } = scenario;
      const { answer } = await postForJson(
        z.object({ token: z.string() }),
        "/api/uploadToken/create",
        { documentationId, purpose: "FILES" },
        { headers: field.headers },
      );
      return { ...scenario, token: answer.token };
    },
    async upload(_field, scenario, fault) {
      const { calls, take } = createRecorder(fault);
      const { id, token, bytes } = scenario;
      const askWithToken = <S extends z.ZodType>(schema: S, call: string, body: object) =>
        take(call, (halt) => postForJson(schema, `/api/uploadToken/${call}`, { token, ...body }, { halt }));
      const announcement = { id, name: "plan.bin", size, sha256: sha256Of(bytes), md5: md5Of(bytes) };
      const response = await askWithToken(reservation, "reserve", announcement);
      if (response.state === "STORED") return calls;
      const { uploadId, partSize } = response;
      if (response.put) await put(response.put.url, response.put.headers, bytes);
      for (let partNumber = 1; partSize && (partNumber - 1) * partSize < size; partNumber += 1) {
        if (response.uploadedParts?.includes(partNumber)) continue;
        const chunk = bytes.subarray((partNumber - 1) * partSize, partNumber * partSize);
        const parts = [{ partNumber, md5: md5Of(chunk) }];
        const signed = await askWithToken(signedPart, "signParts", { uploadId, parts });
        const [{ url, headers }] = signed.parts;
        const putResponse = await put(url, headers, chunk);
        await askWithToken(z.unknown(), "confirmParts", {
          uploadId,
          parts: [{ partNumber, etag: putResponse.headers.get("etag") ?? "" }],
        });
      }
      scenario.arrived = true;
      await askWithToken(z.unknown(), "settle", { uploadId });
      return calls;
    },
    async rehearse(field) {
      const calls = await kind.upload(field, await kind.begin(field, "undisturbed"));
      // All parts take the same steps.
      return [...new Map(calls.map((call) => [call.call, call])).values()];
    },
  };
  return kind;
};

/** The last one is just above the limit for single uploads, and has three parts. */
export const uploadKinds = {
  photo: photoKind,
  file: createFileKind("file by a link", 40_000),
  parts: createFileKind("file in parts", 53_000_000),
};
