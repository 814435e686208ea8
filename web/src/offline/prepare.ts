import { call, pathOf, send } from "#api/client.ts";
import { currentSession, grantsOfSession, sessionKey } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { canCall } from "#domain/contract/endpoint.ts";
import { findTemplates, type TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import { displayGraphic, referencePhotoThumbnail } from "#domain/endpoints/configuration/images.ts";
import { findLicensesForCapture, getCaptureLogo } from "#domain/endpoints/configuration/licenseCalls.ts";
import { getSuggestions } from "#domain/endpoints/configuration/suggestionListCalls.ts";
import { cacheableCall, wholeListQuery } from "./cacheableCalls.ts";
import "./offlineCache.ts";
import { readAnswer } from "./answerStore.ts";

/** The most that is fetched beforehand. */
const maxPrefetched = { licenses: 20, lists: 40, photos: 300, graphics: 100 };
/** Milliseconds during which fetched data is not fetched again. */
const maxAgeMs = { lists: 3600_000, photos: 24 * 3600_000 };

/** The data that capturing has without a network. */
export interface Prepared {
  /** When the oldest of the licences' templates was fetched, in milliseconds. */
  at: number;
  templates: number;
}

/** What this or an earlier page fetched; null when nothing was. */
export async function readPrepared(): Promise<Prepared | null> {
  const licenses = await kept(findLicensesForCapture.path);
  if (!licenses) return null;
  const { items } = findLicensesForCapture.response!.parse(licenses.body);
  const answers = await Promise.all(
    items.slice(0, maxPrefetched.licenses).map((license) => kept(...templatesOf(license))),
  );
  const there = answers.filter((answer) => answer !== null);
  const templates = there.flatMap(({ body }) => findTemplates.response!.parse(body).items);
  if (templates.length === 0) return null;
  return { at: Math.min(licenses.at, ...there.map(({ at }) => at)), templates: templates.length };
}

/**
 * Fetches everything a form needs, so that a template never opened before opens offline too: the templates of the user's
 * licences, their logos, lists of suggestions, graphics and reference photos. Each call keeps its own answer.
 * @throws Failure when the templates cannot be fetched; a missing list or photo is not a failure.
 */
export async function prepare(signal: AbortSignal): Promise<void> {
  const licenses = (await call(findLicensesForCapture, { signal })).items.slice(0, maxPrefetched.licenses);
  const templates: TemplateForDevice[] = [];
  for (const { licenseCode } of licenses)
    templates.push(...(await call(findTemplates, { body: { licenseCode }, signal })).items);
  const tasks = templates.flatMap((template) => template.tasks);
  const grants = grantsOfSession(currentSession());
  if (!grants) return;
  if (hasAuthority(grants, "ROLE_SUGGESTION_LIST_READ"))
    for (const id of firstUnique(
      [...templates, ...tasks].map((one) => one.suggestionList),
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
    for (const id of firstUnique(
      templates.flatMap((template) => template.graphics.map((graphic) => graphic.id)),
      maxPrefetched.graphics,
    )) {
      const path = pathOf(displayGraphic, { id });
      await refreshIfStale(path, maxAgeMs.photos, signal, () => send(path, { signal }));
    }
  if (canCall(grants, referencePhotoThumbnail))
    for (const id of firstUnique(
      tasks.flatMap((task) => task.referencePhotos),
      maxPrefetched.photos,
    )) {
      const path = pathOf(referencePhotoThumbnail, { id });
      await refreshIfStale(path, maxAgeMs.photos, signal, () => send(path, { signal }));
    }
}

const templatesOf = ({ licenseCode }: { licenseCode: string }) =>
  [findTemplates.path, findTemplates.method, { licenseCode }] as const;

const firstUnique = (ids: readonly (string | null)[], count: number): string[] =>
  [...new Set(ids)].filter((id) => id !== null).slice(0, count);

async function kept(
  path: string,
  method = "GET",
  body?: unknown,
): Promise<{ at: number; body: unknown } | null> {
  const named = cacheableCall({ path, method, body });
  const answer = named && (await readAnswer(sessionKey(), named.name).catch(() => undefined));
  return answer ? { at: answer.at, body: JSON.parse(new TextDecoder().decode(answer.bytes)) } : null;
}

async function refreshIfStale(
  path: string,
  freshFor: number,
  signal: AbortSignal,
  fetchIt: () => Promise<unknown>,
): Promise<void> {
  const before = await readAnswer(sessionKey(), path).catch(() => undefined);
  if (before && Date.now() - before.at < freshFor) return;
  await fetchIt().catch(() => {});
  signal.throwIfAborted();
}
