import path from "node:path";
import { type Plugin, parseAst } from "vite";

const contracts = /[\\/]domain[\\/](endpoints[\\/]\w+|resources)[\\/][\w-]+\.ts$/;
const makers = new Set(["z", "defineEndpoint", "defineResource"]);
/** What makes one schema of another, which a module may have from elsewhere. */
const derivations = new Set(["array", "extend", "nullable", "omit", "optional", "pick"]);

/**
 * Has each schema, endpoint and resource of the contracts made when it is first used, not when its file is loaded. One that nobody
 * uses is left out.
 */
export function lazyContracts(): Plugin {
  let lazyObject = "";
  return {
    name: "siteproof-lazy-contracts",
    apply: "build",
    configResolved(config) {
      lazyObject = path.join(config.root, "src/api/lazyObject.ts");
    },
    transform: (code, id) => (contracts.test(id) ? { code: madeLazily(code, lazyObject), map: null } : null),
  };
}

/** The module with its contracts wrapped by what `helper` exports; its lines stay where they are. */
export function madeLazily(code: string, helper: string): string {
  const found = parseAst(code).body.flatMap((line) => {
    const declared = line.type === "ExportNamedDeclaration" ? line.declaration : line;
    if (declared?.type !== "VariableDeclaration" || declared.kind !== "const") return [];
    return declared.declarations.flatMap(({ init }) => (init && makesContract(init) ? [init] : []));
  });
  if (found.length === 0) return code;
  let made = "";
  let end = 0;
  for (const { start, end: next } of found) {
    made += `${code.slice(end, start)}/* @__PURE__ */ lazyObject(() => (${code.slice(start, next)}))`;
    end = next;
  }
  return `import { lazyObject } from ${JSON.stringify(helper)}; ${made}${code.slice(end)}`;
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

/** The name that a chain of calls and members begins with. */
function rootOf(node: Node): string {
  if (node.type === "CallExpression") return rootOf(node.callee);
  if (node.type === "MemberExpression") return rootOf(node.object);
  return node.type === "Identifier" ? node.name : "";
}
