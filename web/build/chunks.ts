import path from "node:path";
import { type Plugin, parseAst, type Rolldown } from "vite";

/**
 * Groups the console's modules into files. By default the bundler makes one file for each set of modules that two screens share:
 * two hundred requests before the first row. Here, modules that are always needed together share a file, and modules that few
 * screens share stay separate. A module is placed with or after everything it imports, so that files never import each other and
 * the modules of a file run in order.
 */

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup["name"], string>>[1];

/** React changes only with its own versions, so browsers can cache its file across releases of the console. */
const reactPackages = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/;

/** In order of loading: a module belongs to the first entry that needs it. */
const entries = {
  console: "src/entry/main.tsx",
  login: "src/screens/session/Login.tsx",
  frame: "src/app/shell/NavBar.tsx",
} as const;
/** The screen most users start with. It loads in few files. */
const listModule = "src/screens/documentationList/DocumentationList.tsx";
/**
 * The screens users open next. The modules each shares with other screens form one file, without those of the map, which needs
 * few modules.
 */
const nextScreens = {
  details: "src/screens/documentation/DocumentationShow.tsx",
  capture: "src/screens/capture/Create.tsx",
} as const;
const mapModule = "src/screens/map/DocumentationMap.tsx";

/** Modules used by at least this share of the screens form one file. */
const commonShare = 0.3;
const screensModule = "src/app/screens.ts";
/** Modules up to this size used by at least this many screens form one file: a request costs more than these characters. */
const smallModules = { screens: 4, characters: 6000 };

/** Files whose code mostly runs before a screen is visible. */
const startupFiles = new Set(["react", "console", "frame", "screens", "list"]);
export const runsFirst = ({ name }: Rolldown.OutputChunk): boolean => startupFiles.has(name);

/** Modules that only re-export. Their importers are linked to the modules they actually use. */
const catalogue = /@primer[\\/]react[\\/]dist[\\/]index\.js$|octicons-react[\\/]dist[\\/]index/;

/** The groups of a build whose sources are in `root`. */
export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
  let groups: ModuleGroups | undefined;
  return [
    {
      name(module, context) {
        groups ??= new ModuleGroups(root, context);
        return groups.of(module);
      },
      includeDependenciesRecursively: false,
    },
  ];
}

/** Fails the build if files import each other: their modules would run before their dependencies. */
export function noImportCycles(): Plugin {
  return {
    name: "siteproof-no-circles",
    apply: "build",
    generateBundle(_, bundle) {
      const checkedFiles = new Set<string>();
      const follow = (file: string, importPath: readonly string[]) => {
        if (importPath.includes(file))
          this.error(`Files import each other: ${[...importPath, file].join(" > ")}`);
        const chunk = bundle[file];
        if (checkedFiles.has(file) || chunk?.type !== "chunk") return;
        for (const importedFile of chunk.imports) follow(importedFile, [...importPath, file]);
        checkedFiles.add(file);
      };
      for (const file of Object.keys(bundle)) follow(file, []);
    },
  };
}

/**
 * Makes Chromium compile whole files off the main thread while they load. Compiling each function on its first call would take a
 * tenth or more of the main thread's time until the list shows. Other browsers ignore the comment.
 */
export function compileOnLoad(isIncluded: (chunk: Rolldown.OutputChunk) => boolean): Plugin {
  return {
    name: "siteproof-compiled-whole",
    apply: "build",
    generateBundle: {
      // The comment must be the first line, above what other plugins prepend.
      order: "post",
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === "chunk" && isIncluded(chunk))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      },
    },
  };
}

class ModuleGroups {
  private readonly groupByModule = new Map<string, string>();
  private readonly exports = new Map<string, [name: string, module: string][]>();

