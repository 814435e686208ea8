import { describe, expect, inject, it } from "vitest";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import type { HabitStore, WriteHabit } from "./habitStore.ts";
import { control, newUser } from "./testing/connectorBattery.ts";
import {
  expectFailure,
  makeBytes,
  makeOutgoingFile,
  SavedProgress,
  sha256Of,
} from "./testing/sampleFiles.ts";
import { WebdavConnector } from "./webdav.ts";

const { webdav } = inject("servers");

/** Keeps habits as a destination does. */
function createHabitStore(
  knownMethod: WriteHabit = { method: null, reason: null },
): HabitStore & { habit: WriteHabit } {
  const store = {
    habit: knownMethod,
    async learn(habit: WriteHabit) {
      store.habit = habit;
    },
  };
  return store;
}

const connectTo = (habit: string, user: string, habits: HabitStore = createHabitStore()) => {
  const url = `${webdav.habit}/${habit}`;
  const login = { params: { url, username: user }, secrets: { password: rightPassword } };
  return new WebdavConnector(url, { ...login, allowPrivate: true, habits });
};

const bytes = makeBytes(60_000);

/** Sends files in parallel, then a changed first file over another connector. Returns the learnt habit, the sent files and the read counts. */
async function deliver(habit: string, paths = ["in/a.jpg", "in/b.jpg", "in/c.jpg"]) {
  const user = newUser();
  const habits = createHabitStore();
  const openedOffsets: number[] = [];
  const firstConnector = connectTo(habit, user, habits);
  const sentFiles = await Promise.all(
    paths.map((path) =>
      firstConnector.put(makeOutgoingFile(path, bytes, openedOffsets), new SavedProgress()),
    ),
  );
  const firstReadCount = openedOffsets.length;
  const [path = ""] = paths;
  const changedBytes = makeBytes(61_000, 2);
  const resentFile = await connectTo(habit, user, habits).put(
    makeOutgoingFile(path, changedBytes, openedOffsets),
    new SavedProgress(),
  );
  const storedFiles = await control.listStoredFiles(user);
  const expectedFiles = await Promise.all(
    paths.map(async (path, index) => {
      const content = index === 0 ? changedBytes : bytes;
      return { path, bytes: content.length, sha256: await sha256Of(content) };
    }),
  );
  expect(storedFiles).toEqual(expectedFiles);
  return {
    habit: habits.habit,
    sentFiles,
    resentFile,
    firstReadCount,
    repeatedReadCount: openedOffsets.length - firstReadCount,
  };
}

