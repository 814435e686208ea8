/*
 * The layers of domain, console and Worker, from the bottom up. A file may import its own layer and those below, never one above: a
 * change high up cannot break what lies below, and the lower layers can be read on their own. The tables in docs/architecture.md are
 * written from here (`npm run check:imports -- --write`).
 */

export interface Layer {
  /** Folders, or files without their extension, directly in the layering's folder. */
  names: readonly string[];
  /** What the layer holds, for docs/architecture.md. */
  purpose: string;
}

export interface Layering {
  folder: string;
  /** From the bottom. */
  layers: readonly Layer[];
  /** A layer whose folders may not import each other: what two of them share belongs below. */
  slices?: string;
}

const layer = (names: string, purpose: string): Layer => ({ names: names.split(" "), purpose });

export const layerings: readonly Layering[] = [
  {
    folder: "domain",
    layers: [
      layer("core", "field types, problems, validation, text, calendar and tree helpers"),
      layer("access", "authorities, products, the actor, passwords"),
      layer(
        "map media lists configuration",
        "rules of maps, photos, suggestion and answer lists, destinations and imports",
      ),
      layer("task", "task types, answers, preconditions, required answers"),
      layer("links", "upload links"),
      layer("documentation", "status, completion, merging, names, list columns"),
      layer("delivery", "requests, states and checks of deliveries"),
      layer("template", "a template's content, editing, copying, backups and CSV"),
      layer("layout", "the grammar of report layouts"),
      layer("operations", "storage growth"),
      layer("contract", "how entities and calls are defined, and how answers of several databases merge"),
      layer("resources", "one contract per entity"),
      layer("endpoints", "contracts of the other calls, by area"),
      layer("capture", "drafts of the capture form"),
    ],
  },
  {
    folder: "domain/endpoints",
    layers: [
      layer("shared", "jobs, filters, export events: used by several areas"),
      layer(
        "configuration account operations",
        "templates, lists, licences, customers; sessions and profiles; scheduler and logs",
      ),
      layer("documentation", "details, lists, groups, map, timeline, overview"),
      layer("capture", "calls of devices and of the portal's capture form"),
      layer("links", "upload links and what comes through them"),
      layer("review", "changes by reviewers, one or many at a time"),
      layer("exports", "exports, documents and deliveries"),
    ],
  },
  {
    folder: "web/src",
    slices: "screens",
    layers: [
      layer("lib", "browser helpers without React"),
      layer("i18n theme", "texts in both languages; colours and base styles"),
      layer("api", "calls, session, caches"),
      layer("offline", "the service worker and cached responses"),
      layer("ui", "the design system"),
      layer("navigation", "the route table, its guard and the menus"),
      layer("features", "shared by several screens, or specific to the domain"),
      layer("screens", "one folder per route"),
      layer("app", "the shell, the router, preloading"),
      layer("entry", "entry points of the pages"),
    ],
  },
  {
    folder: "web/src/ui",
    layers: [
      layer("brand", "the logo"),
      layer("overlay hooks", "stores of alerts and modals; React hooks"),
      layer("layout", "boxes, typography, pages, tabs"),
      layer("format", "dates, numbers, positions, codes"),
      layer("button select input", "controls"),
      layer("dialog feedback", "modals, alerts, loading and errors"),
      layer("shortcuts form table print upload", "keyboard, forms, tables, printing, uploads"),
      layer("undo", "the undo toast"),
    ],
  },
  {
    folder: "worker",
    slices: "features",
    layers: [
      layer("env runtimeEnv secrets", "bindings, sealing of secrets"),
      layer("db", "schema, triggers, audited batches, customer scope, shards"),
      layer("http", "request bodies, problems, shapes of responses"),
      layer("mail", "mails and their outbox"),
      layer("export", "documents and zips: from a plan to bytes"),
      layer("connectors", "destinations behind one interface, sources of imports, private addresses"),
      layer("fonts", "the faces that PDFs embed"),
      layer("media", "digests, EXIF, the JPEG codec, renditions, signed uploads"),
      layer("maps", "the maps that documents show"),
      layer("auth", "who is calling: sessions, licences, links, tickets, rate limits"),
      layer("api", "how a call is mounted, spread over databases and described (OpenAPI)"),
      layer("ingest", "from announced bytes to a photo or file: reserve, settle, complete"),
      layer("jobs", "long work in leased steps"),
      layer("resources", "the five standard handlers, and the binding of each contract to its table"),
      layer("documentation", "one documentation: details, changes, parts, removal"),
      layer("listQuery", "filter, search, count and page through documentations"),
      layer("exportContent", "what an export contains: plans, reports, selections"),
      layer("links", "upload links, mailed links, and what reviewers send back through them"),
      layer("features", "all other features, one folder each"),
      layer("jobKinds", "all kinds of background work"),
      layer("cron", "scheduled jobs"),
      layer("app index", "mounting; fetch, queue and scheduled"),
    ],
  },
];

