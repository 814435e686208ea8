import { today } from "#domain/core/calendar/days.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { exportExcel, requestExcelExport } from "#domain/endpoints/documentation/list.ts";
import { serializeFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { mount } from "#worker/api/mount.ts";
import { readTicket, signTicket } from "#worker/auth/session/sessionTokens.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { contentDisposition } from "#worker/export/contentDisposition.ts";
import { xlsxType } from "#worker/export/sheetXml.ts";
import type { App } from "#worker/http/context.ts";
import { parseInput } from "#worker/http/problems.ts";
import { exportRows } from "./excelRows.ts";
import { listTexts } from "./listExcelTexts.ts";
import { writeList } from "./listWorkbook.ts";

/** The path that an export's ticket is bound to; the filter follows as the query. */
const path = "/api/documentation/exportExcel";

export function mountListExport(app: App): void {
  mount(app, requestExcelExport, async ({ env, actor, body }) => {
    scopeOf(actor, body.customerId);
    const { language, sort, order, ...filter } = body;
    const request = new URLSearchParams({ ...serializeFilter(filter), language, sort, order });
    return { token: await signTicket(env, actor.sessionId, `${path}?${request}`) };
  });

  mount(app, exportExcel, async ({ env, shards, actor, params, query }) => {
    const ticket = await readTicket(env, params.token);
    if (ticket?.sessionId !== actor.sessionId || !ticket.path.startsWith(`${path}?`))
      throw problem("notFound");
    const request = new URLSearchParams(ticket.path.slice(path.length + 1));
    const { language, sort, order, ...filter } = parseInput(
      requestExcelExport.body!,
      Object.fromEntries(request),
    );
    const databases = shards.map(({ db, actor }) => ({ db, scope: scopeOf(actor) }));
    const rows = await exportRows(databases, filter, { sort, order });
    const { readable, writable } = new IdentityTransformStream();
    const writer = writable.getWriter();
    const list = { columns: query.options, language, madeAt: now(), rows };
    void writeList(writer, list).then(
      () => writer.close(),
      (error) => writer.abort(error).catch(() => undefined),
    );
    return new Response(readable, {
      headers: {
        "content-type": xlsxType,
        "content-disposition": contentDisposition(`${listTexts[language].documentations} ${today()}.xlsx`),
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
      },
    });
  });
}