describe("WebDAV habits", () => {
  it("O1 nextcloud/server#49916 a temporary name that Nextcloud accepts is used", async () => {
    const { habit, sentFiles, firstReadCount } = await deliver("nextcloud");
    expect(habit.method).toBe("RENAME");
    expect(sentFiles.map(({ isDirect }) => isDirect)).toEqual([undefined, undefined, undefined]);
    expect(firstReadCount).toBe(3);
  });

  it("milton2#19 scm-manager#627 a server that reads logins in Latin-1 gets them so", async () => {
    expect((await deliver("latin")).habit.method).toBe("RENAME");
    const { url, ...login } = { url: `${webdav.habit}/latin`, username: newUser() };
    const wrongLogin = { params: { url, ...login }, secrets: { password: "fel lösenord" } };
    const connector = new WebdavConnector(url, {
      ...wrongLogin,
      allowPrivate: true,
      habits: createHabitStore(),
    });
    const error = await expectFailure(
      connector.put(makeOutgoingFile("a.jpg", bytes, []), new SavedProgress()),
    );
    expect(error).toMatchObject({ kind: "auth", status: 401 });
  });

  it.each([200, 204])("maven-wagon#845 MKCOL may be answered by %i", async (status) => {
    expect((await deliver(`mkcol-${status}`)).habit.method).toBe("RENAME");
  });

  it.each([
    "only-jpg",
    "forbid-400-tmp",
    "forbid-403-siteproof",
    "forbid-404-tmp",
    "forbid-405-tmp",
    "forbid-409-tmp",
    "forbid-415-tmp",
    "forbid-422-tmp",
    "forbid-500-tmp",
    "forbid-501-tmp",
  ])("O1 kei#92 where no temporary name is accepted, files are written directly (%s)", async (name) => {
    const { habit, sentFiles, resentFile, firstReadCount, repeatedReadCount } = await deliver(name);
    expect(habit.method).toBe("DIRECT");
    expect(habit.reason).toMatch(/a temporary name|does not rename/);
    expect([...sentFiles, resentFile].every(({ isDirect }) => isDirect)).toBe(true);
    // Only the first file was sent twice, and none once the destination was known.
    expect([firstReadCount <= 4, repeatedReadCount]).toEqual([true, 1]);
  });

  it.each([400, 401, 403, 404, 405, 409, 411, 422, 500, 501, 502, 504])(
    "O2 FileRise#122 floccus#2302 keeweb#1154 behind a proxy that answers MOVE with %i, files are written directly",
    async (status) => {
      const { habit, firstReadCount, repeatedReadCount } = await deliver(`nextcloud+move-${status}`);
      expect(habit.method).toBe("DIRECT");
      expect(firstReadCount).toBeLessThanOrEqual(4);
      expect(repeatedReadCount).toBe(1);
    },
  );

  it.each([400, 403, 409, 500, 502])(
    "O2 haiwen/seafile#2336 keeweb#1326 a server that knows itself by another address renames to a path (%i)",
    async (status) => {
      const { habit, firstReadCount, repeatedReadCount } = await deliver(`path-${status}`);
      expect(habit.method).toBe("RENAME");
      expect([firstReadCount, repeatedReadCount]).toEqual([3, 1]);
    },
  );

  it.each(["pretend", "nextcloud+pretend"])(
    "O2 a MOVE that the server confirms but does not carry out is noticed under the final name (%s)",
    async (name) => {
      expect((await deliver(name)).habit).toEqual({
        method: "DIRECT",
        reason: expect.stringMatching(/MOVE/),
      });
    },
  );

  it.each([502, 504])(
    "O2 a rename that the proxy reports as failed with %i is not repeated",
    async (status) => {
      const { habit, repeatedReadCount } = await deliver(`moved-${status}`);
      expect(repeatedReadCount).toBe(1);
      expect(habit.method).toBe("RENAME");
    },
  );

  it.each([403, 405, 409])(
    "O2 MOVE onto an existing file is tried again with Overwrite: T after any refusal (%i)",
    async (status) => {
      expect((await deliver(`taken-${status}`)).habit.method).toBe("RENAME");
    },
  );

  it.each(["multistatus", "multistatus-propstat"])(
    "O2 npm-WebDAV-Server#33 dufs#19 a missing file or folder may be answered with 207 and a 404 inside (%s)",
    async (name) => {
      expect((await deliver(name)).habit.method).toBe("RENAME");
    },
  );

  it("O2 rclone#7271 a partial file of a direct write that cannot be removed is reported", async () => {
    for (const [habit, pattern] of [
      ["only-jpg", /^(?!Part of)/],
      ["only-jpg+keep-403", /^Part of a\.jpg may be left under its name\./],
    ] as const) {
      const user = newUser();
      await control.inject(user, [{ operation: "upload", action: "forget" }]);
      const connector = connectTo(habit, user, createHabitStore({ method: "DIRECT", reason: null }));
      const error = await expectFailure(connector.put(makeOutgoingFile("a.jpg", bytes), new SavedProgress()));
      expect(error.message).toMatch(pattern);
      expect(await control.listStoredFiles(user)).toHaveLength(habit === "only-jpg" ? 0 : 1);
    }
  });

  it("O2 nginx without PROPFIND, MKCOL and MOVE accepts files into its folder", async () => {
    expect((await deliver("basic", ["a.jpg", "b.jpg"])).habit.method).toBe("DIRECT");
  });

  it.each(["late-2", "late-2+move-405"])(
    "internxt/cli#392 a new file that the server lists only after a moment is not sent again (%s)",
    async (name) => {
      const { habit, firstReadCount, repeatedReadCount } = await deliver(name);
      expect(habit.method).toBe(name === "late-2" ? "RENAME" : "DIRECT");
      expect([firstReadCount <= 4, repeatedReadCount]).toEqual([true, 1]);
    },
  );

  it("O2 a habit that is no longer right is replaced, in both directions", async () => {
    const user = newUser();
    for (const [habit, knownMethod, expectedMethod] of [
      ["nextcloud", "DIRECT", "DIRECT"],
      ["move-403", "RENAME", "DIRECT"],
      ["nextcloud", null, "RENAME"],
    ] as const) {
      const habits = createHabitStore({ method: knownMethod, reason: null });
      await connectTo(habit, user, habits).put(makeOutgoingFile("a.jpg", bytes), new SavedProgress());
      expect(habits.habit.method).toBe(expectedMethod);
    }
    expect(await control.listStoredFiles(user)).toHaveLength(1);
  });

  it.each(["", "MD5", "MD5-sess", "SHA-256", "SHA-256-sess", "legacy"])(
    "O3 webdav-client#367 Digest authentication works (%s)",
    async (algorithm) => {
      const { habit } = await deliver(`digest-${algorithm}+nextcloud`);
      expect(habit.method).toBe("RENAME");
    },
  );

  it("O3 a wrong password is reported as such with Digest too", async () => {
    const url = `${webdav.habit}/digest`;
    const destination = {
      params: { url, username: newUser() },
      secrets: { password: "wrong" },
      allowPrivate: true,
    };
    const connector = new WebdavConnector(url, destination);
    const error = await expectFailure(connector.put(makeOutgoingFile("a.jpg", bytes), new SavedProgress()));
    expect([error.kind, error.status]).toEqual(["auth", 401]);
  });

  it("O3 a login method that cannot be used is named", async () => {
    const error = await expectFailure(connectTo("ntlm", newUser()).ensureFolder([]));
    expect(error.kind).toBe("config");
    expect(error.message).toMatch(/ntlm, negotiate/);
    expect(error.message).toContain(new URL(webdav.habit).host);
  });

  it("O3 cdav#45 an address without WebDAV is named when a folder is needed", async () => {
    const error = await expectFailure(connectTo("basic", newUser()).ensureFolder(["in"]));
    expect(error.kind).toBe("config");
    expect(error.message).toMatch(
      /allows neither PROPFIND nor MKCOL \(405\): there is no WebDAV.*“405 Not Allowed”/,
    );
  });

  it.each(["login", "html"])(
    "O3 cdav#45 nextcloud/server#19216 a web page instead of WebDAV is named with its address and title (%s)",
    async (name) => {
      const error = await expectFailure(
        connectTo(name, newUser()).put(makeOutgoingFile("a.jpg", bytes), new SavedProgress()),
      );
      expect(error.kind).toBe("config");
      expect(error.message).toContain(`${webdav.habit}/html${name === "login" ? "/login" : ""}`);
      expect(error.message).toContain("Log in – Example Cloud");
      expect(error.message).toContain("no WebDAV");
    },
  );

  it.each([
    ["forbid-403-a.", "403 Refused. The name contains a.."],
    ["only-pdf", "File type not allowed"],
    ["max-1000", "413 Request Entity Too Large"],
  ])(
    "O3 O4 nextcloud/desktop#925 #7371 a refusal concerns the file and quotes the server (%s)",
    async (name, reason) => {
      const user = newUser();
      const habits = createHabitStore();
      const connector = connectTo(name, user, habits);
      const error = await expectFailure(
        connector.put(makeOutgoingFile("in/a.jpg", bytes), new SavedProgress()),
      );
      expect([error.kind, error.isOfFile]).toEqual(["refused", true]);
      expect(error.message).toContain(reason);
      expect(error.message).toContain(new URL(webdav.habit).host);
      await connector.put(makeOutgoingFile("in/b.pdf", makeBytes(100)), new SavedProgress());
      expect((await control.listStoredFiles(user)).map(({ path }) => path)).toEqual(["in/b.pdf"]);
    },
  );
});
