import { Buffer } from "node:buffer";
import {
  type Connector,
  mostConnections,
  type Outgoing,
  type Progress,
} from "../../../worker/connectors/connector";
import { destinationOf, openConnector } from "../../../worker/connectors/open";
import type { Env } from "../../../worker/env";

/** What the bench wants delivered: stored objects to one destination. */
export interface DeliverWish {
  type: "FTP" | "WEBDAV";
  params: Record<string, string>;
  secrets: Record<string, string>;
  folder: string;
  files: { key: string; name: string; bytes: number }[];
}

/** Sends stored photos as deliveries do, over as many connections as one host gets, and answers the milliseconds. */
export async function deliver(
  env: Env,
  { type, params, secrets, folder, files }: DeliverWish,
): Promise<number> {
  const began = Date.now();
  let next = 0;
  const worker = async (connector: Connector) => {
    try {
      for (let file = files[next++]; file; file = files[next++])
        await connector.put(outgoing(env, folder, file), unwatched);
    } finally {
      await connector.close();
    }
  };
  const destination = destinationOf({ ...env, ALLOW_PRIVATE_DESTINATIONS: "true" }, params, secrets);
  await Promise.all(Array.from({ length: mostConnections }, () => worker(openConnector(type, destination))));
  return Date.now() - began;
}

const unwatched: Progress = { key: "bench", at: null, save: async () => undefined };

function outgoing(env: Env, folder: string, { key, name, bytes }: DeliverWish["files"][number]): Outgoing {
  return {
    ...{ folders: [folder], name, bytes, contentType: "image/jpeg", creator: "bench", comment: "" },
    async open(offset = 0) {
      const stored = await env.STORAGE.get(key, { range: { offset } });
      if (!stored) throw new Error(`${key} is gone`);
      return stored.body;
    },
  };
}

/** Stores a photo, given in base64. */
export async function keep(env: Env, { key, data }: { key: string; data: string }): Promise<void> {
  await env.STORAGE.put(key, Buffer.from(data, "base64"));
}
