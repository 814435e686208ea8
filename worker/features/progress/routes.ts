import { today } from "#domain/core/calendar/days.ts";
import { now } from "#domain/core/fields.ts";
import { downloadProgress, getProgress } from "#domain/endpoints/documentation/progress.ts";
import { mount } from "#worker/api/mount.ts";
import { customerInScope } from "#worker/db/scope.ts";
import { respondWithWorkbook } from "#worker/export/workbookResponse.ts";
import type { App } from "#worker/http/context.ts";
import { progressTexts } from "./progressTexts.ts";
import { writeProgressWorkbook } from "./progressWorkbook.ts";
import { readProgress } from "./readProgress.ts";

/** /progress: the figures of one customer, as a page and as a workbook. */
export function mountProgress(app: App): void {
  mount(app, getProgress, ({ db, actor, query }) =>
    readProgress(db, customerInScope(actor, query.customerId), query.weeks),
  );

  mount(app, downloadProgress, async ({ db, actor, query }) => {
    const { language } = query;
    const progress = await readProgress(db, customerInScope(actor, query.customerId), query.weeks);
    return respondWithWorkbook(`${progressTexts[language].title} ${today()}.xlsx`, (sink) =>
      writeProgressWorkbook(sink, progress, { language, madeAt: now() }),
    );
  });
}
