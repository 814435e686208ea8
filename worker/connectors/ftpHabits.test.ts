import { describe, expect, inject, it } from "vitest";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import { FtpConnector } from "./ftp.ts";
import { asciiName } from "./ftpPaths.ts";
import type { HabitStore, WriteHabit } from "./habitStore.ts";
import { control, newUser } from "./testing/connectorBattery.ts";
import {
  expectFailure,
  makeBytes,
  makeOutgoingFile,
  SavedProgress,
  sha256Of,
} from "./testing/sampleFiles.ts";
import type { Timeouts } from "./timeouts.ts";

const { ftp } = inject("servers");

function createMemoryStore(): HabitStore & { habit: WriteHabit } {
  const store = {
    habit: { method: null, reason: null } as WriteHabit,
    async learn(habit: WriteHabit) {
      store.habit = habit;
    },
  };
  return store;
}

const makeUser = (...habits: string[]) => [newUser(), ...habits].join("+");
const connectTo = (
  user: string,
  {
    habits = createMemoryStore(),
    timeouts,
    port = ftp.plain,
  }: { habits?: HabitStore; timeouts?: Timeouts; port?: number } = {},
) =>
  new FtpConnector(
    {
      params: { host: `localhost:${port}`, username: user },
      secrets: { password: rightPassword },
      allowPrivate: true,
      habits,
    },
    timeouts,
  );

const bytes = makeBytes(90_000);
const pathsOf = async (user: string) => (await control.listStoredFiles(user)).map(({ path }) => path);

/** Sends three files at once, and one of them again with other bytes over another connector. */
async function deliver(...names: string[]) {
  const user = makeUser(...names);
  const habits = createMemoryStore();
  const openedOffsets: number[] = [];
  const paths = ["in/a.jpg", "in/b.jpg", "in/c.jpg"];
  const firstConnector = connectTo(user, { habits });
  const sentFiles = await Promise.all(
    paths.map((path) =>
      firstConnector.put(makeOutgoingFile(path, bytes, openedOffsets), new SavedProgress()),
    ),
  );
  await firstConnector.close();
  const firstReadCount = openedOffsets.length;
  const changedBytes = makeBytes(70_000, 2);
  const secondConnector = connectTo(user, { habits });
  const resentFile = await secondConnector.put(
    makeOutgoingFile("in/a.jpg", changedBytes, openedOffsets),
    new SavedProgress(),
  );
  await secondConnector.close();
  expect(await control.listStoredFiles(user)).toEqual([
    { path: "in/a.jpg", bytes: changedBytes.length, sha256: await sha256Of(changedBytes) },
    ...(await Promise.all(
      paths.slice(1).map(async (path) => ({ path, bytes: bytes.length, sha256: await sha256Of(bytes) })),
    )),
  ]);
  return {
    habit: habits.habit,
    sentFiles: [...sentFiles, resentFile],
    firstReadCount,
    repeatedReadCount: openedOffsets.length - firstReadCount,
  };
}

