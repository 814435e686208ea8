import { call, pathOf, send } from "#api/client.ts";
import { getCurrentSession, grantsOfSession, sessionKey } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { canCall } from "#domain/contract/endpoint.ts";
import { findTemplates, type TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import { displayGraphic, referencePhotoThumbnail } from "#domain/endpoints/configuration/images.ts";
import { findLicensesForCapture, getCaptureLogo } from "#domain/endpoints/configuration/licenseCalls.ts";
import { getSuggestions } from "#domain/endpoints/configuration/suggestionListCalls.ts";
import { findCacheableCall, wholeListQuery } from "./cacheableCalls.ts";
import "./offlineCache.ts";
import { readCachedResponse } from "./answerStore.ts";

/** Maximum number of items prefetched, by kind. */
const maxPrefetched = { licenses: 20, lists: 40, photos: 300, graphics: 100 };
/** Milliseconds during which fetched data is not fetched again. */
const maxAgeMs = { lists: 3600_000, photos: 24 * 3600_000 };

/** The data available for capturing offline. */
export interface OfflineData {
  /** When the oldest of the licences' templates was fetched, in milliseconds since the epoch. */
  preparedAt: number;
  templates: number;
}

/** The data that this or an earlier page has prefetched; null if none. */
export async function readOfflineData(): Promise<OfflineData | null> {
  const licenses = await readCachedJson(findLicensesForCapture.path);
  if (!licenses) return null;
  const { items } = findLicensesForCapture.response!.parse(licenses.body);
  const cachedTemplates = await Promise.all(
    items.slice(0, maxPrefetched.licenses).map((license) => readCachedJson(...templatesCallOf(license))),
  );
  const availableTemplates = cachedTemplates.filter((template) => template !== null);
  const templates = availableTemplates.flatMap(({ body }) => findTemplates.response!.parse(body).items);
  if (templates.length === 0) return null;
  return {
    preparedAt: Math.min(licenses.storedAt, ...availableTemplates.map(({ storedAt }) => storedAt)),
    templates: templates.length,
  };
}

/**
 * Prefetches everything a form needs, so that a template opens offline even if it was never opened before: the templates of the
 * user's licences, their logos, lists of suggestions, graphics and reference photos. The offline cache stores each response.
 * @throws ApiError if the templates cannot be fetched; missing lists and photos are ignored
 */
export async function prefetchForOffline(signal: AbortSignal): Promise<void> {
  const licenses = (await call(findLicensesForCapture, { signal })).items.slice(0, maxPrefetched.licenses);
  const templates: TemplateForDevice[] = [];
  for (const { licenseCode } of licenses)
    templates.push(...(await call(findTemplates, { body: { licenseCode }, signal })).items);
  const tasks = templates.flatMap((template) => template.tasks);
  const grants = grantsOfSession(getCurrentSession());
  if (!grants) return;
  if (hasAuthority(grants, "ROLE_SUGGESTION_LIST_READ"))
    for (const id of takeUnique(
      [...templates, ...tasks].map(({ suggestionList }) => suggestionList),
      maxPrefetched.lists,
    ))
      await refreshIfStale(pathOf(getSuggestions, { id }), maxAgeMs.lists, signal, () =>
        call(getSuggestions, { params: { id }, query: wholeListQuery, signal }),
      );
  for (const { id, hasLogo } of licenses)
    if (hasLogo)
      await refreshIfStale(pathOf(getCaptureLogo, { id }), maxAgeMs.photos, signal, () =>
        call(getCaptureLogo, { params: { id }, signal }),
      );
  if (canCall(grants, displayGraphic))
    for (const id of takeUnique(
      templates.flatMap((template) => template.graphics.map((graphic) => graphic.id)),
      maxPrefetched.graphics,
    )) {
      const path = pathOf(displayGraphic, { id });
      await refreshIfStale(path, maxAgeMs.photos, signal, () => send(path, { signal }));
    }
  if (canCall(grants, referencePhotoThumbnail))
    for (const id of takeUnique(
      tasks.flatMap((task) => task.referencePhotos),
      maxPrefetched.photos,
    )) {
      const path = pathOf(referencePhotoThumbnail, { id });
      await refreshIfStale(path, maxAgeMs.photos, signal, () => send(path, { signal }));
    }
}

const templatesCallOf = ({ licenseCode }: { licenseCode: string }) =>
  [findTemplates.path, findTemplates.method, { licenseCode }] as const;

const takeUnique = (ids: readonly (string | null)[], count: number): string[] =>
  [...new Set(ids)].filter((id) => id !== null).slice(0, count);

async function readCachedJson(
  path: string,
  method = "GET",
  body?: unknown,
): Promise<{ storedAt: number; body: unknown } | null> {
  const cacheEntry = findCacheableCall({ path, method, body });
  const cachedResponse =
    cacheEntry && (await readCachedResponse(sessionKey(), cacheEntry.name).catch(() => undefined));
  return cachedResponse
    ? { storedAt: cachedResponse.storedAt, body: JSON.parse(new TextDecoder().decode(cachedResponse.bytes)) }
    : null;
}

async function refreshIfStale(
  path: string,
  staleAfterMs: number,
  signal: AbortSignal,
  refetch: () => Promise<unknown>,
): Promise<void> {
  const cachedResponse = await readCachedResponse(sessionKey(), path).catch(() => undefined);
  if (cachedResponse && Date.now() - cachedResponse.storedAt < staleAfterMs) return;
  await refetch().catch(() => {});
  signal.throwIfAborted();
}
