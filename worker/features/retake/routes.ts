import * as contracts from "#domain/endpoints/documentation/retake.ts";
import { mount } from "#worker/api/mount.ts";
import { retake } from "#worker/db/schema/index.ts";
import { findScoped, scopeOf } from "#worker/db/scope.ts";
import { visibleDocumentation } from "#worker/documentation/details.ts";
import { canUnblur } from "#worker/documentation/mediaResponses.ts";
import { listRetakes } from "#worker/documentation/retakes.ts";
import type { App } from "#worker/http/context.ts";
import { answerByLink } from "./answerRetake.ts";
import { earlierResponse, listEarlierPhotos } from "./earlierPhotos.ts";
import { suggestionsByLink } from "./retakeSuggestions.ts";
import { listRetakeRequests, retakeRequestPhoto } from "./retakesOfLink.ts";
import { endRetake, sendBack } from "./sendBack.ts";

/** Photos and tasks that reviewers send back, and the earlier versions of replaced photos. */
export function mountRetakes(app: App): void {
  mount(app, contracts.createRetakes, ({ env, db, actor, body }) => sendBack(env, db, actor, body));
  mount(app, contracts.findRetakes, async ({ db, actor, params }) => ({
    items: await listRetakes(db, await visibleDocumentation(db, scopeOf(actor), params.id)),
  }));
  mount(app, contracts.withdrawRetake, async ({ db, actor, params }) =>
    endRetake(db, actor, await findScoped(db, scopeOf(actor), retake, params.id), "WITHDRAWN"),
  );
  mount(app, contracts.reopenRetake, async ({ db, actor, params }) =>
    endRetake(db, actor, await findScoped(db, scopeOf(actor), retake, params.id), null),
  );

  mount(app, contracts.findEarlierPhotos, async ({ db, actor, params }) => ({
    items: await listEarlierPhotos(db, await visibleDocumentation(db, scopeOf(actor), params.id)),
  }));
  const forms = [
    [contracts.earlierPhotoThumbnail, "thumbnail"],
    [contracts.earlierPhotoDownload, "rendition"],
    [contracts.earlierPhotoDownloadOriginal, "original"],
  ] as const;
  for (const [endpoint, form] of forms)
    mount(app, endpoint, ({ c, env, db, actor, params }) =>
      earlierResponse(
        env,
        db,
        scopeOf(actor),
        { id: params.id, form, unblurred: canUnblur(actor) },
        c.req.raw,
      ),
    );

  mount(app, contracts.listRetakeRequests, async ({ db, link }) => ({
    items: await listRetakeRequests(db, link),
  }));
  mount(app, contracts.searchRetakeSuggestions, async ({ db, link, body }) => ({
    items: await suggestionsByLink(db, link, body),
  }));
  mount(app, contracts.answerRetake, async ({ db, link, body }) => {
    await answerByLink(db, link, body);
    return { items: await listRetakeRequests(db, link) };
  });
  mount(app, contracts.retakePhotoDownload, ({ c, env, db, link, params }) =>
    retakeRequestPhoto(env, db, link, params.id, c.req.raw),
  );
}
