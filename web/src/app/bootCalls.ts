import {
  getDocumentation,
  listDocumentationTasks,
  listPhotos,
  photoThumbnail,
} from "#domain/endpoints/documentation/details.ts";
import { getOverview } from "#domain/endpoints/documentation/overview.ts";
import { getTimelineSpans, listTimelinePhotos } from "#domain/endpoints/documentation/photoTimeline.ts";
import { photosPageSize } from "#features/documentation/photosPageSize.ts";
import type { Path } from "#navigation/routes.ts";

/**
 * The first calls of screens, by screen path, with the path's parameter names as placeholders. The page prefetches them while the
 * console loads (entry/boot.ts). For a screen of one row, the first call returns that row, whose alias or name is the title. Read
 * by the build.
 */
export const bootCalls: Partial<Record<Path, readonly [string, ...string[]]>> = {
  "/overview": [getOverview.path],
  "/photo": [getTimelineSpans.path],
  "/documentation/details/:uuid": [
    getDocumentation.path.replace("{id}", ":uuid"),
    `${listDocumentationTasks.path}?documentationId=:uuid`,
    `${listPhotos.path}?documentationId=:uuid&max=${photosPageSize}&offset=0`,
  ],
};

/** The calls that the page makes for the items of the first responses: thumbnails, and the photos of the timeline's newest span. */
export const bootPhotoCalls = { thumbnail: photoThumbnail.path, spanPhotos: listTimelinePhotos.path };
