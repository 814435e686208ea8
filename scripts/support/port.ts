import net from "node:net";
import { UserFacingError, waitUntil } from "./state.ts";

export function parsePort(text: string | undefined, fallback: number): number {
  const port = text ? Number(text) : fallback;
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UserFacingError(`PORT=${text} is not a valid port`);
  return port;
}

/** Waits for a server that is shutting down. @throws UserFacingError if the port stays in use */
export async function assertPortFree(port: number): Promise<void> {
  for (const host of ["127.0.0.1", "::1"])
    if (!(await waitUntil(() => isFree(port, host))))
      throw new UserFacingError(
        `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
      );
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    // Other errors, such as a machine without IPv6, do not mean that the port is in use.
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
