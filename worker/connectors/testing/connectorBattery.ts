import { describe, expect, inject, it } from "vitest";
import type { RealServer } from "#scripts/support/servers/addresses.ts";
import type { Fault } from "#scripts/support/servers/serverFaults.ts";
import type { StoredFile } from "#scripts/support/servers/store.ts";
import type { Tables } from "#scripts/support/servers/tableServer.ts";
import { type Connector, ConnectorError, type Progress } from "../connector.ts";
import type { Timeouts } from "../timeouts.ts";
import { bodyKinds, bodySizes, fileOfKind } from "./bodies.ts";
import { expectFailure, makeBytes, makeOutgoingFile, SavedProgress, sha256Of } from "./sampleFiles.ts";

/** A connector and a server to test it with. */
export interface Subject {
  name: string;
  /** Opens the connector for a user; the server accepts any user. */
  open(login: { user: string; password?: string; timeouts?: Timeouts }): Connector;
  /** The files that a user has stored. */
  listStoredFiles(user: string): Promise<StoredFile[]>;
}

/** Failures that the server can simulate, and the errors they must cause. */
export interface FaultSubject extends Subject {
  inject(user: string, faults: readonly Fault[]): Promise<void>;
  errorResponses: readonly {
    title: string;
    fault: Fault;
    kind: ConnectorError["kind"];
    retryAfter?: number;
  }[];
  /** Whether an interrupted file is resumed. */
  canResume: boolean;
  /** The facts that the destination reports of a stored file besides its size. */
  reports?: "tag" | "sha256";
}

/** Controls the test servers: injects faults, fills tables, and reads the stored files. */
export const control = {
  async inject(user: string, faults: readonly Fault[]): Promise<void> {
    const url = `${inject("servers").control}/faults/${encodeURIComponent(user)}`;
    await (await fetch(url, { method: "POST", body: JSON.stringify(faults) })).text();
  },
  async tables(user: string, fillTables: Tables): Promise<void> {
    const url = `${inject("servers").control}/tables/${encodeURIComponent(user)}`;
    await (await fetch(url, { method: "POST", body: JSON.stringify(fillTables) })).text();
  },
  async listStoredFiles(user: string): Promise<StoredFile[]> {
    const response = await fetch(`${inject("servers").control}/files/${encodeURIComponent(user)}`);
    return response.json();
  },
};

/** Runs the battery against a third-party server, with a folder for each user; skipped with a message if it is not installed. */
export async function realBattery(
  server: RealServer,
  open: (port: number, login: { password?: string; timeouts?: Timeouts }) => Connector,
): Promise<void> {
  const url = `${inject("servers").control}/real/${server}`;
  const port = (await (await fetch(url)).json()) as number | null;
  console.info(
    port === null ? `${server} is not installed: skipped` : `the battery runs against ${server} too`,
  );
  if (port === null) {
    it.skip(`design§Delivery ${server} is not installed here`, () => undefined);
    return;
  }
  connectorBattery({
    name: server,
    open: ({ user, ...login }) => wrapInFolder(user, open(port, login)),
    listStoredFiles: async (user) => (await fetch(`${url}/${encodeURIComponent(user)}`)).json(),
  });
}

/** Wraps a connector so that its paths begin in a folder. */
const wrapInFolder = (folder: string, connector: Connector): Connector => ({
  ensureFolder: (folders) => connector.ensureFolder([folder, ...folders]),
  put: (file, progress) => connector.put({ ...file, folders: [folder, ...file.folders] }, progress),
  find: (folders, name) => connector.find([folder, ...folders], name),
  remove: (folders, name) => connector.remove([folder, ...folders], name),
  forget: (folders, name, key) => connector.forget([folder, ...folders], name, key),
  isEncrypted: () => connector.isEncrypted(),
  close: () => connector.close(),
});

/** A user for a single test. */
export const newUser = (): string => `anna-${crypto.randomUUID()}`;

