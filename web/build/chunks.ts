import path from "node:path";
import { type Plugin, parseAst, type Rolldown } from "vite";

/**
 * How modules of the console become files. Left alone, the bundler makes a file of whatever any two screens share: two hundred of
 * them before the first row, each of which costs a request. So what is always needed together is one file, and what few screens share
 * stays apart. A module is placed with or after all that it imports, so that no two files import each other: then the modules of a
 * file run one after the other, as they stand there.
 */

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup["name"], string>>[1];

/** What draws, and changes only with its own versions: browsers keep it from one release of the console to the next. */
const drawing = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/;

/** What is needed first comes first: a module belongs to the first place that needs it. */
const entries = {
  console: "src/entry/main.tsx",
  door: "src/screens/session/Login.tsx",
  frame: "src/app/shell/NavBar.tsx",
} as const;
/** Where most people begin: it comes in few files, and what others need besides lies apart. */
const listModule = "src/screens/documentationList/DocumentationList.tsx";
/** Where they go on: what each shares with few screens is one file, but for what the map needs, which needs little. */
const next = {
  details: "src/screens/documentation/DocumentationShow.tsx",
  capture: "src/screens/capture/Create.tsx",
} as const;
const mapModule = "src/screens/map/DocumentationMap.tsx";

/** What as many of the screens need is one file, too. */
const mostScreens = 0.3;
const screensModule = "src/app/screens.ts";
/** What is small and needed by as many screens is one file: a request costs more than these characters. */
const small = { screens: 4, characters: 6000 };

/** Files most of which runs before a screen is seen. */
const runsAtOnce = new Set(["react", "console", "frame", "screens", "list"]);
export const runsFirst = ({ name }: Rolldown.OutputChunk): boolean => runsAtOnce.has(name);

/** Modules that only name what others have. Their users name what they take, and the bundler leaves out the rest. */
const catalogue = /@primer[\\/]react[\\/]dist[\\/]index\.js$|octicons-react[\\/]dist[\\/]index/;

/** The groups of a build whose sources are in `root`. */
export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
  let places: Places | undefined;
  return [
    {
      name(module, context) {
        places ??= new Places(root, context);
        return places.of(module);
      },
      includeDependenciesRecursively: false,
    },
  ];
}

/** Fails a build whose files import each other: their modules would run before what they need is there. */
export function noCircles(): Plugin {
  return {
    name: "siteproof-no-circles",
    apply: "build",
    generateBundle(_, bundle) {
      const done = new Set<string>();
      const follow = (file: string, way: readonly string[]) => {
        if (way.includes(file)) this.error(`Files import each other: ${[...way, file].join(" > ")}`);
        const chunk = bundle[file];
        if (done.has(file) || chunk?.type !== "chunk") return;
        for (const imported of chunk.imports) follow(imported, [...way, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) follow(file, []);
    },
  };
}

/**
 * Has Chromium compile files whole while they come, beside the page's own thread: a function at a time, when it is first called, costs
 * that thread a tenth of its time to the list, or more. Other browsers see a comment.
 */
export function compiledWhole(which: (chunk: Rolldown.OutputChunk) => boolean): Plugin {
  return {
    name: "siteproof-compiled-whole",
    apply: "build",
    generateBundle: {
      // It must stand above what others put first.
      order: "post",
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === "chunk" && which(chunk))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      },
    },
  };
}

class Places {
  private readonly placed = new Map<string, string>();
  private readonly exports = new Map<string, [name: string, module: string][]>();

  constructor(
    root: string,
    private readonly context: Context,
  ) {
    const screens = context.getModuleInfo(path.join(root, screensModule))?.dynamicallyImportedIds ?? [];
    const users = new Map<string, number>();
    for (const screen of screens)
      for (const module of this.reachedFrom(screen)) users.set(module, (users.get(module) ?? 0) + 1);
    const usedBy = (min: number) => [...users].flatMap(([module, count]) => (count >= min ? [module] : []));
    const shared = (modules: ReadonlySet<string>) => [...modules].filter((module) => users.get(module)! > 1);
    const ofMost = usedBy(mostScreens * screens.length);
    const ofMap = this.reachedFrom(path.join(root, mapModule));
    const ofList = this.reachedFrom(path.join(root, listModule));
    this.place(
      "react",
      [...this.reachedFrom(path.join(root, entries.console))].filter((module) => drawing.test(module)),
    );
    for (const [name, entry] of Object.entries(entries))
      this.place(name, this.reachedFrom(path.join(root, entry)));
    this.place(
      "screens",
      ofMost.filter((module) => ofList.has(module)),
    );
    this.place("list", shared(ofList));
    this.place("more", ofMost);
    this.place("small", this.smallOf(usedBy(small.screens)));
    for (const [name, entry] of Object.entries(next))
      this.place(
        name,
        shared(this.reachedFrom(path.join(root, entry))).filter((module) => !ofMap.has(module)),
      );
  }

  of(module: string): string | null {
    return this.placed.get(module) ?? null;
  }

  private place(name: string, modules: Iterable<string>): void {
    for (const module of modules) if (!this.placed.has(module)) this.placed.set(module, name);
  }

  /** The small ones that import only what is placed, or one another. */
  private smallOf(modules: readonly string[]): Set<string> {
    const found = new Set(
      modules.filter((module) => (this.context.getModuleInfo(module)?.code?.length ?? 0) <= small.characters),
    );
    for (let before = -1; before !== found.size; ) {
      before = found.size;
      for (const module of found)
        if (this.importsOf(module).some((one) => !found.has(one) && !this.placed.has(one)))
          found.delete(module);
    }
    return found;
  }

  /** A module, and all that are loaded with it. */
  private reachedFrom(entry: string): Set<string> {
    const reached = new Set([entry]);
    for (const module of reached) for (const imported of this.importsOf(module)) reached.add(imported);
    return reached;
  }

  private importsOf(module: string): string[] {
    const info = this.context.getModuleInfo(module);
    if (!info) return [];
    return info.importedIds.flatMap((imported) =>
      catalogue.test(imported) ? this.takenFrom(imported, info.code ?? "") : [imported],
    );
  }

  /** The modules of a catalogue that `code` takes from it, by the names that it imports. */
  private takenFrom(id: string, code: string): string[] {
    const names = new Set(code.match(/\b\w+\b/g));
    return this.exportsOf(id).flatMap(([name, module]) => (names.has(name) ? [module] : []));
  }

  private exportsOf(id: string): [name: string, module: string][] {
    let found = this.exports.get(id);
    if (!found) {
      found = exportsIn(this.context.getModuleInfo(id)?.code ?? "").map(([name, from]) => [
        name,
        path.join(path.dirname(id), from),
      ]);
      this.exports.set(id, found);
    }
    return found;
  }
}

/** What a catalogue exports, and from where. */
function exportsIn(code: string): [name: string, from: string][] {
  const { body } = parseAst(code);
  const local = new Map<string, string>();
  for (const line of body)
    if (line.type === "ImportDeclaration")
      for (const taken of line.specifiers) local.set(taken.local.name, line.source.value);
  return body.flatMap((line) =>
    line.type !== "ExportNamedDeclaration"
      ? []
      : line.specifiers.flatMap(({ local: inside, exported }): [string, string][] => {
          const from = line.source?.value ?? ("name" in inside ? local.get(inside.name) : undefined);
          return from && "name" in exported ? [[exported.name, from]] : [];
        }),
  );
}
