import { randomBytes, randomUUID } from "node:crypto";
import { distinctCopy, leafyPhoto } from "../photos.ts";
import type { HaltPoint } from "../worker/faultInjection.ts";
import { device, type Field, md5Of, post, put, sha256Of, startDocumentation } from "./field.ts";

/** The upload of one photo or file, in a documentation of its own, and its expected outcome. */
export interface UploadScenario {
  way: UploadKind;
  id: string;
  documentationId: string;
  bytes: Uint8Array;
  token: string;
  /** The fault it meets. */
  story: string;
  /** All its bytes are in storage, so it must not be lost. */
  arrived: boolean;
  /** Its device has had the answer that the documentation will be completed. */
  completed: boolean;
}

/** The call and step at which the Worker ends. */
export interface Fault {
  call: string;
  halt: HaltPoint;
}
export interface Call {
  call: string;
  /** Of the operations it takes. */
  names: string[];
}

/** A kind of upload. `go` makes all its calls, as a sender does who starts over after a failure. */
export interface UploadKind {
  name: string;
  /** No row remains where no bytes arrived. Photos that a device has announced remain, as missing. */
  leavesNothing: boolean;
  begin(field: Field, story: string): Promise<UploadScenario>;
  go(field: Field, journey: UploadScenario, fault?: Fault): Promise<Call[]>;
  rehearse(field: Field): Promise<Call[]>;
}

const photo = await leafyPhoto(480, 60);
let made = 0;
const begun = async (
  way: UploadKind,
  field: Field,
  story: string,
  bytes: Uint8Array,
  token: string,
  photos: number,
) => ({
  way,
  bytes,
  token,
  story,
  id: randomUUID(),
  arrived: false,
  completed: false,
  documentationId: await startDocumentation(field, photos),
});

/** Records the steps of each call and halts the one that the fault names. Without a fault calls are traced. */
function following(fault: Fault | undefined) {
  const calls: Call[] = [];
  const haltOf = (call: string): HaltPoint => (fault?.call === call ? fault.halt : { at: 0, how: "throw" });
  return {
    calls,
    async take<T>(
      call: string,
      made: (halt: HaltPoint) => Promise<{ answer: T; steps: string[] }>,
    ): Promise<T> {
      const { answer, steps } = await made(haltOf(call));
      calls.push({ call, names: steps });
      return answer;
    },
  };
}

const photoWay: UploadKind = {
  name: "photo",
  leavesNothing: false,
  begin(field, story) {
    made += 1;
    return begun(photoWay, field, story, distinctCopy(photo, made + Date.now()), "", 1);
  },
  async go(field, journey, fault) {
    const device_ = device(field);
    const { calls, take } = following(fault);
    const shot = { ...journey, name: "Photo_01" };
    const described = await take("describe", (halt) => device_.describe(shot, halt));
    if (!described.hasData) {
      const signed = await take("reserve", (halt) => device_.reserve(shot, halt));
      await put(signed.url, signed.headers, journey.bytes);
      journey.arrived = true;
      await take("settle", (halt) => device_.settle(signed.uploadId, halt));
    }
    await take("complete", (halt) => device_.complete(journey.documentationId, halt));
    journey.completed = true;
    return calls;
  },
  rehearse: async (field) => photoWay.go(field, await photoWay.begin(field, "undisturbed")),
};

interface Reserved {
  uploadId: string;
  state: "RESERVED" | "STORED";
  put?: { url: string; headers: Record<string, string> };
  partSize?: number;
  partsDone?: number[];
}

const byLink = (name: string, size: number): UploadKind => {
  const way: UploadKind = {
    name,
    leavesNothing: true,
    async begin(field, story) {
      made += 1;
      const bytes = Buffer.alloc(size, randomBytes(64));
      const journey = await begun(way, field, story, bytes, "", 0);
      const { documentationId } = journey;
      const { answer } = await post<{ token: string }>(
        "/api/uploadToken/create",
        { documentationId, purpose: "FILES" },
        { headers: field.headers },
      );
      return { ...journey, token: answer.token };
    },
    async go(_field, journey, fault) {
      const { calls, take } = following(fault);
      const { id, token, bytes } = journey;
      const ask = <T>(call: string, body: object) =>
        take(call, (halt) => post<T>(`/api/uploadToken/${call}`, { token, ...body }, { halt }));
      const announced = { id, name: "plan.bin", size, sha256: sha256Of(bytes), md5: md5Of(bytes) };
      const reserved = await ask<Reserved>("reserve", announced);
      if (reserved.state === "STORED") return calls;
      const { uploadId, partSize } = reserved;
      if (reserved.put) await put(reserved.put.url, reserved.put.headers, bytes);
      for (let part = 1; partSize && (part - 1) * partSize < size; part += 1) {
        if (reserved.partsDone?.includes(part)) continue;
        const piece = bytes.subarray((part - 1) * partSize, part * partSize);
        const parts = [{ partNumber: part, md5: md5Of(piece) }];
        const signed = await ask<{ parts: { url: string; headers: Record<string, string> }[] }>("signParts", {
          uploadId,
          parts,
        });
        const [{ url, headers }] = signed.parts as [(typeof signed.parts)[number]];
        const answer = await put(url, headers, piece);
        await ask("confirmParts", {
          uploadId,
          parts: [{ partNumber: part, etag: answer.headers.get("etag") ?? "" }],
        });
      }
      journey.arrived = true;
      await ask("settle", { uploadId });
      return calls;
    },
    async rehearse(field) {
      const calls = await way.go(field, await way.begin(field, "undisturbed"));
      // Parts take the same steps, each of them.
      return [...new Map(calls.map((call) => [call.call, call])).values()];
    },
  };
  return way;
};

/** The last one is just above the limit for whole uploads, and has three parts. */
export const uploadKinds = {
  photo: photoWay,
  file: byLink("file by a link", 40_000),
  parts: byLink("file in parts", 53_000_000),
};
