import { describe, expect, inject, it } from "vitest";
import type { GraphRecord } from "#scripts/support/servers/graphDrive.ts";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import type { StoredFile } from "#scripts/support/servers/store.ts";
import type { Destination } from "./connector.ts";
import { SharepointConnector } from "./sharepoint.ts";
import { connectorBattery, control, faultBattery, newUser } from "./testing/connectorBattery.ts";
import { injectMoveAsLogin, uploadFault } from "./testing/connectorFaults.ts";
import {
  expectFailure,
  makeBytes,
  makeOutgoingFile,
  SavedProgress,
  sha256Of,
} from "./testing/sampleFiles.ts";
import type { Timeouts } from "./timeouts.ts";

const { graph, control: controlUrl, closed } = inject("servers");
const microsoft = { login: graph, graph };
const site = "https://contoso.sharepoint.com/sites/Falt";

interface Login {
  user: string;
  password?: string;
  timeouts?: Timeouts;
  params?: Record<string, string>;
}
const destination = ({ user, password = rightPassword, params = {} }: Login): Destination => ({
  params: { clientId: "app-1", tenantId: user, siteUrl: site, path: "Shared Documents", ...params },
  secrets: { clientSecret: password },
  allowPrivate: true,
  microsoft,
});
const open = (login: Login) => new SharepointConnector(destination(login), login.timeouts);

const createStoredFilesLister = (library: string) => async (user: string) => {
  const response = await fetch(`${controlUrl}/files/${user}/${encodeURIComponent(library)}`);
  return (await response.json()) as StoredFile[];
};
const listStoredFiles = createStoredFilesLister("Shared Documents");
const fetchSeenRequests = async (user: string) =>
  (await (await fetch(`${graph}/seen/${user}`)).json()) as GraphRecord;
const expire = async (user: string) => void (await (await fetch(`${graph}/expire/${user}`)).text());

connectorBattery({ name: "SharePoint", open, listStoredFiles });

faultBattery({
  name: "SharePoint",
  open,
  listStoredFiles,
  // It has no rename step.
  inject: injectMoveAsLogin(control),
  canResume: false,
  reports: "tag",
  errorResponses: [
    { title: "a token that is refused twice", fault: uploadFault(401), kind: "auth" },
    { title: "an app without the permission", fault: uploadFault(403), kind: "refused" },
    { title: "a full site", fault: uploadFault(507), kind: "full" },
    { title: "a locked file", fault: uploadFault(423), kind: "transient" },
    { title: "a refused name", fault: uploadFault(400), kind: "refused" },
    { title: "a deleted library", fault: uploadFault(404), kind: "notFound" },
    {
      title: "too many calls",
      fault: uploadFault(429, { retryAfter: "120" }),
      kind: "throttled",
      retryAfter: 120,
    },
    {
      title: "a busy service",
      fault: uploadFault(503, { retryAfter: "7" }),
      kind: "throttled",
      retryAfter: 7,
    },
    { title: "an unavailable service", fault: uploadFault(503), kind: "transient" },
    { title: "a full site at a folder", fault: { ...uploadFault(507), operation: "folder" }, kind: "full" },
    { title: "too many logins", fault: { ...uploadFault(429), operation: "login" }, kind: "throttled" },
  ],
});

