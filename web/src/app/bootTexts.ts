import type { Texts } from "#i18n/texts.ts";
import { type Path, routeTable } from "#navigation/routes.ts";

/*
 * What stands at the top of a screen whatever it shows: the page says it before the console runs (opening.ts). For the build, which
 * takes the texts out of the locales; the console itself does not import this.
 */

/** The top of a screen, as ui/layout/Page and ui/table/SearchBox have it. */
export interface BootHeader {
  /** Absent where the screen's first call answers it (openingCalls.ts). */
  title?: string;
  /** Above the title. */
  context?: string;
  lead?: string;
  /** Whether it stands in a column for prose. */
  narrow?: true;
  /** Whether buttons stand beside the title. */
  actions?: true;
  /** What its search box says while it is empty. */
  search?: string | undefined;
}

type Area = keyof Texts;
type Text = `${Exclude<Area, "common">}.${string}`;

type Address = Path | "/documentation/create";

/** Leads by address, as area and key. Those that depend on data are not there. */
const leads: Partial<Record<Address, Text>> = {
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

/** Where the search box stands right below title and lead. A lead that comes with the data keeps its line until then. */
const searches: Partial<Record<Address, { hint: Text; actions?: true; lead?: string }>> = {
  "/documentation": { hint: "documentation.searchHint", actions: true },
  "/map": { hint: "map.searchHint", lead: "\u00a0" },
};

const narrow: ReadonlySet<Address> = new Set<Address>([
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

/** @throws Error for a text that is not there */
function textOf(language: string, area: string, key: string): string {
  const file = `../i18n/locales/${language}/${area}.ts`;
  const text = key
    .split(".")
    .reduce<unknown>((found, part) => (found as Record<string, unknown> | undefined)?.[part], locales[file]);
  if (typeof text !== "string") throw new Error(`${file} has no ${key}`);
  return text;
}

function translate(language: string, text: Text): string {
  const [area, ...key] = text.split(".");
  return textOf(language, area!, key.join("."));
}

function topOf(language: string, path: Address, title: keyof Texts["common"]["routes"]): BootHeader {
  const lead = leads[path];
  const { hint, ...beside } = searches[path] ?? {};
  return {
    title: textOf(language, "common", `routes.${title}`),
    ...(lead && { lead: translate(language, lead) }),
    ...(narrow.has(path) && { narrow: true }),
    ...(hint && { ...beside, search: translate(language, hint) }),
  };
}

/** Screens whose address names what they show have a title of its own. */
const addresses: readonly { path: Address; title: keyof Texts["common"]["routes"] }[] = [
  ...routeTable.filter(
    ({ path, authentication }) => authentication === "session" && path !== "/" && !path.includes(":"),
  ),
  { path: "/documentation/create", title: "documentationCreate" },
];

/** By address, or by path where the address names a row. */
export const bootHeaders = (language: "en" | "sv"): Record<string, BootHeader> => ({
  ...Object.fromEntries(addresses.map(({ path, title }) => [path, topOf(language, path, title)])),
  "/documentation/details/:uuid": { context: textOf(language, "common", "routes.documentation") },
});
