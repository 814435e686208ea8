import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** A stored file as tests see it. */
export interface StoredFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** The folders of all users. */
export class Store {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  static async createTemporary(): Promise<Store> {
    return new Store(await mkdtemp(path.join(os.tmpdir(), "siteproof-server-")));
  }

  /** The path on disk; null outside the user's folder. `filePath` is absolute, with slashes. */
  locate(user: string, filePath: string): string | null {
    const homePath = path.join(this.root, encodeURIComponent(user));
    const diskPath = path.join(homePath, path.posix.normalize(`/${filePath}`));
    return diskPath === homePath || diskPath.startsWith(homePath + path.sep) ? diskPath : null;
  }

  async home(user: string): Promise<void> {
    await mkdir(path.join(this.root, encodeURIComponent(user)), { recursive: true });
  }

  /** A user's files under a folder, sorted by path. Files renamed or removed during the listing are omitted. */
  async list(user: string, folder = "/"): Promise<StoredFile[]> {
    const from = this.locate(user, folder);
    const entries = from ? await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []) : [];
    const files = entries.filter((entry) => entry.isFile());
    const storedFiles = await Promise.all(
      files.map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== "ENOENT") throw error;
          return null;
        });
        if (!bytes) return [];
        return {
          path: path.relative(from!, file).split(path.sep).join("/"),
          bytes: bytes.length,
          sha256: createHash("sha256").update(bytes).digest("hex"),
        };
      }),
    );
    return storedFiles.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }
}
