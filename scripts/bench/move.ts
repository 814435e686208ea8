import { randomUUID } from "node:crypto";
import { z } from "zod";
import { moveCustomer } from "#domain/endpoints/configuration/customerCalls.ts";
import { jobStatus } from "#domain/endpoints/shared/job.ts";
import { get, idList, logInAs, timed } from "./benchClient.ts";
import { address, type BenchServer } from "./benchServer.ts";
import { templateId } from "./real/ids.ts";
import { adminName } from "./real/realCustomers.ts";
import { type Row, row } from "./table.ts";

/** The customer with five sixths of the documentations. */
const customerId = 1;
/** Concurrent writers and readers. */
const [saverCount, readerCount] = [3, 3];

/**
 * Moves a customer of 10 000 documentations to another database while staff read and comment on photos and a device saves
 * documentations. Afterwards everything confirmed as saved must exist, and no user may have been logged out.
 */
export async function measureMove(say: (text: string) => void, _: BenchServer): Promise<Row[]> {
  const [staff, admin] = [await logInAs("bench-large"), await logInAs(adminName)];
  const { items } = idList.parse(JSON.parse(await get("/api/documentations?max=50&showHidden=true", staff)));
  const before = await fetchTotal(staff);
  const work = new MoveWorkload(
    staff,
    items.map(({ id }) => id),
  );
  const workers = [
    ...Array.from({ length: saverCount }, (_one, index) => work.save(index)),
    ...Array.from({ length: readerCount }, () => work.read()),
  ];
  const blocked = { pause: 0 };
  const totalMs = await timed(async () => {
    blocked.pause = await runMove(admin, say);
  });
  work.ended = true;
  await Promise.all(workers);
  const lost = await work.lost();
  const after = await fetchTotal(staff);
  say(
    `${work.savedIds.size} documentations and ${work.comments.size} comments saved meanwhile, ${work.readCount} reads, ${work.reported} calls asked to retry, the longest call ${Math.round(work.maxCallMs)} ms; ${lost} lost, ${work.loggedOut} logged out, ${work.failed} failed otherwise; ${before} documentations before, ${after} after; ${Math.round(totalMs / 1000)} s in all`,
  );
  if (after !== before + work.savedIds.size) throw new Error("the total is wrong");
  return [
    row("saved and lost", lost, 1, "", 0, "none allowed"),
    row("logged out", work.loggedOut, 1, "", 0, "none allowed"),
    row("saving blocked", blocked.pause / 1000, totalMs / 1000, "s", 0.5, "the whole move"),
  ];
}

const fetchTotal = async (headers: Record<string, string>): Promise<number> =>
  z
    .object({ total: z.number() })
    .parse(JSON.parse(await get("/api/documentation/count?showHidden=true", headers))).total;

/** @returns milliseconds during which nothing could be saved */
async function runMove(admin: Record<string, string>, say: (text: string) => void): Promise<number> {
  const response = await fetch(`${address}/api${moveCustomer.path.replace("{id}", String(customerId))}`, {
    method: "POST",
    headers: { ...admin, "content-type": "application/json" },
    body: JSON.stringify({ to: "DB_2" }),
  });
  if (!response.ok) throw new Error(await response.text());
  const { job } = moveCustomer.response!.parse(await response.json());
  for (let step = -1; ; ) {
    const status = jobStatus.parse(JSON.parse(await get(`/api/job/${job!.id}`, admin)));
    if (status.progress !== step) say(`  ${status.state} ${status.progress} of ${status.total}`);
    step = status.progress;
    if (status.state === "FAILED") throw new Error(status.error ?? "failed");
    if (status.state === "DONE") return status.result?.pause ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const photoVersions = z.object({ items: z.array(z.object({ id: z.string(), version: z.number() })) });

/** Work of staff and a device during the move, and what was confirmed. */
class MoveWorkload {
  ended = false;
  readCount = 0;
  reported = 0;
  loggedOut = 0;
  failed = 0;
  /** Duration of the longest call in milliseconds. */
  maxCallMs = 0;
  /** Ids of documentations, and comments by photo, that were confirmed as saved. */
  readonly savedIds = new Set<string>();
  readonly comments = new Map<string, string>();

  private readonly staff: Record<string, string>;
  private readonly documentations: readonly string[];

  constructor(staff: Record<string, string>, documentationIds: readonly string[]) {
    this.staff = staff;
    this.documentations = documentationIds;
  }

  async save(worker: number): Promise<void> {
    const photos: z.output<typeof photoVersions>["items"] = [];
    for (const id of this.documentations.slice(worker * 10, worker * 10 + 10)) {
      const { items } = photoVersions.parse(
        JSON.parse(await get(`/api/photos?documentationId=${id}`, this.staff)),
      );
      photos.push(...items);
    }
    for (let round = 0; !this.ended; round += 1) {
      const id = randomUUID();
      const documentation = {
        id,
        templateId: templateId(customerId, 0),
        name: `Meanwhile ${worker} ${round}`,
        creator: "bench",
        dateCreated: "2026-01-01T08:00:00Z",
      };
      const body = { licenseCode: `BENCH-${customerId}-0`, documentation };
      if (await this.done("POST", "/api/documentation/saveWithLicenseCode", body)) this.savedIds.add(id);
      const photo = photos[round % photos.length];
      if (!photo) continue;
      const comment = `comment ${worker} ${round}`;
      const { version } = photo;
      if (await this.done("PUT", `/api/photos/${photo.id}`, { comment, version })) {
        this.comments.set(photo.id, comment);
        photo.version += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async read(): Promise<void> {
    for (let round = 0; !this.ended; round += 1) {
      const id = this.documentations[round % this.documentations.length];
      await this.done("GET", round % 2 === 0 ? "/api/documentations?max=25" : `/api/documentations/${id}`);
      this.readCount += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Makes a call, and retries while asked to. @returns whether it succeeded */
  private async done(method: string, path: string, body?: unknown): Promise<boolean> {
    for (;;) {
      const startedAt = performance.now();
      const response = await fetch(address + path, {
        method,
        headers: { ...this.staff, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      this.maxCallMs = Math.max(this.maxCallMs, performance.now() - startedAt);
      if (response.ok) return true;
      if (text.includes("customerMoving")) {
        this.reported += 1;
        await new Promise((resolve) => setTimeout(resolve, 500));
        continue;
      }
      if (response.status === 401) this.loggedOut += 1;
      this.failed += 1;
      if (this.failed <= 5)
        console.error(`${method} ${path.split("?")[0]}: ${response.status} ${text.slice(0, 200)}`);
      return false;
    }
  }

  async lost(): Promise<number> {
    let countLost = 0;
    for (const id of this.savedIds)
      if (!(await get(`/api/documentations/${id}`, this.staff).catch(() => ""))) countLost += 1;
    for (const [id, comment] of this.comments) {
      const photo = z
        .object({ comment: z.string().nullable() })
        .parse(JSON.parse(await get(`/api/photos/${id}`, this.staff)));
      if (photo.comment !== comment) countLost += 1;
    }
    return countLost;
  }
}
