import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { startCompanion } from "../child.ts";
import { freePort } from "../listen.ts";
import type { RealServer } from "./addresses.ts";
import type { Certificate } from "./certificate.ts";
import { rightPassword } from "./serverFaults.ts";
import { Store } from "./store.ts";

/** A running third-party server. */
export interface RunningServer {
  port: number;
  store: Store;
  end(): Promise<void>;
}

interface Program {
  file: string;
  /** Writes the configuration and returns the command-line arguments. */
  args(context: { home: string; files: string; port: number; certificate: Certificate }): Promise<string[]>;
}

async function writeConfig(file: string, lines: readonly string[]): Promise<string> {
  await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o644 });
  return file;
}

/** Anonymous users with a password list are the only ones that vsftpd checks without system accounts. */
const createVsftpdArgs =
  (isEncrypted: boolean, requiresReuse: "YES" | "NO" = "NO"): Program["args"] =>
  async ({ home, port, certificate }) => {
    const [passwords, pem] = [path.join(home, "passwords"), path.join(home, "server.pem")];
    await writeConfig(passwords, [rightPassword]);
    await writeFile(pem, certificate.cert + certificate.key, { mode: 0o600 });
    const tls = [
      ...["ssl_enable=YES", "allow_anon_ssl=YES", "force_anon_logins_ssl=YES", "force_anon_data_ssl=YES"],
      ...[`require_ssl_reuse=${requiresReuse}`, "ssl_ciphers=HIGH", `rsa_cert_file=${pem}`],
    ];
    const lines = [
      ...["listen=YES", "listen_address=127.0.0.1", `listen_port=${port}`, "background=NO"],
      ...["anonymous_enable=YES", "local_enable=NO", "write_enable=YES", "anon_upload_enable=YES"],
      ...["anon_mkdir_write_enable=YES", "anon_other_write_enable=YES", "anon_world_readable_only=NO"],
      ...["anon_umask=022", "ftp_username=daemon", `anon_root=${home}`, "seccomp_sandbox=NO"],
      ...["secure_email_list_enable=YES", `email_password_file=${passwords}`, "xferlog_enable=NO"],
      ...["utf8_filesystem=YES", `secure_chroot_dir=${home}`, ...(isEncrypted ? tls : [])],
    ];
    return [await writeConfig(path.join(home, "vsftpd.conf"), lines)];
  };

const programs: Readonly<Record<RealServer, Program>> = {
  vsftpd: { file: "/usr/sbin/vsftpd", args: createVsftpdArgs(false) },
  /** With the default that data connections have to resume the TLS session of the login. */
  vsftpdReuse: { file: "/usr/sbin/vsftpd", args: createVsftpdArgs(true, "YES") },
  vsftpdTls: { file: "/usr/sbin/vsftpd", args: createVsftpdArgs(true) },
  apache: {
    file: "/usr/sbin/apache2",
    async args({ home, files, port }) {
      const hash = createHash("sha1").update(rightPassword).digest("base64");
      await writeConfig(path.join(home, "passwords"), [`anna:{SHA}${hash}`]);
      const modules = [
        "mpm_event",
        "authn_core",
        "authn_file",
        "authz_core",
        "authz_user",
        "auth_basic",
        "alias",
        "dav",
        "dav_fs",
      ];
      const lines = [
        ...[`ServerRoot ${home}`, "ServerName localhost", `Listen 127.0.0.1:${port}`, `PidFile ${home}/pid`],
        ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
        ...["User nobody", "Group nogroup", `ErrorLog ${home}/error.log`, `DavLockDB ${home}/locks/db`],
        ...[
          `DocumentRoot ${files}`,
          `Alias /dav ${files}`,
          "<Location /dav>",
          "Dav On",
          "AuthType Basic",
          "AuthName dav",
        ],
        ...[`AuthUserFile ${home}/passwords`, "Require valid-user", "</Location>"],
      ];
      return ["-DFOREGROUND", "-f", await writeConfig(path.join(home, "apache.conf"), lines)];
    },
  },
  rclone: {
    file: "/usr/bin/rclone",
    async args({ files, port }) {
      const login = ["--user", "anna", "--pass", rightPassword];
      return ["serve", "webdav", files, "--addr", `127.0.0.1:${port}`, "--baseurl", "/dav", ...login];
    },
  },
};

/** Starts an installed server; null if it is not installed. */
export async function startThirdParty(
  name: RealServer,
  certificate: Certificate,
): Promise<RunningServer | null> {
  const { file, args } = programs[name];
  if (!existsSync(file)) return null;
  const home = await mkdtemp(path.join(os.tmpdir(), "siteproof-real-"));
  const [files, locks] = [path.join(home, "files"), path.join(home, "locks")];
  await chmod(home, 0o755);
  for (const folder of [files, locks]) {
    await mkdir(folder);
    // If started by root, these servers write as another user.
    await chmod(folder, 0o777);
  }
  const port = await freePort();
  const program = startCompanion(file, await args({ home, files, port, certificate }), {
    cwd: home,
    env: { RCLONE_CONFIG: path.join(home, "rclone.conf") },
    log: path.join(home, "output.log"),
  });
  const end = async () => {
    await program.end();
    await rm(home, { recursive: true, force: true });
  };
  if (await waitUntilListening(port)) return { port, store: new Store(files), end };
  const output = program.lastLines();
  await end();
  throw new Error(`${file} did not start: ${output}`);
}

async function waitUntilListening(port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isOpen) return true;
    await setTimeout(50);
  }
  return false;
}