describe("FTP habits", () => {
  it("O5 RFC 959 lftp a server that reads a line at a time renames without waiting", async () => {
    const { habit, firstReadCount } = await deliver("line");
    expect([habit.method, firstReadCount]).toEqual(["RENAME", 3]);
  });

  it.each(["norename", "keepnames", "loses", "pretends", "notemp"])(
    "O6 rclone#7271 a server without renaming or temporary names gets files directly, and nothing is left (%s)",
    async (name) => {
      const { habit, sentFiles, firstReadCount, repeatedReadCount } = await deliver(name);
      expect(habit).toEqual({ method: "DIRECT", reason: expect.any(String) });
      expect(sentFiles.every(({ isDirect, evidence }) => isDirect && evidence === "SHA256")).toBe(true);
      expect([firstReadCount <= 4, repeatedReadCount]).toEqual([true, 1]);
    },
  );

  it("O6 rclone#7271 a server that does not overwrite by renaming still renames", async () => {
    expect((await deliver("nooverwrite")).habit.method).toBe("RENAME");
  });

  it("O6 a server without SIZE is asked by MLST", async () => {
    expect((await deliver("nosize")).habit.method).toBe("RENAME");
  });

  it.each([ftp.plain, ftp.tls, ftp.bare])(
    "O6 proftpd#364 a dead passive port is named, and that the login works (%i)",
    async (port) => {
      const user = makeUser("deadport");
      const connector = connectTo(user, { port });
      const error = await expectFailure(connector.put(makeOutgoingFile("a.jpg", bytes), new SavedProgress()));
      await connector.close();
      expect([error.kind, error.persistentKind]).toEqual(["transient", "config"]);
      expect(error.message).toMatch(
        /^The login at localhost works, but its passive port \d+ cannot be reached/,
      );
      expect(await pathsOf(user)).toEqual([]);
    },
  );

  it.each([
    ["basic-ftp#164 EPSV is answered as PASV", "onlypasv"],
    ["FluentFTP#1793 the reply to EPSV lacks a separator", "shortport"],
  ])("%s: PASV is used", async (_, habit) => {
    expect((await deliver(habit)).habit.method).toBe("RENAME");
  });

  it("LightFTP#1 a passive mode that names no port is explained", async () => {
    const connector = connectTo(makeUser("noport"));
    const error = await expectFailure(
      connector.put(makeOutgoingFile("in/a.jpg", bytes, []), new SavedProgress()),
    );
    expect(error).toMatchObject({ kind: "config" });
    expect(error.message).toContain("names no port for uploads");
    await connector.close();
  });

  it("O6 node-ftp#190 names are transliterated for a server without UTF-8, unambiguously, and found again", async () => {
    const user = makeUser("noutf8");
    const connector = connectTo(user);
    const names = [
      "Återvinning/Ängö – mast.jpg",
      "Återvinning/Ango - mast.jpg",
      "Återvinning/Ångö – mast.jpg",
    ];
    for (const name of names) {
      const sentFile = await connector.put(makeOutgoingFile(name, bytes), new SavedProgress());
      const folders = name.split("/").slice(0, -1);
      const remoteFile = await connector.find(folders, name.split("/").at(-1)!);
      expect(remoteFile).toMatchObject({ bytes: bytes.length, storedAs: sentFile.storedAs });
    }
    await connector.close();
    const storedNames = await pathsOf(user);
    expect(storedNames).toHaveLength(3);
    for (const path of storedNames)
      expect(path).toMatch(/^Atervinning~[0-9a-f]{8}\/Ango - mast(~[0-9a-f]{8})?\.jpg$/);
  });

  it("O6 node-ftp#190 different names stay different in ASCII, and names in ASCII stay", () => {
    const letters = [..."aAåÅäöÖø éÉ~._-0中🚧\u0301"];
    const names = new Set<string>();
    for (let seed = 1; seed <= 400; seed += 1)
      names.add([...makeBytes(1 + (seed % 7), seed)].map((byte) => letters[byte % letters.length]).join(""));
    const storedNames = new Set([...names].map(asciiName));
    expect(storedNames.size).toBe(names.size);
    for (const name of storedNames) expect(name).toMatch(/^[\x20-\x7e]*$/);
    for (const name of names) if (/^[\x20-\x7e]*$/.test(name)) expect(asciiName(name)).toBe(name);
  });

  it.each([["quota"], ["quota", "norename"], ["quota", "notemp"]])(
    "O6 no partial file is left on a full server (%s, %s)",
    async (...habits) => {
      const user = makeUser(...habits.filter(Boolean));
      const connector = connectTo(user);
      await connector.put(makeOutgoingFile("in/small.jpg", makeBytes(10)), new SavedProgress());
      const error = await expectFailure(
        connector.put(makeOutgoingFile("in/a.jpg", makeBytes(400_000)), new SavedProgress()),
      );
      expect([error.kind, error.status, error.isOfFile]).toEqual(["full", 552, true]);
      expect(error.message).toContain("Disk quota exceeded");
      expect(await pathsOf(user)).toEqual(["in/small.jpg"]);
      await connector.close();
    },
  );

  it("O6 a direct write that is interrupted leaves no part under the final name, and an older file stays if nothing was written", async () => {
    const user = makeUser("norename");
    const habits = createMemoryStore();
    const connector = connectTo(user, { habits });
    await connector.put(makeOutgoingFile("in/a.jpg", makeBytes(10)), new SavedProgress());
    expect(habits.habit.method).toBe("DIRECT");
    await control.inject(user, [{ operation: "upload", action: "reset", after: 50_000, times: 1 }]);
    await expectFailure(connector.put(makeOutgoingFile("in/b.jpg", makeBytes(400_000)), new SavedProgress()));
    await control.inject(user, [{ operation: "upload", action: "answer", status: 553 }]);
    const error = await expectFailure(
      connector.put(makeOutgoingFile("in/a.jpg", makeBytes(400_000)), new SavedProgress()),
    );
    expect([error.kind, error.isOfFile]).toEqual(["refused", true]);
    await connector.close();
    expect(await control.listStoredFiles(user)).toEqual([
      { path: "in/a.jpg", bytes: 10, sha256: await sha256Of(makeBytes(10)) },
    ]);
  });
});
