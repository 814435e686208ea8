import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** A stored file as a test asks for it. */
export interface Stored {
  path: string;
  bytes: number;
  sha256: string;
}

/** The folders of all users of a server. */
export class Store {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  static async temporary(): Promise<Store> {
    return new Store(await mkdtemp(path.join(os.tmpdir(), "siteproof-server-")));
  }

  /** Where a path of a user lies; null for one that leads out of the user's folder. `at` is absolute, with slashes. */
  locate(user: string, at: string): string | null {
    const home = path.join(this.root, encodeURIComponent(user));
    const located = path.join(home, path.posix.normalize(`/${at}`));
    return located === home || located.startsWith(home + path.sep) ? located : null;
  }

  async home(user: string): Promise<void> {
    await mkdir(path.join(this.root, encodeURIComponent(user)), { recursive: true });
  }

  /** Files of a user below a folder, sorted by path. One that is renamed or removed meanwhile is left out. */
  async list(user: string, below = "/"): Promise<Stored[]> {
    const from = this.locate(user, below);
    const entries = from ? await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []) : [];
    const files = entries.filter((entry) => entry.isFile());
    const stored = await Promise.all(
      files.map(async (entry) => {
        const at = path.join(entry.parentPath, entry.name);
        const bytes = await readFile(at).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== "ENOENT") throw error;
          return null;
        });
        if (!bytes) return [];
        return {
          path: path.relative(from!, at).split(path.sep).join("/"),
          bytes: bytes.length,
          sha256: createHash("sha256").update(bytes).digest("hex"),
        };
      }),
    );
    return stored.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }
}
