import { randomUUID } from "node:crypto";
import http from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "../listen.ts";
import {
  createErrorResponse,
  type DriveItem,
  GraphDrive,
  type GraphRequest,
  type GraphResponse,
} from "./graphDrive.ts";
import { type Faults, type Operation, rightPassword } from "./serverFaults.ts";
import type { Store } from "./store.ts";

/*
 * A small Microsoft login and Graph, built from their public documentation: client credentials, sites, libraries, items, upload
 * sessions, columns. Each tenant is a user of the test servers, with its own files and faults. The valid client is `app-1` with
 * the right password. Every site of contoso.sharepoint.com except /sites/saknas exists, with the libraries of graphDrive.ts.
 */

export async function startGraphServer({ store, faults }: { store: Store; faults: Faults }) {
  const drives = new Map<string, GraphDrive>();
  const driveOf = (tenant: string): GraphDrive => {
    const drive = drives.get(tenant) ?? new GraphDrive(store, tenant);
    drives.set(tenant, drive);
    return drive;
  };
  const server = http.createServer((request, response) => {
    request.on("error", () => undefined);
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  const port = await listen(server);
  const address = `http://localhost:${port}`;

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    // If the body is not read to its end, the request loses its socket.
    const { socket } = request;
    const url = new URL(request.url ?? "/", address);
    const path = decodeURIComponent(url.pathname);
    const [, root = "", tenant = ""] = path.split("/");
    if (root === "seen") return send(response, { status: 200, body: driveOf(tenant).readRecord() });
    if (root === "expire") {
      driveOf(tenant).expireSessions();
      return send(response, { status: 204 });
    }
    const isLogin = /^\/[^/]+\/oauth2\/v2\.0\/token$/.test(path);
    const drive = isLogin ? driveOf(root) : findDrive(request, root, tenant);
    if (!drive) {
      request.resume();
      return send(
        response,
        root === "upload" || root === "download"
          ? createErrorResponse(404, "itemNotFound", "The address is no longer valid")
          : createErrorResponse(401, "InvalidAuthenticationToken", "Access token is missing or invalid."),
      );
    }
    const range = request.headers["content-range"];
    drive.calls.push(`${request.method} ${root === "upload" ? "/upload" : path}${range ? ` ${range}` : ""}`);
    const operation = isLogin ? "login" : operationOf(request, path);
    const fault = operation ? faults.take(drive.tenant, operation) : undefined;
    if (fault?.action === "answer") {
      request.resume();
      return send(
        response,
        isLogin && fault.status !== 429 && (fault.status ?? 500) < 500
          ? loginRefusal(fault.status ?? 401, "invalid_client", 7000215)
          : createErrorResponse(
              fault.status ?? 500,
              errorCodes[fault.status ?? 500] ?? "fault",
              fault.text ?? "",
              fault.retryAfter,
            ),
      );
    }
    if (fault && operation !== "upload") {
      if (fault.action === "stall") return;
      if (fault.action === "reset") {
        socket.resetAndDestroy();
        return;
      }
    }
    if (root === "download") {
      const { status, bytes, headers } = await drive.download(tenant, request.headers.range);
      response.writeHead(status, { "content-type": "application/octet-stream", ...headers });
      // The connection breaks off before the announced length.
      if (fault?.action === "forget")
        response.write(bytes.subarray(0, bytes.length / 2), () => socket.destroy());
      else response.end(bytes);
      return;
    }
    const context: GraphRequest = { request, path: path.replace(/^\/v1\.0/, ""), url, fault, address };
    const reply = isLogin ? await logIn(drive, request) : await drive.handleRequest(context);
    if (reply === null) {
      socket.resetAndDestroy();
      return;
    }
    // The response to an upload reports the size, as a query would.
    const sizeFault = operation === "upload" ? faults.take(drive.tenant, "size") : fault;
    if (sizeFault?.action === "lie" && isItem(reply.body)) reply.body.size += 1;
    send(response, reply);
  }

  /** The tenant of a call: by upload session, by downloaded file, or by token. */
  const findDrive = (request: http.IncomingMessage, root: string, id: string) =>
    [...drives.values()].find((drive) =>
      root === "upload"
        ? drive.sessions.has(id)
        : root === "download"
          ? drive.findPath(id) !== undefined && !request.headers.authorization
          : drive.tokens.has((request.headers.authorization ?? "").replace(/^Bearer /, "")),
    );

  return {
    port,
    end: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const errorCodes: Readonly<Record<number, string>> = {
  400: "invalidRequest",
  403: "accessDenied",
  404: "itemNotFound",
  409: "nameAlreadyExists",
  423: "resourceLocked",
  429: "activityLimitReached",
  503: "serviceNotAvailable",
  507: "quotaLimitReached",
};

const isItem = (body: unknown): body is DriveItem =>
  typeof body === "object" && body !== null && "size" in body && "file" in body;

function operationOf({ method }: http.IncomingMessage, path: string): Operation | null {
  if (method === "PUT") return "upload";
  if (method === "DELETE") return "remove";
  if (method === "POST" && path.endsWith("/children")) return "folder";
  if (path.startsWith("/download/")) return "read";
  if (path.endsWith("/children")) return "list";
  return method === "GET" && path.includes("/root:") ? "size" : null;
}

const loginRefusal = (status: number, error: string, code: number): GraphResponse => ({
  status,
  body: {
    error,
    error_description: `AADSTS${code}: Refused. Trace ID: ${randomUUID()}`,
    error_codes: [code],
  },
});

async function logIn(drive: GraphDrive, request: http.IncomingMessage): Promise<GraphResponse> {
  const form = new URLSearchParams(await text(request));
  if (form.get("grant_type") !== "client_credentials")
    return loginRefusal(400, "unsupported_grant_type", 70003);
  if (drive.tenant === "nobody") return loginRefusal(400, "invalid_request", 90002);
  if (!form.get("scope")?.endsWith("/.default")) return loginRefusal(400, "invalid_scope", 1002012);
  if (form.get("client_id") !== "app-1") return loginRefusal(400, "unauthorized_client", 700016);
  if (form.get("client_secret") !== rightPassword) return loginRefusal(401, "invalid_client", 7000215);
  const token = randomUUID();
  drive.tokens.add(token);
  return { status: 200, body: { token_type: "Bearer", expires_in: 3599, access_token: token } };
}

function send(response: http.ServerResponse, { status, body, headers = {} }: GraphResponse): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
