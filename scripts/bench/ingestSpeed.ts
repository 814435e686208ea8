import { createHash, randomUUID } from "node:crypto";
import sharp from "sharp";
import { z } from "zod";
import { signedUpload } from "./arrivals/field.ts";
import { idList, timed } from "./benchClient.ts";
import { address } from "./benchServer.ts";
import { distinctCopy, leafyPhoto } from "./photos.ts";
import { customerOf } from "./scale.ts";
import { type Row, row } from "./table.ts";

const photoCount = 40;
const concurrency = 4;

/**
 * Measures photos sent by the signed path, as a device does, against decoding and scaling the same pictures with the same library
 * alone.
 */
export async function measureIngest(): Promise<Row[]> {
  const photo = await leafyPhoto(4000, 72);
  const photos = Array.from({ length: photoCount }, (_, index) => distinctCopy(photo, index + Date.now()));
  const licenseCode = `BENCH-${randomUUID()}`;
  const headers = { "content-type": "application/json" };
  const post = async <S extends z.ZodType>(schema: S, path: string, body: object): Promise<z.output<S>> => {
    const response = await fetch(`${address}/api${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ ...body, licenseCode }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return schema.parse(await response.json());
  };
  await createLicense(licenseCode);
  const [template] = (await post(idList, "/template/findAllByLicenseCode", {})).items;
  const documentation = {
    id: randomUUID(),
    templateId: template!.id,
    name: "Ingest",
    creator: "bench",
    dateCreated: "2026-01-01T00:00:00Z",
    numberOfPhotos: photoCount,
  };
  await post(z.unknown(), "/documentation/saveWithLicenseCode", { documentation });
  const send = async (bytes: Buffer, index: number) => {
    const id = randomUUID();
    await post(z.unknown(), "/photo/saveWithLicenseCode", {
      photo: { id, documentationId: documentation.id, name: `Photo_${index}`, creator: "bench" },
    });
    const md5 = createHash("md5").update(bytes).digest("base64");
    const signed = await post(signedUpload, "/photo/reserveUpload", {
      ...{ id, size: bytes.length, contentType: "image/jpeg", md5 },
    });
    const put = await fetch(signed.url, {
      method: "PUT",
      headers: signed.headers,
      body: new Uint8Array(bytes),
    });
    if (!put.ok) throw new Error(`PUT: ${put.status} ${await put.text()}`);
    await post(z.unknown(), "/photo/settleUpload", { uploadId: signed.uploadId });
  };
  const ours = await timed(() => runInParallel(photos, send));
  const reference = await timed(() =>
    runInParallel(photos, async (bytes) => {
      const rendition = await sharp(bytes)
        .rotate()
        .resize(1600, 1600, { fit: "inside" })
        .jpeg({ quality: 82 })
        .toBuffer();
      await sharp(rendition).resize(400, 400, { fit: "inside" }).jpeg({ quality: 75 }).toBuffer();
    }),
  );
  return [
    row(
      `ingest of ${photoCount} photos of ${(photo.length / 1e6).toFixed(1)} MB, each`,
      ours / photoCount,
      reference / photoCount,
      "ms",
      3,
      "decoding and scaling alone",
    ),
  ];
}

async function runInParallel<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index]!, index);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Creates a licence through the bench's Worker, because only super admins can. */
async function createLicense(licenseCode: string): Promise<void> {
  const response = await fetch(`${address}/bench/license`, {
    method: "POST",
    body: JSON.stringify({ licenseCode, customerId: customerOf(1_000) }),
  });
  if (!response.ok) throw new Error(`license: ${response.status}`);
}