describe("SharePoint", () => {
  const largeBytes = makeBytes(12_000_000);
  const describeStoredFile = async (path: string, bytes: Uint8Array) => ({
    path,
    bytes: bytes.length,
    sha256: await sha256Of(bytes),
  });

  it("3§5 the path is a library by its address in any language, and folders in it", async () => {
    const user = newUser();
    const folderConnector = open({ user, params: { path: "/shared documents/Leveranser/2026/" } });
    await folderConnector.put(makeOutgoingFile("in/a.jpg", makeBytes(10)), new SavedProgress());
    await open({ user, params: { path: "Dokument" } }).put(
      makeOutgoingFile("b.jpg", makeBytes(10)),
      new SavedProgress(),
    );
    await open({ user, params: { path: "Arkiv" } }).put(
      makeOutgoingFile("c.jpg", makeBytes(10)),
      new SavedProgress(),
    );
    expect((await listStoredFiles(user)).map(({ path }) => path)).toEqual([
      "Leveranser/2026/in/a.jpg",
      "b.jpg",
    ]);
    expect((await createStoredFilesLister("Arkiv")(user)).map(({ path }) => path)).toEqual(["c.jpg"]);
    const error = await expectFailure(open({ user, params: { path: "Saknas/x" } }).ensureFolder(["y"]));
    expect(error.kind).toBe("notFound");
    expect(error.message).toBe("The site has no library Saknas. It has: Shared Documents, Arkiv.");
  });

  it("msgraph-sdk-php#226 msgraph-sdk-dotnet#487 #2565 microsoft-graph-docs#10511 onedrive-api-docs#631 BCApps#11143 names keep their special characters", async () => {
    const user = newUser();
    const connector = open({ user });
    const names = ["a (1).jpg", "b #&.jpg", "c%2Fd+e.jpg", "d's.jpg", "e$0f.jpg", "å, ä; ö=!~@.jpg"];
    for (const name of names)
      await connector.put(makeOutgoingFile(`sample&#'s 5%/${name}`, makeBytes(10)), new SavedProgress());
    const storedPaths = (await listStoredFiles(user)).map(({ path }) => path);
    expect(storedPaths.toSorted()).toEqual(names.map((name) => `sample&#'s 5%/${name}`).toSorted());
  });

  it("3§5 a large file is resumed where it was interrupted, in the session of the first attempt", async () => {
    const user = newUser();
    const [progress, openedOffsets] = [new SavedProgress(), [] as number[]];
    // The second part is interrupted: a part counts only when complete.
    await control.inject(user, [
      { operation: "upload", action: "drip", times: 1 },
      { operation: "upload", action: "reset", after: 100_000 },
    ]);
    const error = await expectFailure(
      open({ user }).put(makeOutgoingFile("film.mp4", largeBytes, openedOffsets), progress),
    );
    expect(error.kind).toBe("transient");
    await control.inject(user, []);
    const previousReadCount = openedOffsets.length;
    await open({ user }).put(makeOutgoingFile("film.mp4", largeBytes, openedOffsets), progress);
    expect(openedOffsets.slice(previousReadCount)).toEqual([5_242_880, 10_485_760]);
    expect(await listStoredFiles(user)).toContainEqual(await describeStoredFile("film.mp4", largeBytes));
    const { calls } = await fetchSeenRequests(user);
    expect(calls.filter((call) => call.endsWith("film.mp4:/createUploadSession"))).toHaveLength(1);
  });

  it("3§5 a lost session is restarted, and a finished one is not repeated", async () => {
    const user = newUser();
    const progress = new SavedProgress();
    await control.inject(user, [
      { operation: "upload", action: "drip", times: 1 },
      { operation: "upload", action: "reset", after: 1 },
    ]);
    await expectFailure(open({ user }).put(makeOutgoingFile("film.mp4", largeBytes), progress));
    await control.inject(user, []);
    await expire(user);
    const openedOffsets: number[] = [];
    const sentFile = await open({ user }).put(
      makeOutgoingFile("film.mp4", largeBytes, openedOffsets),
      progress,
    );
    expect(openedOffsets).toEqual([0, 5_242_880, 10_485_760]);
    expect(await listStoredFiles(user)).toEqual([await describeStoredFile("film.mp4", largeBytes)]);
    // The session is gone and the file has changed: the response was lost, not the file.
    const repeatedReads: number[] = [];
    expect(
      await open({ user }).put(makeOutgoingFile("film.mp4", largeBytes, repeatedReads), progress),
    ).toEqual(sentFile);
    expect(repeatedReads).toEqual([]);
  });

  it("3§5 after a part is refused as out of order, the upload continues at the offset that the server expects", async () => {
    const user = newUser();
    await control.inject(user, [
      { operation: "upload", action: "drip", times: 1 },
      { operation: "upload", action: "answer", status: 416, times: 1 },
    ]);
    const openedOffsets: number[] = [];
    await open({ user }).put(makeOutgoingFile("film.mp4", largeBytes, openedOffsets), new SavedProgress());
    expect(openedOffsets).toEqual([0, 5_242_880, 5_242_880, 10_485_760]);
    await control.inject(user, [{ operation: "upload", action: "answer", status: 416 }]);
    const error = await expectFailure(
      open({ user }).put(makeOutgoingFile("other.mp4", largeBytes), new SavedProgress()),
    );
    expect(error.kind).toBe("transient");
  });

  it("3§5 a full site and a busy service stop a large file with their own error", async () => {
    for (const [fault, kind, retryAfter] of [
      [uploadFault(507), "full", null],
      [uploadFault(429, { retryAfter: "33" }), "throttled", 33],
    ] as const) {
      const user = newUser();
      await control.inject(user, [fault]);
      const error = await expectFailure(
        open({ user }).put(makeOutgoingFile("film.mp4", largeBytes), new SavedProgress()),
      );
      expect([error.kind, error.retryAfter]).toEqual([kind, retryAfter]);
    }
  });

  it("3§5 an expired token is renewed once, and shared by all calls until then", async () => {
    const user = newUser();
    const connector = open({ user });
    await connector.put(makeOutgoingFile("a.jpg", makeBytes(10)), new SavedProgress());
    await expire(user);
    await connector.put(makeOutgoingFile("b.jpg", makeBytes(10)), new SavedProgress());
    const { calls } = await fetchSeenRequests(user);
    expect(calls.filter((call) => call.includes("oauth2"))).toHaveLength(2);
    expect(await listStoredFiles(user)).toHaveLength(2);
  });

  it("3§5 userColumn and commentColumn contain the photographer and the comment", async () => {
    const user = newUser();
    const params = { userColumn: "fotograf", commentColumn: "Anmärkning" };
    const comment = "x".repeat(300);
    const file = { ...makeOutgoingFile("in/a.jpg", makeBytes(10)), creator: "Åsa Berg", comment };
    await open({ user, params }).put(file, new SavedProgress());
    expect((await fetchSeenRequests(user)).fields).toEqual({
      "Shared Documents/in/a.jpg": { Fotograf: "Åsa Berg", Anm_x00e4_rkning: comment.slice(0, 255) },
    });
  });

  it.each(["Saknas", "Modified"])(
    "3§5 a column that is missing or read-only is named before anything is sent (%s)",
    async (userColumn) => {
      const user = newUser();
      const error = await expectFailure(
        open({ user, params: { userColumn } }).put(
          makeOutgoingFile("a.jpg", makeBytes(10)),
          new SavedProgress(),
        ),
      );
      expect(error.kind).toBe("config");
      expect(error.message).toContain(userColumn);
      expect(await listStoredFiles(user)).toEqual([]);
    },
  );

  it("design§Delivery an Office document counts as arrived although the library writes its columns into it", async () => {
    const user = newUser();
    const file = makeOutgoingFile("rapport.docx", makeBytes(5_000));
    const sentFile = await open({ user, params: { path: "Arkiv" } }).put(file, new SavedProgress());
    expect(sentFile.bytes).toBe(5_000);
    expect((await createStoredFilesLister("Arkiv")(user))[0]?.bytes).toBeGreaterThan(5_000);
  });

  it.each([
    ["a wrong client", { clientId: "app-2" }, "config", "clientId"],
    ["a wrong tenant", { tenantId: "nobody" }, "config", "tenantId"],
    ["an invalid tenant", { tenantId: "../x" }, "config", "tenantId"],
    ["a wrong scope", { scope: "Files.Read" }, "config", "/.default"],
    ["an unknown site", { siteUrl: "https://contoso.sharepoint.com/sites/saknas" }, "notFound", "saknas"],
    ["a site of another company", { siteUrl: "https://other.sharepoint.com" }, "notFound", "other"],
    ["a site that is not a URL", { siteUrl: "contoso" }, "config", "siteUrl"],
  ] as const)("3§5 %s is named", async (_, params, kind, expectedText) => {
    const error = await expectFailure(open({ user: newUser(), params }).ensureFolder(["a"]));
    expect(error.kind).toBe(kind);
    expect(error.message).toContain(expectedText);
  });

  it("3§5 a path that leads out of the library is refused", async () => {
    for (const path of ["", "/", "Shared Documents/../x"])
      expect(() => open({ user: "u", params: { path } })).toThrow(/path/);
  });

  it("design§Delivery errors contain neither the secret nor the token", async () => {
    const user = newUser();
    await control.inject(user, [
      { operation: "folder", action: "answer", status: 500, text: `echo ${rightPassword}` },
    ]);
    const error = await expectFailure(open({ user }).ensureFolder(["a"]));
    expect(error.message).toContain("echo");
    expect(error.message).not.toContain(rightPassword);
  });

  it("design§Delivery no response from Microsoft is a transient error", async () => {
    const unreachable = { login: `http://localhost:${closed}`, graph };
    const connector = new SharepointConnector({
      ...destination({ user: newUser() }),
      microsoft: unreachable,
    });
    expect((await expectFailure(connector.ensureFolder(["a"]))).kind).toBe("transient");
  });

  it.each([
    ["a small file that is being changed", 409, 1000],
    ["a small file with another version", 412, 1000],
    ["a large file that is being uploaded", 409, 5_000_000],
  ])(
    "O3 onedrive-api-docs#1415 #989 %s (%i) is tried again later, and quotes Microsoft",
    async (_, status, length) => {
      const user = newUser();
      const connector = open({ user });
      await control.inject(user, [
        { operation: "upload", action: "answer", status, text: "resourceModified", times: 1 },
      ]);
      const error = await expectFailure(
        connector.put(makeOutgoingFile("a.jpg", makeBytes(length)), new SavedProgress()),
      );
      expect([error.kind, error.persistentKind, error.isOfFile]).toEqual(["transient", "conflict", true]);
      expect(error.message).toContain(graph);
      await connector.put(makeOutgoingFile("a.jpg", makeBytes(length)), new SavedProgress());
      expect(await listStoredFiles(user)).toHaveLength(1);
    },
  );

  it("O6 onedrive-api-docs#747 microsoft-graph-docs-contrib#412 an upload that is not resumed is cancelled, and its name is free again", async () => {
    const user = `${newUser()}.onesession`;
    const progress = new SavedProgress();
    const connector = open({ user });
    await connector.put(makeOutgoingFile("first.jpg", makeBytes(10)), new SavedProgress());
    await control.inject(user, [{ operation: "upload", action: "reset", after: 100_000, times: 1 }]);
    await expectFailure(connector.put(makeOutgoingFile("a.bin", largeBytes), progress));
    const uploadError = await expectFailure(
      connector.put(makeOutgoingFile("a.bin", largeBytes), new SavedProgress()),
    );
    expect(uploadError.kind).toBe("transient");
    expect(uploadError.message).toContain("currently being uploaded");
    await connector.forget([], "a.bin", progress.key, progress.resumePoint?.token ?? null);
    await connector.put(makeOutgoingFile("a.bin", largeBytes), new SavedProgress());
    expect(await listStoredFiles(user)).toHaveLength(2);
  });
});
