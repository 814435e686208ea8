import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseAst } from "vite";
import { z } from "zod";

/** Versions of the oldest supported browsers by their names in MDN's data. The README and web/build/script.ts name the same. */
const oldestVersions: Readonly<Record<string, number>> = {
  chrome: 109,
  chrome_android: 109,
  firefox: 115,
  firefox_android: 115,
  safari: 16.4,
  safari_ios: 16.4,
};

const support = z.looseObject({
  version_added: z.union([z.string(), z.boolean(), z.null()]).optional(),
  flags: z.unknown().optional(),
});
const compat = z.object({ support: z.record(z.string(), z.union([support, z.array(support)]).optional()) });

/** Interfaces whose members the console calls on objects that it is given. Of the others only the static members count. */
const pageInterfaces = new Set(
  `AbortSignal Blob CanvasRenderingContext2D Clipboard CSSStyleSheet DataTransfer Document DOMRect Element Event EventTarget File FormData
  Headers HTMLButtonElement HTMLCanvasElement HTMLDialogElement HTMLElement HTMLFormElement HTMLImageElement HTMLInputElement
  HTMLTextAreaElement IDBDatabase IDBObjectStore ImageBitmap IntersectionObserver KeyboardEvent LockManager Navigator Node
  OffscreenCanvas Performance PointerEvent ReadableStream Request ResizeObserver Response ServiceWorkerRegistration ShadowRoot Storage
  StorageManager SubtleCrypto URL URLSearchParams Window Worker`.split(/\s+/),
);

interface BuiltIns {
  /** Members and globals that an oldest browser lacks, by their full names, such as `Map.groupBy` or `Array.prototype.with`. */
  unsupportedNames: ReadonlySet<string>;
  /** Those of JavaScript itself. */
  scriptNames: ReadonlySet<string>;
  /** Member names that some built-in has in all supported browsers: `x.map` may be an array's. */
  commonNames: ReadonlySet<string>;
}

function readBuiltIns(): BuiltIns {
  const file = createRequire(import.meta.url).resolve("@mdn/browser-compat-data");
  const data: { api: object; javascript: { builtins: object & { Intl: object } } } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  const unsupportedNames = new Set<string>();
  const scriptNames = new Set<string>();
  const commonNames = new Set<string>();
  const isFeature = (name: string) => /^[A-Za-z]\w*$/.test(name);
  const add = (owner: string, feature: string, value: object, hasMethods: boolean, isScript: boolean) => {
    const result = compat.safeParse("__compat" in value ? value.__compat : null);
    if (!result.success || !isFeature(feature)) return;
    const name = feature.replace(/_static$/, "");
    // MDN lists no separate path for static members of JavaScript's own objects: both paths stand for them.
    const paths = owner ? [`${owner}.${name}`] : [name];
    if (owner && hasMethods) paths.push(`${owner}.prototype.${name}`);
    if (isInAll(result.data)) commonNames.add(name);
    else
      for (const path of paths) {
        unsupportedNames.add(path);
        if (isScript) scriptNames.add(path);
      }
  };
  const { builtins } = data.javascript;
  for (const interfaces of [data.api, builtins, builtins.Intl])
    for (const [owner, members] of Object.entries(interfaces)) {
      if (owner === "__compat") continue;
      const isScript = interfaces === builtins;
      add("", owner, members, false, isScript);
      const hasMethods = interfaces !== data.api || pageInterfaces.has(owner);
      for (const [member, value] of Object.entries<object>(members))
        if (member !== owner) add(owner, member, value, hasMethods, isScript);
    }
  return { unsupportedNames, scriptNames, commonNames };
}

const isInAll = ({ support: versions }: z.output<typeof compat>): boolean =>
  Object.entries(oldestVersions).every(([browser, oldest]) =>
    [versions[browser] ?? []].flat().some(({ version_added: versionAdded, flags }) => {
      if (flags !== undefined || !versionAdded || versionAdded === "preview") return false;
      return versionAdded === true || Number.parseFloat(versionAdded.replace("≤", "")) <= oldest;
    }),
  );

let cachedBuiltIns: BuiltIns | undefined;
function listBuiltIns(): BuiltIns {
  cachedBuiltIns ??= readBuiltIns();
  return cachedBuiltIns;
}

/** The members and globals of JavaScript itself that an oldest browser lacks, by their full names. */
export const findMissingScriptBuiltIns = (): string[] => [...listBuiltIns().scriptNames];

/**
 * The built-ins that a script uses and an oldest browser lacks. A member of an unknown object counts by its name if only unsupported
 * built-ins have that name. Built-ins that the script tests first (`typeof`, `?.`, `in`, a condition) do not count.
 */
export function lackingBuiltInsIn(code: string): Set<string> {
  const { unsupportedNames, commonNames } = listBuiltIns();
  const lackingMembers = new Map<string, string>();
  for (const path of unsupportedNames) {
    const name = path.split(".").at(-1)!;
    // The first of equal names is an array's, not a typed array's.
    if (path.includes(".prototype.") && !commonNames.has(name) && !lackingMembers.has(name))
      lackingMembers.set(name, path);
  }
  const uses = new Map<string, string>();
  const testedNames = new Set<string>();
  const walk = (node: unknown, isTest: boolean, isCallee: boolean): void => {
    if (Array.isArray(node)) {
      for (const item of node) walk(item, false, false);
      return;
    }
    if (!isNode(node)) return;
    const name = memberName(node);
    if (name !== null) {
      const owner = nodeName(node.object);
      const path = `${owner}.${name}`;
      const isOptional = node.optional === true;
      if (isTest || isOptional) testedNames.add(name);
      else if (owner && unsupportedNames.has(path)) uses.set(path, name);
      else if (isCallee && lackingMembers.has(name)) uses.set(lackingMembers.get(name)!, name);
    }
    for (const [key, inner] of Object.entries(node)) {
      if (key === "type") continue;
      const isCondition =
        (key === "test" && isNode(inner)) ||
        (key === "left" && node.type === "LogicalExpression") ||
        (key === "argument" && node.type === "UnaryExpression");
      const isOperand = isTest && (key === "left" || key === "right" || key === "argument");
      if (node.type === "BinaryExpression" && node.operator === "in" && key === "left")
        testedNames.add(textOf(inner) ?? "");
      if (node.type === "CallExpression" && key === "callee" && isNode(inner)) {
        // `a.b?.()` tests b.
        if (node.optional === true) walk(inner, true, false);
        else walk(inner, false, true);
      } else if (node.type === "NewExpression" && key === "callee") {
        const global = nodeName(inner);
        if (global && unsupportedNames.has(global)) uses.set(global, global);
        walk(inner, false, false);
      } else walk(inner, isCondition || isOperand, false);
    }
  };
  walk(parseAst(code), false, false);
  return new Set([...uses].flatMap(([path, name]) => (testedNames.has(name) ? [] : [path])));
}

type Node = { type: string } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

function memberName(node: Node): string | null {
  if (node.type !== "MemberExpression" || !isNode(node.property)) return null;
  const { property } = node;
  if (node.computed === true) return textOf(property);
  return typeof property.name === "string" ? property.name : null;
}

const nodeName = (node: unknown): string =>
  isNode(node) && node.type === "Identifier" && typeof node.name === "string" ? node.name : "";

/** The text of a literal; the minifier writes strings as templates. */
function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === "TemplateLiteral" && Array.isArray(node.quasis) && node.quasis.length === 1)
    return node.quasis[0].value.cooked;
  return typeof node.value === "string" ? node.value : null;
}
