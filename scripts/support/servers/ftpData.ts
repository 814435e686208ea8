import net from "node:net";
import tls from "node:tls";

/** A port that accepts one FTP data connection. */
export interface DataPort {
  port: number;
  socket: Promise<net.Socket>;
  close(): void;
}

/** @param context of TLS, for a protected connection */
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
  await new Promise<void>((resolve) => listener.listen(0, "localhost", resolve));
  const { port } = listener.address() as net.AddressInfo;
  return { port, socket, close: () => listener.close() };
}
