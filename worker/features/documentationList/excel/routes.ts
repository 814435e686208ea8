import { today } from "#domain/core/calendar/days.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { exportExcel, requestExcelExport } from "#domain/endpoints/documentation/list.ts";
import { serializeFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { mount } from "#worker/api/mount.ts";
import { readTicket, signTicket } from "#worker/auth/session/sessionTokens.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { respondWithWorkbook } from "#worker/export/workbookResponse.ts";
import type { App } from "#worker/http/context.ts";
import { parseInput } from "#worker/http/problems.ts";
import { readExportRows } from "./excelRows.ts";
import { listTexts } from "./listExcelTexts.ts";
import { writeListWorkbook } from "./listWorkbook.ts";

/** The path that an export's ticket is bound to; the filter follows as the query. */
const exportPath = "/api/documentation/exportExcel";

export function mountListExport(app: App): void {
  mount(app, requestExcelExport, async ({ env, actor, body }) => {
    scopeOf(actor, body.customerId);
    const { language, sort, order, ...filter } = body;
    const searchParams = new URLSearchParams({ ...serializeFilter(filter), language, sort, order });
    return { token: await signTicket(env, actor.sessionId, `${exportPath}?${searchParams}`) };
  });

  mount(app, exportExcel, async ({ env, shards, actor, params, query }) => {
    const ticket = await readTicket(env, params.token);
    if (ticket?.sessionId !== actor.sessionId || !ticket.path.startsWith(`${exportPath}?`))
      throw problem("notFound");
    const searchParams = new URLSearchParams(ticket.path.slice(exportPath.length + 1));
    const { language, sort, order, ...filter } = parseInput(
      requestExcelExport.body!,
      Object.fromEntries(searchParams),
    );
    const databases = shards.map(({ db, actor }) => ({ db, scope: scopeOf(actor) }));
    const rows = await readExportRows(databases, filter, { sort, order });
    const list = { columns: query.options, language, madeAt: now(), rows };
    return respondWithWorkbook(`${listTexts[language].documentations} ${today()}.xlsx`, (sink) =>
      writeListWorkbook(sink, list),
    );
  });
}