/** Tests of every connector at every server. */
export function connectorBattery(subject: Subject): void {
  const withConnector = async (work: (connector: Connector, user: string) => Promise<void>) => {
    const user = newUser();
    const connector = subject.open({ user });
    try {
      await work(connector, user);
    } finally {
      await connector.close();
    }
  };
  const put = (connector: Connector, path: string, bytes: Uint8Array) =>
    connector.put(makeOutgoingFile(path, bytes), new SavedProgress());

  describe(subject.name, () => {
    it("design§Delivery files arrive complete under their names, in folders created for them", () =>
      withConnector(async (connector, user) => {
        const names = [
          "Åre mast/Före & efter/100 % (#1) + 2.jpg",
          "Åre mast/a.jpg",
          "b ÄÖ é.pdf",
          "Åre mast/tom.txt",
        ];
        const files = names.map((path, index) => ({
          path,
          bytes: makeBytes(index === 3 ? 0 : 70_001 * (index + 1), index + 1),
        }));
        for (const { path, bytes } of files) {
          const sentFile = await put(connector, path, bytes);
          expect(sentFile.bytes).toBe(bytes.length);
        }
        const expectedFiles = await Promise.all(
          files.map(async ({ path, bytes }) => ({
            path,
            bytes: bytes.length,
            sha256: await sha256Of(bytes),
          })),
        );
        const storedFiles = await subject.listStoredFiles(user);
        expect(storedFiles).toHaveLength(expectedFiles.length);
        expect(storedFiles).toEqual(expect.arrayContaining(expectedFiles));
      }));

    it("design§Delivery a file of some megabytes is sent in chunks, and progress is saved for each", () =>
      withConnector(async (connector, user) => {
        const bytes = makeBytes(5_000_000);
        const progress = new SavedProgress();
        await connector.put(makeOutgoingFile("large.bin", bytes), progress);
        expect(await subject.listStoredFiles(user)).toEqual([
          { path: "large.bin", bytes: bytes.length, sha256: await sha256Of(bytes) },
        ]);
        expect(progress.savedByteCounts.at(-1)).toBe(bytes.length);
        expect(progress.savedByteCounts.length).toBeGreaterThan(4);
      }));

    it.each(bodyKinds)("design§Delivery %s arrives whole, whatever its size", (kind) =>
      withConnector(async (connector, user) => {
        const send = async ({ path, bytes }: (typeof bodySizes)[number]) => {
          const file = await fileOfKind(kind, path, bytes);
          expect((await connector.put(file, new SavedProgress())).bytes).toBe(bytes.length);
        };
        await Promise.all(bodySizes.map(send));
        const expectedFiles = bodySizes.map(({ expectedFile }) => expectedFile);
        const storedFiles = await subject.listStoredFiles(user);
        expect(storedFiles).toHaveLength(expectedFiles.length);
        expect(storedFiles).toEqual(expect.arrayContaining(expectedFiles));
      }),
    );

    it("design§Delivery a file replaces an earlier file", () =>
      withConnector(async (connector, user) => {
        await put(connector, "in/a.jpg", makeBytes(90_000, 1));
        const newBytes = makeBytes(1_000, 2);
        await put(connector, "in/a.jpg", newBytes);
        expect(await subject.listStoredFiles(user)).toEqual([
          { path: "in/a.jpg", bytes: 1_000, sha256: await sha256Of(newBytes) },
        ]);
      }));

    it("design§Delivery a file can be found, and removed twice without an error", () =>
      withConnector(async (connector, user) => {
        expect(await connector.find(["in"], "a.jpg")).toBeNull();
        await connector.ensureFolder(["in", "deeper"]);
        await connector.ensureFolder(["in", "deeper"]);
        const { evidence: _, isDirect: __, ...sentFile } = await put(connector, "in/a.jpg", makeBytes(1_234));
        // Including its tag, by which the next delivery recognises an unchanged file.
        expect(await connector.find(["in"], "a.jpg")).toEqual({ ...sentFile, bytes: 1_234 });
        expect(await connector.find([], "in")).toBeNull();
        await connector.remove(["in"], "a.jpg");
        await connector.remove(["in"], "a.jpg");
        expect(await connector.find(["in"], "a.jpg")).toBeNull();
        expect(await subject.listStoredFiles(user)).toEqual([]);
      }));

    it("design§Delivery existing folders are accepted", () =>
      withConnector(async (connector, user) => {
        await put(connector, "one/two/a.jpg", makeBytes(10));
        const otherConnector = subject.open({ user });
        await otherConnector.ensureFolder(["one", "two"]);
        await put(otherConnector, "one/two/three/b.jpg", makeBytes(20));
        await otherConnector.close();
        expect((await subject.listStoredFiles(user)).map(({ path }) => path)).toEqual([
          "one/two/a.jpg",
          "one/two/three/b.jpg",
        ]);
      }));

    it("design§Delivery a file with the name of a folder, and a folder with the name of a file, are kept and reported", () =>
      withConnector(async (connector, user) => {
        await put(connector, "taken", makeBytes(10));
        await put(connector, "full/inside.jpg", makeBytes(10));
        const error = await expectFailure(connector.ensureFolder(["taken", "below"]));
        const secondError = await expectFailure(put(connector, "full", makeBytes(20)));
        expect([error.kind, secondError.kind]).toEqual(["conflict", "conflict"]);
        expect(secondError.message).toContain("full");
        expect((await subject.listStoredFiles(user)).map(({ path }) => path)).toEqual([
          "full/inside.jpg",
          "taken",
        ]);
      }));

    it("design§Delivery concurrent calls do not disturb each other", () =>
      withConnector(async (connector, user) => {
        const paths = Array.from({ length: 6 }, (_, index) => `folder ${index % 2}/${index}.jpg`);
        await Promise.all(paths.map((path, index) => put(connector, path, makeBytes(20_000 + index))));
        expect((await subject.listStoredFiles(user)).map(({ path }) => path)).toEqual([...paths].sort());
      }));

    it("design§Delivery a wrong password is reported as such, and not repeated", async () => {
      const connector = subject.open({ user: newUser(), password: "wrong-secret-77" });
      const error = await expectFailure(put(connector, "a.jpg", makeBytes(10)));
      await connector.close();
      expect(error.kind).toBe("auth");
      expect(error.message).not.toContain("wrong-secret-77");
    });

    it("design§Delivery a file whose source is missing, at the start or in the middle, leaves nothing behind and can be sent again", () =>
      withConnector(async (connector, user) => {
        const bytes = makeBytes(300_000);
        const file = makeOutgoingFile("a.jpg", bytes);
        const failingFile = { ...file, open: () => Promise.reject(new ConnectorError("source", "gone")) };
        expect((await expectFailure(connector.put(failingFile, new SavedProgress()))).kind).toBe("source");
        let chunkCount = 0;
        const openBroken = async () =>
          new ReadableStream<Uint8Array>({
            pull(controller) {
              chunkCount += 1;
              if (chunkCount < 3) controller.enqueue(bytes.slice(0, 65_536));
              else controller.error(new ConnectorError("source", "changed"));
            },
          });
        const progress = new SavedProgress();
        expect((await expectFailure(connector.put({ ...file, open: openBroken }, progress))).kind).toBe(
          "source",
        );
        expect(await connector.find([], "a.jpg")).toBeNull();
        await connector.put(file, new SavedProgress());
        expect(await subject.listStoredFiles(user)).toContainEqual({
          path: "a.jpg",
          bytes: bytes.length,
          sha256: await sha256Of(bytes),
        });
      }));

    it("design§Delivery a delivery that another consumer has taken over stops with an error that says so", () =>
      withConnector(async (connector) => {
        const takeover = new Error("taken over");
        const progress: Progress = {
          ...{ key: "taken", resumePoint: null },
          save: (bytes) => (bytes > 0 ? Promise.reject(takeover) : Promise.resolve()),
        };
        await expect(connector.put(makeOutgoingFile("a.jpg", makeBytes(300_000)), progress)).rejects.toBe(
          takeover,
        );
        expect(await connector.find([], "a.jpg")).toBeNull();
      }));
  });
}

