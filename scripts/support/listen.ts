import { once } from "node:events";
import net from "node:net";

/** Starts a server on a free port of this machine. Returns the port. */
export async function listen(server: net.Server, host = "localhost"): Promise<number> {
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return address.port;
}

/** A port that is currently free. */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  const server = net.createServer();
  const port = await listen(server, host);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
