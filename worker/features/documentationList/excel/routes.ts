import { serializeFilter } from "../../../../domain/endpoints/documentationFilter";
import { exportExcel, requestExcelExport } from "../../../../domain/endpoints/documentationList";
import { now } from "../../../../domain/fields";
import { problem } from "../../../../domain/problem";
import { today } from "../../../../domain/rules/days";
import { scopeOf } from "../../../db/scope";
import { mount } from "../../../entrance/mount";
import { readTicket, signTicket } from "../../../entrance/session/tokens";
import { contentDisposition } from "../../../export/contentDisposition";
import { xlsxType } from "../../../export/sheetXml";
import type { App } from "../../../http/context";
import { parseInput } from "../../../http/problems";
import { exportRows } from "./rows";
import { listTexts } from "./texts";
import { writeList } from "./workbook";

/** The path that the ticket of an export is bound to; the filter follows it as the query. */
const path = "/api/documentation/exportExcel";

export function mountListExport(app: App): void {
  mount(app, requestExcelExport, async ({ env, actor, body }) => {
    scopeOf(actor, body.customerId);
    const { language, sort, order, ...filter } = body;
    const wish = new URLSearchParams({ ...serializeFilter(filter), language, sort, order });
    return { token: await signTicket(env, actor.sessionId, `${path}?${wish}`) };
  });

  mount(app, exportExcel, async ({ env, places, actor, params, query }) => {
    const ticket = await readTicket(env, params.token);
    if (ticket?.sessionId !== actor.sessionId || !ticket.path.startsWith(`${path}?`))
      throw problem("notFound");
    const wish = new URLSearchParams(ticket.path.slice(path.length + 1));
    const { language, sort, order, ...filter } = parseInput(
      requestExcelExport.body!,
      Object.fromEntries(wish),
    );
    const databases = places.map(({ db, actor }) => ({ db, scope: scopeOf(actor) }));
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