/** Tests of every connector when its server fails. */
export function faultBattery(subject: FaultSubject): void {
  const bytes = makeBytes(400_000);
  const shortTimeoutsMs: Timeouts = { responseMs: 400, chunkMs: 400, storageMs: 400 };
  /** Makes an attempt with faults, then another attempt without faults. */
  const failThenRetry = async (faults: readonly Fault[], timeouts?: Timeouts) => {
    const user = newUser();
    const [progress, read] = [new SavedProgress(), [] as number[]];
    const firstConnector = subject.open({ user, ...(timeouts ? { timeouts } : {}) });
    await subject.inject(user, faults);
    const error = await expectFailure(
      firstConnector.put(makeOutgoingFile("in/a.jpg", bytes, read), progress),
    );
    const isStored = (await subject.listStoredFiles(user)).some(({ path }) => path === "in/a.jpg");
    await firstConnector.close();
    await subject.inject(user, []);
    const secondConnector = subject.open({ user });
    await secondConnector.put(makeOutgoingFile("in/a.jpg", bytes, read), progress);
    await secondConnector.close();
    const storedFiles = await subject.listStoredFiles(user);
    expect(storedFiles).toEqual([{ path: "in/a.jpg", bytes: bytes.length, sha256: await sha256Of(bytes) }]);
    return { error, isStored, read };
  };

  describe(`${subject.name}, failing`, () => {
    it.each(subject.errorResponses)(
      "design§Delivery $title is a $kind error",
      async ({ fault, kind, retryAfter }) => {
        const { error, isStored } = await failThenRetry([fault]);
        expect(error.kind).toBe(kind);
        if (fault.status) expect(error.status).toBe(fault.status);
        expect(error.retryAfter).toBe(retryAfter ?? null);
        expect(isStored).toBe(false);
      },
    );

    it("design§Delivery an upload that is interrupted in the middle of a file is resumed", async () => {
      const { error, isStored, read } = await failThenRetry([
        { operation: "upload", action: "reset", after: 200_000 },
      ]);
      expect(error.kind).toBe("transient");
      expect(isStored).toBe(false);
      expect(read.at(-1)).toBe(subject.canResume ? 200_000 : 0);
    });

    it.each(["folder", "size", "move"] as const)(
      "design§Delivery a connection that is cut at the step %s is retried",
      async (operation) => {
        const { error } = await failThenRetry([{ operation: operation, action: "reset" }]);
        expect(error.kind).toBe("transient");
      },
    );

    it.each(["lie", "forget"] as const)(
      "design§Delivery a file of another size at the destination does not count as sent (%s)",
      async (action) => {
        const { error, isStored } = await failThenRetry([
          { operation: action === "lie" ? "size" : "upload", action },
        ]);
        expect(error.kind).toBe("transient");
        expect(error.message).toContain(String(bytes.length));
        expect(isStored).toBe(false);
      },
    );

    it("design§Delivery a file that was damaged at the destination is recognised by the tag or hash that the destination reports", async () => {
      const user = newUser();
      const connector = subject.open({ user });
      const sentFile = await connector.put(makeOutgoingFile("in/a.jpg", bytes), new SavedProgress());
      expect(sentFile.evidence).toBe(subject.reports === "sha256" ? "SHA256" : "SIZE");
      expect(sentFile.sha256).toBe(subject.reports === "sha256" ? await sha256Of(bytes) : null);
      expect(await connector.find(["in"], "a.jpg")).toEqual({
        ...{ bytes: bytes.length, remoteId: sentFile.remoteId, tag: sentFile.tag, sha256: sentFile.sha256 },
      });
      expect(sentFile.tag !== null).toBe(subject.reports === "tag");
      await subject.inject(user, [{ operation: "upload", action: "damage" }]);
      if (subject.reports === "sha256") {
        const error = await expectFailure(
          connector.put(makeOutgoingFile("in/a.jpg", bytes), new SavedProgress()),
        );
        expect([error.kind, error.message]).toEqual(["transient", expect.stringContaining("SHA-256")]);
        expect(await subject.listStoredFiles(user)).toHaveLength(1);
        expect((await connector.find(["in"], "a.jpg"))?.sha256).toBe(sentFile.sha256);
      } else {
        await connector.put(makeOutgoingFile("in/a.jpg", bytes), new SavedProgress());
        const damagedFile = await connector.find(["in"], "a.jpg");
        expect(damagedFile?.bytes).toBe(bytes.length);
        if (subject.reports === "tag") expect(damagedFile?.tag).not.toBe(sentFile.tag);
      }
      await connector.close();
    });

    /** Names of unfinished files. */
    const listPartNames = async (user: string) =>
      (await subject.listStoredFiles(user))
        .map(({ path }) => path)
        .filter((path) => path.includes("siteproof-"));

    it("design§Delivery a source that disappears in the middle leaves no unfinished file", async () => {
      const user = newUser();
      const connector = subject.open({ user });
      let chunkCount = 0;
      const open = async () =>
        new ReadableStream<Uint8Array>({
          pull(controller) {
            chunkCount += 1;
            if (chunkCount < 4) controller.enqueue(bytes.slice(0, 65_536));
            else controller.error(new ConnectorError("source", "changed"));
          },
        });
      const sentFile = connector.put({ ...makeOutgoingFile("in/a.jpg", bytes), open }, new SavedProgress());
      expect((await expectFailure(sentFile)).kind).toBe("source");
      await connector.close();
      expect(await listPartNames(user)).toEqual([]);
    });

    it("design§Delivery the unfinished part of a file that is not resumed is removed", async () => {
      const user = newUser();
      const progress = new SavedProgress();
      const firstConnector = subject.open({ user });
      await subject.inject(user, [{ operation: "upload", action: "reset", after: 200_000 }]);
      await expectFailure(firstConnector.put(makeOutgoingFile("in/a.jpg", bytes), progress));
      await firstConnector.close();
      await subject.inject(user, []);
      const secondConnector = subject.open({ user });
      await secondConnector.forget(["in"], "a.jpg", progress.key);
      // A repeated call, and a call for a path without a file, do nothing.
      await secondConnector.forget(["in"], "a.jpg", progress.key);
      await secondConnector.forget(["nowhere"], "a.jpg", progress.key);
      await secondConnector.close();
      expect(await listPartNames(user)).toEqual([]);
    });

    it("design§Delivery a connection that is cut in a large file is reported as an error of the destination", async () => {
      const user = newUser();
      const connector = subject.open({ user });
      await subject.inject(user, [{ operation: "upload", action: "reset", after: 300_000 }]);
      const error = await expectFailure(
        connector.put(makeOutgoingFile("a.bin", makeBytes(5_000_000)), new SavedProgress()),
      );
      await connector.close();
      expect(error.kind).toBe("transient");
    });

    it("design§Delivery a server that stops responding times out", async () => {
      const { error } = await failThenRetry(
        [{ operation: "upload", action: "stall", after: 100_000 }],
        shortTimeoutsMs,
      );
      expect(error.kind).toBe("transient");
    });

    it("design§Delivery a server that reads slowly receives the file complete", async () => {
      const user = newUser();
      await subject.inject(user, [{ operation: "upload", action: "drip" }]);
      const connector = subject.open({ user });
      await connector.put(makeOutgoingFile("a.jpg", bytes), new SavedProgress());
      await connector.close();
      expect(await subject.listStoredFiles(user)).toHaveLength(1);
    });
  });
}
