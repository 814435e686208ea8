import {
  getDocumentation,
  listDocumentationTasks,
  listPhotos,
} from "#domain/endpoints/documentation/details.ts";
import { getOverview } from "#domain/endpoints/documentation/overview.ts";
import { photosPageSize } from "#features/documentation/photosPageSize.ts";
import type { Path } from "#navigation/routes.ts";

/**
 * What a screen asks first whatever its address says, by its path, with the names of the path's parameters: the page asks for it while
 * the console is on its way (opening.ts). Of a screen that shows one row, the first answers that, whose alias or name is the title.
 * For the build.
 */
export const bootCalls: Partial<Record<Path, readonly [string, ...string[]]>> = {
  "/overview": [getOverview.path],
  "/documentation/details/:uuid": [
    getDocumentation.path.replace("{id}", ":uuid"),
    `${listDocumentationTasks.path}?documentationId=:uuid`,
    `${listPhotos.path}?documentationId=:uuid&max=${photosPageSize}&offset=0`,
  ],
};