  constructor(
    root: string,
    private readonly context: Context,
  ) {
    const screens = context.getModuleInfo(path.join(root, screensModule))?.dynamicallyImportedIds ?? [];
    const userCounts = new Map<string, number>();
    for (const screen of screens)
      for (const module of this.reachableFrom(screen))
        userCounts.set(module, (userCounts.get(module) ?? 0) + 1);
    const usedBy = (min: number) =>
      [...userCounts].flatMap(([module, count]) => (count >= min ? [module] : []));
    const filterShared = (modules: ReadonlySet<string>) =>
      [...modules].filter((module) => userCounts.get(module)! > 1);
    const commonModules = usedBy(commonShare * screens.length);
    const mapModules = this.reachableFrom(path.join(root, mapModule));
    const listModules = this.reachableFrom(path.join(root, listModule));
    this.place(
      "react",
      [...this.reachableFrom(path.join(root, entries.console))].filter((module) =>
        reactPackages.test(module),
      ),
    );
    for (const [name, entry] of Object.entries(entries))
      this.place(name, this.reachableFrom(path.join(root, entry)));
    this.place(
      "screens",
      commonModules.filter((module) => listModules.has(module)),
    );
    this.place("list", filterShared(listModules));
    this.place("more", commonModules);
    this.place("small", this.selectSmall(usedBy(smallModules.screens)));
    for (const [name, entry] of Object.entries(nextScreens))
      this.place(
        name,
        filterShared(this.reachableFrom(path.join(root, entry))).filter((module) => !mapModules.has(module)),
      );
  }

  of(module: string): string | null {
    return this.groupByModule.get(module) ?? null;
  }

  private place(name: string, modules: Iterable<string>): void {
    for (const module of modules) if (!this.groupByModule.has(module)) this.groupByModule.set(module, name);
  }

  /** The small modules that import only assigned modules or each other. */
  private selectSmall(modules: readonly string[]): Set<string> {
    const selection = new Set(
      modules.filter(
        (module) => (this.context.getModuleInfo(module)?.code?.length ?? 0) <= smallModules.characters,
      ),
    );
    for (let previousSize = -1; previousSize !== selection.size; ) {
      previousSize = selection.size;
      for (const module of selection)
        if (
          this.importsOf(module).some(
            (importedModule) => !selection.has(importedModule) && !this.groupByModule.has(importedModule),
          )
        )
          selection.delete(module);
    }
    return selection;
  }

  /** A module and everything it imports statically. */
  private reachableFrom(entry: string): Set<string> {
    const modules = new Set([entry]);
    for (const module of modules)
      for (const importedModule of this.importsOf(module)) modules.add(importedModule);
    return modules;
  }

  private importsOf(module: string): string[] {
    const info = this.context.getModuleInfo(module);
    if (!info) return [];
    return info.importedIds.flatMap((importedModule) =>
      catalogue.test(importedModule) ? this.usedExports(importedModule, info.code ?? "") : [importedModule],
    );
  }

  /** The modules of a catalogue that `code` uses, found by the identifiers in it. */
  private usedExports(id: string, code: string): string[] {
    const names = new Set(code.match(/\b\w+\b/g));
    return this.exportsOf(id).flatMap(([name, module]) => (names.has(name) ? [module] : []));
  }

  private exportsOf(id: string): [name: string, module: string][] {
    let moduleExports = this.exports.get(id);
    if (!moduleExports) {
      moduleExports = exportsIn(this.context.getModuleInfo(id)?.code ?? "").map(([name, from]) => [
        name,
        path.join(path.dirname(id), from),
      ]);
      this.exports.set(id, moduleExports);
    }
    return moduleExports;
  }
}

/** The names a catalogue exports and the modules they come from. */
function exportsIn(code: string): [name: string, from: string][] {
  const { body } = parseAst(code);
  const importSources = new Map<string, string>();
  for (const statement of body)
    if (statement.type === "ImportDeclaration")
      for (const specifier of statement.specifiers)
        importSources.set(specifier.local.name, statement.source.value);
  return body.flatMap((statement) =>
    statement.type !== "ExportNamedDeclaration"
      ? []
      : statement.specifiers.flatMap(({ local: localName, exported }): [string, string][] => {
          const from =
            statement.source?.value ?? ("name" in localName ? importSources.get(localName.name) : undefined);
          return from && "name" in exported ? [[exported.name, from]] : [];
        }),
  );
}
