import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { idempotencyKeyHeader, takesIdempotencyKey } from "#domain/contract/endpoint.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { resources } from "#domain/resources/index.ts";
import { purgeEnded } from "#worker/cron/purgeEnded.ts";
import { documentationAlias, idempotentCall, uploadToken } from "#worker/db/schema/index.ts";
import { sealSecret } from "#worker/secrets.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeSuperAdmin,
  uniqueName,
} from "#worker/testing/factories.ts";
import { watchEnv } from "#worker/testing/watchedEnv.ts";
import { mountedEndpoints } from "./mount.ts";
import { openApiDocument } from "./openapi.ts";

const roles = ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] as const;
const newKey = () => crypto.randomUUID();
const anAlias = () => ({ name: uniqueName("name"), alias: uniqueName("alias") });
const createAlias = (as: Caller, key: string, body: object) =>
  call("POST", "/documentationAlias", { as, body, headers: { [idempotencyKeyHeader]: key } });
const aliasesOf = ({ customerId }: Caller) =>
  db().select().from(documentationAlias).where(eq(documentationAlias.customerId, customerId));
const codeOf = async (response: Response) => (await jsonOf<{ error: { code: string } }>(response)).error.code;

describe("design§HTTP a call with an idempotency key", () => {
  it("is executed once for 20 identical simultaneous calls, which all get its response, as do later ones", async () => {
    const as = await makeSuperAdmin();
    const [key, body] = [newKey(), anAlias()];
    const responses = await Promise.all(Array.from({ length: 20 }, () => createAlias(as, key, body)));
    const texts = new Set(await Promise.all(responses.map((response) => response.text())));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    expect(texts.size).toBe(1);
    const replayedResponses = responses.filter(
      ({ headers }) => headers.get("idempotency-replayed") === "true",
    );
    expect(replayedResponses).toHaveLength(19);
    const laterResponse = await createAlias(as, key, body);
    expect([laterResponse.status, await laterResponse.text()]).toEqual([201, [...texts][0]]);
    expect(await aliasesOf(as)).toHaveLength(1);
  });

  it("keeps the secret of a link for the repeated call, encrypted", async () => {
    const as = await makeCaller({ roles });
    const { id: documentationId } = await makeDocumentation(as.customerId);
    const key = newKey();
    const create = async () =>
      jsonOf<{ token: string; url: string }>(
        call("POST", "/uploadToken/create", {
          as,
          body: { documentationId, purpose: "FILES" },
          headers: { [idempotencyKeyHeader]: key },
        }),
      );
    const first = await create();
    expect(await create()).toEqual(first);
    const links = await db()
      .select()
      .from(uploadToken)
      .where(eq(uploadToken.documentationId, documentationId));
    expect(links).toHaveLength(1);
    const storedJson = JSON.stringify(await db().select().from(idempotentCall));
    expect(storedJson).not.toContain(first.token);
    expect(storedJson).not.toContain(key);
  });

  it("is refused if its key was used with different input; keys are scoped to their caller and route", async () => {
    const as = await makeSuperAdmin();
    const colleague = await makeCaller({ customerId: as.customerId, roles: ["ROLE_SUPER_ADMIN"] });
    const stranger = await makeSuperAdmin();
    const [key, body] = [newKey(), anAlias()];
    const { id } = await jsonOf<{ id: string }>(createAlias(as, key, body));
    const reuseResponse = await createAlias(as, key, anAlias());
    expect([reuseResponse.status, await codeOf(reuseResponse)]).toEqual([422, "idempotencyKeyReused"]);
    expect(await codeOf(await createAlias(colleague, key, body))).toBe("duplicate");
    expect((await jsonOf<{ id: string }>(createAlias(stranger, key, body))).id).not.toBe(id);
    const otherRoute = await call("POST", "/savedView", {
      as,
      body,
      headers: { [idempotencyKeyHeader]: key },
    });
    expect(await codeOf(otherRoute)).toBe("invalid");
    for (const malformedKey of ["short", "x".repeat(129), "with a space"])
      expect((await createAlias(as, malformedKey, body)).status).toBe(422);
  });

  it("can be repeated with its key after a refusal, and permissions are checked again", async () => {
    const as = await makeSuperAdmin();
    const [key, body] = [newKey(), anAlias()];
    expect(await codeOf(await createAlias(as, key, { ...body, alias: 7 }))).toBe("invalid");
    expect((await createAlias(as, key, body)).status).toBe(201);
    const reader = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await createAlias(reader, key, body)).status).toBe(403);
  });

  it("reports an attempt without a response as interrupted, and is executed again after a day", async () => {
    const as = await makeSuperAdmin();
    const [key, body] = [newKey(), anAlias()];
    await createAlias(as, key, body);
    const calls = () => db().select().from(idempotentCall);
    const change = (to: Partial<typeof idempotentCall.$inferInsert>) => db().update(idempotentCall).set(to);
    await change({ status: null, response: null, dateCreated: addSeconds(-301) });
    expect(await codeOf(await createAlias(as, key, body))).toBe("callInterrupted");
    await change({ status: 201, response: sealSecret(env, "{}", "another row") });
    expect(await codeOf(await createAlias(as, key, body))).toBe("callInterrupted");
    await change({ dateCreated: addSeconds(-24 * 3600 - 5) });
    expect(await codeOf(await createAlias(as, key, body))).toBe("duplicate");
    expect((await createAlias(as, key, anAlias())).status).toBe(201);
    await change({ dateCreated: addSeconds(-24 * 3600 - 5) });
    await purgeEnded(env, db(), new Date());
    expect(await calls()).toEqual([]);
  });

  it("is not executed again if its response was lost before it was stored", async () => {
    const as = await makeSuperAdmin();
    const [key, body] = [newKey(), anAlias()];
    const failingEnv = watchEnv(env, {
      before: async ({ name }) => {
        if (/update "?idempotent_call/i.test(name)) throw new Error("D1 does not answer");
      },
    });
    const headers = { [idempotencyKeyHeader]: key };
    const lostResponse = await call("POST", "/documentationAlias", { as, body, headers, env: failingEnv });
    expect(lostResponse.status).toBe(500);
    expect(await aliasesOf(as)).toHaveLength(1);
    await db()
      .update(idempotentCall)
      .set({ dateCreated: addSeconds(-600) });
    expect(await codeOf(await createAlias(as, key, body))).toBe("callInterrupted");
    expect(await aliasesOf(as)).toHaveLength(1);
  });

  it("is documented for every call that creates, merges or sends", () => {
    const { paths } = openApiDocument();
    const takesKey = (path: string) =>
      JSON.stringify(paths[path]?.post?.parameters ?? []).includes('"Idempotency-Key"');
    for (const { path, access } of resources)
      if (access.create !== null) expect([path, takesKey(`/${path}`)]).toEqual([path, true]);
    const posts = [...mountedEndpoints.values()].filter(
      ({ method, authentication }) => method === "POST" && authentication === "session",
    );
    for (const endpoint of posts)
      expect([endpoint.path, takesKey(endpoint.path)]).toEqual([
        endpoint.path,
        takesIdempotencyKey(endpoint),
      ]);
    // Anything else that is added here must be harmless to repeat.
    const harmless = posts.filter(({ repeatable }) => repeatable).map(({ path }) => path);
    expect(harmless.sort()).toEqual([
      "/delivery/cancel/{id}",
      "/documentation/claimReview/{id}",
      "/documentation/countBulkChange",
      "/documentation/countDeletion",
      "/documentation/planExport",
      "/documentation/releaseReview/{id}",
      "/documentation/requestExcelExport",
      "/documentation/selectForZip",
      "/documentationComparison/planExport",
      "/documentationComparison/selectPhotos",
      "/domainChangeLog/count",
      "/domainChangeLog/index",
      "/downloadTicket",
      "/exportDocumentConfiguration/inspectFile",
      "/exportDocumentConfiguration/preview",
      "/file/prepareImport",
      "/file/prepareImports",
      "/file/settleImport/{uploadId}",
      "/file/settleImports",
      "/logout",
      "/photo/prepareImport",
      "/photo/prepareImports",
      "/photo/select",
      "/photo/settleImport/{uploadId}",
      "/photo/settleImports",
      "/session/confirm",
      "/session/confirmWithPasskey",
      "/session/passkeyOptions",
      "/thread/reopen/{id}",
      "/thread/resolve/{id}",
      "/user/passkeyOptions",
    ]);
  });
});