/** The name under a layering's folder that a file belongs to; null for a file elsewhere. */
const unitOf = (folder: string, file: string): string | null =>
  file.startsWith(`${folder}/`)
    ? file
        .slice(folder.length + 1)
        .split("/")[0]!
        .replace(/\.tsx?$/, "")
    : null;

const sliceOf = ({ folder, slices }: Layering, file: string): string | undefined =>
  slices && file.startsWith(`${folder}/${slices}/`)
    ? file.slice(`${folder}/${slices}/`.length).split("/")[0]
    : undefined;

/** The errors of an import between two files, given relative to the repository. */
export function findLayerErrors(from: string, to: string): string[] {
  return layerings.flatMap((layering) => {
    const { folder, layers } = layering;
    const [lower, upper] = [unitOf(folder, from), unitOf(folder, to)];
    if (lower === null || upper === null) return [];
    const indexOf = (unit: string) => layers.findIndex(({ names }) => names.includes(unit));
    const missing = [lower, upper].filter((unit) => indexOf(unit) === -1);
    if (missing.length > 0)
      return missing.map((unit) => `${folder}/${unit} belongs to no layer (scripts/checks/layers.ts)`);
    if (indexOf(upper) > indexOf(lower)) return [`${folder}: ${upper} is above ${lower}`];
    const [a, b] = [sliceOf(layering, from), sliceOf(layering, to)];
    return a && b && a !== b
      ? [`${folder}/${layering.slices}: ${a} may not import ${b}; what they share belongs below`]
      : [];
  });
}

const marker = (folder: string, edge: "begin" | "end") => `<!-- layers of ${folder}: ${edge} -->`;

/** The document with its tables of layers regenerated. @throws Error for a table without its markers */
export function withLayerTables(document: string): string {
  return layerings.reduce((text, { folder, layers }) => {
    const [start, end] = [text.indexOf(marker(folder, "begin")), text.indexOf(marker(folder, "end"))];
    if (start === -1 || end < start) throw new Error(`docs/architecture.md has no table of ${folder}`);
    const rows = layers.map(({ names, purpose }) => `| ${names.join(", ")} | ${purpose} |`);
    const table = [marker(folder, "begin"), "", "| layer | holds |", "|---|---|", ...rows, "", ""].join("\n");
    return text.slice(0, start) + table + text.slice(end);
  }, document);
}

/** Base names that several files of a part may have. */
const commonNames = new Set(["index", "types", "routes", "testing", "[[path]]"]);
/** An entity has the same name in its contract and its table, a text area in both languages. */
const namedByEntity = /^(domain\/resources|worker\/db\/schema|web\/src\/i18n\/locales)\//;

/** Files of one part with the same base name: editors' tabs cannot tell them apart. */
export function findDuplicateNames(files: readonly string[]): string[] {
  const filesByName = Map.groupBy(
    files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts") && !namedByEntity.test(file)),
    (file) =>
      `${file.split("/")[0]}/${file
        .split("/")
        .at(-1)!
        .replace(/\.tsx?$/, "")}`,
  );
  return [...filesByName].flatMap(([name, duplicates]) =>
    duplicates.length > 1 && !commonNames.has(name.split("/")[1]!)
      ? [`Files with one name: ${duplicates.join(", ")}`]
      : [],
  );
}
