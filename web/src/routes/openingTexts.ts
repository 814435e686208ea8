import type { Texts } from "../i18n/texts";
import { type Path, routeTable } from "./routes";

/*
 * What stands at the top of a screen whatever it shows: the page says it before the console runs (opening.ts). For the build, which
 * takes the texts out of the locales; the console itself does not import this.
 */

/** A screen's title, what is said below it, and whether it stands in a column for prose, as `Page` has it. */
export type OpeningText = readonly [title: string, lead: string, narrow: boolean];

type Area = keyof Texts;
type Lead = `${Exclude<Area, "common">}.${string}`;

type Address = Path | "/documentation/create";

/** Leads by address, as area and key. Those that depend on data are not there. */
const leads: Partial<Record<Address, Lead>> = {
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

function leadOf(language: string, address: Address): string {
  const lead = leads[address];
  if (!lead) return "";
  const [area, ...key] = lead.split(".");
  return textOf(language, area!, key.join("."));
}

/** Screens whose address names what they show have a title of its own. */
const addresses: readonly { path: Address; title: keyof Texts["common"]["routes"] }[] = [
  ...routeTable.filter(({ path, entrance }) => entrance === "session" && path !== "/" && !path.includes(":")),
  { path: "/documentation/create", title: "documentationCreate" },
];

/** By address. */
export const openingTexts = (language: "en" | "sv"): Record<string, OpeningText> =>
  Object.fromEntries(
    addresses.map(({ path, title }) => [
      path,
      [textOf(language, "common", `routes.${title}`), leadOf(language, path), narrow.has(path)],
    ]),
  );
