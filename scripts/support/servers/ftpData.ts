import net from "node:net";
import tls from "node:tls";
import { listen } from "../listen.ts";

/** A port that accepts one FTP data connection. */
export interface DataPort {
  port: number;
  socket: Promise<net.Socket>;
  close(): void;
}

/** @param context TLS context of a protected connection; null for a plain one */
export async function openDataPort(context: tls.SecureContext | null): Promise<DataPort> {
  const listener = net.createServer();
  const socket = new Promise<net.Socket>((resolve) => {
    listener.once("connection", (connection) => {
      listener.close();
      connection.on("error", () => undefined);
      resolve(
        context ? new tls.TLSSocket(connection, { isServer: true, secureContext: context }) : connection,
      );
    });
  });
  return { port: await listen(listener), socket, close: () => listener.close() };
}
