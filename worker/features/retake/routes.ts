import * as contracts from "#domain/endpoints/documentation/retake.ts";
import { mount } from "#worker/api/mount.ts";
import { retake } from "#worker/db/schema/index.ts";
import { findRowInScope, scopeOf } from "#worker/db/scope.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";
import { canUnblur } from "#worker/documentation/mediaResponses.ts";
import { listRetakes } from "#worker/documentation/retakes.ts";
import type { App } from "#worker/http/context.ts";
import { sendBackItems, setRetakeOutcome } from "#worker/links/sendBack.ts";
import { answerRetakeByLink } from "./answerRetake.ts";
import { listEarlierPhotos, serveEarlierPhoto } from "./earlierPhotos.ts";
import { listRetakeDevices } from "./retakeDevices.ts";
import { listSuggestionsByLink } from "./retakeSuggestions.ts";
import { listRetakeRequests, serveRetakePhoto } from "./retakesOfLink.ts";

/** Photos and tasks that reviewers send back, and the earlier versions of replaced photos. */
export function mountRetakes(app: App): void {
  mount(app, contracts.createRetakes, ({ env, db, actor, body }) => sendBackItems(env, db, actor, body));
  mount(app, contracts.findRetakes, async ({ db, actor, params }) => ({
    items: await listRetakes(db, await findVisibleDocumentation(db, scopeOf(actor), params.id)),
  }));
  mount(app, contracts.findRetakeDevices, async ({ db, actor, params }) => ({
    items: await listRetakeDevices(db, await findVisibleDocumentation(db, scopeOf(actor), params.id)),
  }));
  mount(app, contracts.withdrawRetake, async ({ db, actor, params }) =>
    setRetakeOutcome(db, actor, await findRowInScope(db, scopeOf(actor), retake, params.id), "WITHDRAWN"),
  );
  mount(app, contracts.reopenRetake, async ({ db, actor, params }) =>
    setRetakeOutcome(db, actor, await findRowInScope(db, scopeOf(actor), retake, params.id), null),
  );

  mount(app, contracts.findEarlierPhotos, async ({ db, actor, params }) => ({
    items: await listEarlierPhotos(db, await findVisibleDocumentation(db, scopeOf(actor), params.id)),
  }));
  const photoForms = [
    [contracts.earlierPhotoThumbnail, "thumbnail"],
    [contracts.earlierPhotoDownload, "rendition"],
    [contracts.earlierPhotoDownloadOriginal, "original"],
  ] as const;
  for (const [endpoint, form] of photoForms)
    mount(app, endpoint, ({ c, env, db, actor, params }) =>
      serveEarlierPhoto(
        env,
        db,
        scopeOf(actor),
        { id: params.id, form, canUnblur: canUnblur(actor) },
        c.req.raw,
      ),
    );

  mount(app, contracts.listRetakeRequests, async ({ db, link }) => ({
    items: await listRetakeRequests(db, link),
  }));
  mount(app, contracts.searchRetakeSuggestions, async ({ db, link, body }) => ({
    items: await listSuggestionsByLink(db, link, body),
  }));
  mount(app, contracts.answerRetake, async ({ db, link, body }) => {
    await answerRetakeByLink(db, link, body);
    return { items: await listRetakeRequests(db, link) };
  });
  mount(app, contracts.retakePhotoDownload, ({ c, env, db, link, params }) =>
    serveRetakePhoto(env, db, link, params.id, c.req.raw),
  );
}
