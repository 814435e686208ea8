import { inject } from "vitest";

/** Calls of a device, with the demo's licence code. */
export const licenseCode = "NORR-1";

export const fetchAsDevice = (path: string, body: object): Promise<Response> =>
  fetch(`${inject("baseUrl")}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ licenseCode, ...body }),
  });

/** @throws Error with the path and the response if the call fails */
export async function callAsDevice<T>(path: string, body: object): Promise<T> {
  const response = await fetchAsDevice(path, body);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<T>;
}

interface Capture {
  name: string;
  /** Photos of the task Gate. */
  photos: readonly { name: string; bytes: Buffer }[];
  /** The answer to the task Remark. */
  answer: string;
}

/** Completes a documentation on a device. Returns its id. */
export async function completeDocumentation({ name, photos, answer }: Capture): Promise<string> {
  const { items } = await callAsDevice<{ items: { id: string }[] }>("/template/findAllByLicenseCode", {});
  const [id, gate, remark] = Array.from({ length: 3 }, () => crypto.randomUUID());
  await callAsDevice("/documentation/saveWithLicenseCode", {
    documentation: {
      ...{ id, templateId: items[0]!.id, name, creator: "Ida", dateCreated: "2026-05-05T08:00:00Z" },
      numberOfPhotos: photos.length,
      tasks: [
        { id: gate, name: "Gate", type: "PHOTO", position: 0 },
        { id: remark, name: "Remark", type: "TEXT", answer, position: 1 },
      ],
    },
  });
  for (const { name: photoName, bytes } of photos) {
    const photo = crypto.randomUUID();
    await callAsDevice("/photo/saveWithLicenseCode", {
      photo: { id: photo, documentationId: id, documentationTaskId: gate, name: photoName, creator: "Ida" },
    });
    await callAsDevice("/photo/upload", { photo: { id: photo, data: bytes.toString("base64") }, id: photo });
  }
  await callAsDevice("/documentation/completeWithLicenseCode", { id, creator: "Ida" });
  return id!;
}
