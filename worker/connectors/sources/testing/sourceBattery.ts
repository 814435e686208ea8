import { describe, expect, it } from "vitest";
import type { Fault } from "#scripts/support/servers/serverFaults.ts";
import type { ConnectorError } from "#worker/connectors/connector.ts";
import { control, newUser } from "#worker/connectors/testing/connectorBattery.ts";
import { expectFailure } from "#worker/connectors/testing/sampleFiles.ts";
import type { Timeouts } from "#worker/connectors/timeouts.ts";
import type { Source, SourcePage, SourceReader } from "../sourceReader.ts";

/** All pages of a source, from the beginning or from a cursor. */
export async function readPages(source: Source, cursor: string | null = null): Promise<SourcePage[]> {
  const pages = [await source.page(cursor)];
  for (let { next } = pages[0]!; next !== null; ) {
    expect(next.length).toBeLessThan(4_000);
    const page = await source.page(next);
    pages.push(page);
    next = page.next;
  }
  return pages;
}

export const textsOf = (pages: readonly SourcePage[]): string[] =>
  pages.flatMap(({ rows }) => rows.map(({ text }) => text));

interface Subject {
  name: string;
  /** Fills the system with `texts`, in at least three pages. */
  fill(user: string): Promise<void>;
  texts: readonly string[];
  open(login: { user: string; password?: string }): Source;
  openReader(login: { user: string; timeouts: Timeouts }): SourceReader;
  /** The step in which the rows are read. */
  step: Fault["operation"];
  /** Error kinds by status that differ from those of other systems. */
  kinds?: Readonly<Record<number, ConnectorError["kind"]>>;
}

/** Tests of every source, including failures of its system. */
export function sourceBattery({ name, fill, texts, open, openReader, step, kinds = {} }: Subject): void {
  const fillForNewUser = async () => {
    const user = newUser();
    await fill(user);
    return user;
  };
  const makeFault = (status: number, options: Partial<Fault> = {}): Fault => ({
    operation: step,
    action: "answer",
    status,
    ...options,
  });

  describe(name, () => {
    it("3§5 every row of a paginated list is read exactly once", async () => {
      const pages = await readPages(open({ user: await fillForNewUser() }));
      expect(pages.length).toBeGreaterThan(2);
      expect(textsOf(pages)).toEqual(texts);
    });

    it("3§5 reading resumes at the page where another reader stopped", async () => {
      const user = await fillForNewUser();
      const firstPage = await open({ user }).page(null);
      const secondPage = await open({ user }).page(firstPage.next);
      const remainingPages = await readPages(open({ user }), secondPage.next);
      expect(textsOf([firstPage, secondPage, ...remainingPages])).toEqual(texts);
      expect(await open({ user }).page(firstPage.next)).toEqual(secondPage);
    });

    it("3§5 a wrong secret is reported as such and not shown", async () => {
      const error = await expectFailure(
        open({ user: await fillForNewUser(), password: "wrong-secret-77" }).page(null),
      );
      expect(error.kind).toBe("auth");
      expect(error.message).not.toContain("wrong-secret-77");
    });

    it.each([
      [403, kinds[403] ?? "auth", {}],
      [404, "notFound", {}],
      [429, "throttled", { retryAfter: "120" }],
      [503, "throttled", { retryAfter: "120" }],
      [500, "transient", {}],
      [200, kinds[200] ?? "transient", { text: "<html>Sign in" }],
    ] as const)(
      "3§5 a response of %i in the middle is a %s error, and the page can be requested again",
      async (status, kind, options) => {
        const user = await fillForNewUser();
        const source = open({ user });
        const firstPage = await source.page(null);
        await control.inject(user, [makeFault(status, { ...options, times: 1 })]);
        const error = await expectFailure(source.page(firstPage.next));
        expect(error.kind).toBe(kind);
        if ("retryAfter" in options) expect(error.retryAfter).toBe(120);
        const remainingPages = await readPages(source, firstPage.next);
        expect(textsOf([firstPage, ...remainingPages])).toEqual(texts);
      },
    );

    it("3§5 an interrupted connection and a silent system are transient errors", async () => {
      const user = await fillForNewUser();
      await control.inject(user, [{ operation: step, action: "reset" }]);
      expect((await expectFailure(open({ user }).page(null))).kind).toBe("transient");
      await control.inject(user, [{ operation: step, action: "stall" }]);
      const shortTimeouts = { responseMs: 300, chunkMs: 300, storageMs: 300 };
      expect((await expectFailure(openReader({ user, timeouts: shortTimeouts }).page(null))).kind).toBe(
        "transient",
      );
    });
  });
}
