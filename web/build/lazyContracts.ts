import path from "node:path";
import { type Plugin, parseAst } from "vite";

const contracts = /[\\/]domain[\\/](endpoints[\\/]\w+|resources)[\\/][\w-]+\.ts$/;
/** Files with parts of contracts, beside texts that the console shows. */
const parts =
  /[\\/]domain[\\/](capture|configuration|delivery|documentation|layout|media|template)[\\/][\w-]+\.ts$/;
const makers = new Set(["z", "defineEndpoint", "defineImageResource", "defineResource"]);
/** Methods that derive a schema from another, which may be imported. */
const derivations = new Set(["array", "extend", "nullable", "omit", "optional", "pick"]);

/** Makes each schema, endpoint and resource of the contracts lazy, and lets the bundler drop unused ones. */
export function lazyContracts(): Plugin {
  let lazyObject = "";
  return {
    name: "siteproof-lazy-contracts",
    apply: "build",
    configResolved(config) {
      lazyObject = path.join(config.root, "src/api/lazyObject.ts");
    },
    transform(code, id) {
      if (contracts.test(id)) return { code: wrapContracts(withoutApiTexts(code), lazyObject), map: null };
      return parts.test(id) ? { code: wrapContracts(code, lazyObject), map: null } : null;
    },
  };
}

const apiTexts = new Set(["summary", "description"]);

/** Empties the texts of the API's documentation, which only the Worker serves. */
export function withoutApiTexts(code: string): string {
  let output = "";
  let end = 0;
  for (const { start, end: next } of findApiTexts(parseAst(code))) {
    output += `${code.slice(end, start)}""`;
    end = next;
  }
  return output + code.slice(end);
}

/** The string literals that are values of `apiTexts`, in the order of the code. */
function findApiTexts(node: unknown): { start: number; end: number }[] {
  if (Array.isArray(node)) return node.flatMap(findApiTexts);
  if (typeof node !== "object" || node === null) return [];
  // Cast: any node may have these properties.
  const { type, key, value } = node as Partial<ObjectProperty>;
  const isApiText =
    type === "Property" && key?.type === "Identifier" && apiTexts.has(key.name) && value?.type === "Literal";
  return isApiText ? [value] : Object.values(node).flatMap(findApiTexts);
}

/** Wraps the module's contracts with `lazyObject` from `helper`. Line numbers do not change. */
export function wrapContracts(code: string, helper: string): string {
  const initializers = parseAst(code).body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") return [];
    return declaration.declarations.flatMap(({ init }) => (init && makesContract(init) ? [init] : []));
  });
  if (initializers.length === 0) return code;
  let output = "";
  let end = 0;
  for (const { start, end: next } of initializers) {
    output += `${code.slice(end, start)}/* @__PURE__ */ lazyObject(() => (${code.slice(start, next)}))`;
    end = next;
  }
  return `import { lazyObject } from ${JSON.stringify(helper)}; ${output}${code.slice(end)}`;
}

interface ObjectProperty {
  type: "Property";
  key: { type: "Identifier"; name: string } | { type: "Literal" };
  value: { type: string; start: number; end: number };
}
type Node = ReturnType<typeof parseAst>["body"][number] | Expression;
type Expression = NonNullable<
  Extract<
    ReturnType<typeof parseAst>["body"][number],
    { type: "VariableDeclaration" }
  >["declarations"][number]["init"]
>;

function makesContract(init: Expression): boolean {
  if (init.type !== "CallExpression") return false;
  const { callee } = init;
  const derives =
    callee.type === "MemberExpression" &&
    callee.property.type === "Identifier" &&
    derivations.has(callee.property.name);
  return derives || makers.has(rootOf(init));
}

/** The identifier at the start of a call or member chain. */
function rootOf(node: Node): string {
  if (node.type === "CallExpression") return rootOf(node.callee);
  if (node.type === "MemberExpression") return rootOf(node.object);
  return node.type === "Identifier" ? node.name : "";
}
