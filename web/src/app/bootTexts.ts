import type { Texts } from "#i18n/texts.ts";
import { type Path, routeTable } from "#navigation/routes.ts";

/*
 * The static header of each screen, which boot.ts renders before React runs. Only the build imports this; it takes the texts from
 * the locales.
 */

/** A screen's header, as ui/layout/Page and ui/table/SearchBox render it. */
export interface BootHeader {
  /** Absent if the screen's first call provides it (bootCalls.ts). */
  title?: string;
  /** Above the title. */
  context?: string;
  lead?: string;
  /** The page is a narrow column for prose. */
  narrow?: true;
  /** The title has buttons beside it. */
  actions?: true;
  /** The search box's placeholder. */
  search?: string | undefined;
}

type Area = keyof Texts;
type TextKey = `${Exclude<Area, "common">}.${string}`;

type HeaderPath = Path | "/documentation/create";

/** Leads by path, as area and key. Leads that depend on data are omitted. */
const leads: Partial<Record<HeaderPath, TextKey>> = {
  "/overview": "overview.lead",
  "/documentation/create": "capture.start.lead",
  "/template": "template.lead",
  "/license": "license.lead",
  "/delivery": "delivery.lead",
  "/exportDocument": "exportDocument.lead",
  "/tempFile": "tempFile.lead",
  "/device": "device.lead",
  "/customer": "customer.lead",
  "/user": "user.lead",
  "/customerstatistics": "statistics.lead",
  "/domainChangeLog": "log.domainChange.lead",
  "/quartz": "scheduler.lead",
  "/switchAccount": "switching.account.lead",
  "/switchuser": "switching.user.lead",
};

/** Screens with a search box directly below title and lead. A lead that depends on data reserves its line with a blank one. */
const searchBoxes: Partial<Record<HeaderPath, { hint: TextKey; actions?: true; lead?: string }>> = {
  "/documentation": { hint: "documentation.searchHint", actions: true },
  "/map": { hint: "map.searchHint", lead: "\u00a0" },
  "/photo": { hint: "timeline.searchHint" },
};

const narrowPaths: ReadonlySet<HeaderPath> = new Set<HeaderPath>([
  "/documentation/create",
  "/profile",
  "/switchAccount",
  "/switchuser",
  "/copyGraphic",
]);

const locales = import.meta.glob<Record<string, unknown>>("../i18n/locales/*/*.ts", {
  eager: true,
  import: "default",
});

/** @throws Error if the text does not exist */
function textOf(language: string, area: string, key: string): string {
  const file = `../i18n/locales/${language}/${area}.ts`;
  const text = key
    .split(".")
    .reduce<unknown>(
      (node, part) => (typeof node === "object" && node !== null ? Reflect.get(node, part) : undefined),
      locales[file],
    );
  if (typeof text !== "string") throw new Error(`${file} has no ${key}`);
  return text;
}

function translate(language: string, text: TextKey): string {
  const [area, ...key] = text.split(".");
  return textOf(language, area!, key.join("."));
}

function headerOf(language: string, path: HeaderPath, title: keyof Texts["common"]["routes"]): BootHeader {
  const lead = leads[path];
  const { hint, ...extras } = searchBoxes[path] ?? {};
  return {
    title: textOf(language, "common", `routes.${title}`),
    ...(lead && { lead: translate(language, lead) }),
    ...(narrowPaths.has(path) && { narrow: true }),
    ...(hint && { ...extras, search: translate(language, hint) }),
  };
}

/** Screens with static titles: the title of a screen whose URL names a row depends on the row. */
const staticHeaders: readonly { path: HeaderPath; title: keyof Texts["common"]["routes"] }[] = [
  ...routeTable.filter(
    ({ path, authentication }) => authentication === "session" && path !== "/" && !path.includes(":"),
  ),
  { path: "/documentation/create", title: "documentationCreate" },
];

/** Headers by URL path, or by route path if the URL names a row. */
export const bootHeaders = (language: "en" | "sv"): Record<string, BootHeader> => ({
  ...Object.fromEntries(staticHeaders.map(({ path, title }) => [path, headerOf(language, path, title)])),
  "/documentation/details/:uuid": { context: textOf(language, "common", "routes.documentation") },
});
