import path from "node:path";
import type { Rolldown } from "vite";

/**
 * How modules of the console become files. Left alone, the bundler makes a file of whatever any two screens share: two hundred of
 * them before the first row, each of which costs a request. So what is always needed together is one file, and what few screens share
 * stays apart.
 */

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup["name"], string>>[1];

/** What is needed first comes first: a module belongs to the first place that needs it. */
const entries = {
  console: "src/main.tsx",
  door: "src/screens/session/Login.tsx",
  frame: "src/frame/NavBar.tsx",
} as const;

/** What as many of the screens need is one file, too. */
const mostScreens = 0.3;
const screensModule = "src/routes/screens.ts";

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
      priority: 3,
    },
    // One icon is 300 bytes: a request costs more.
    {
      name: "icons",
      ...{ test: /octicons-react/, includeDependenciesRecursively: false, minShareCount: 2, priority: 2 },
    },
    {
      name: "small",
      includeDependenciesRecursively: false,
      ...{ maxModuleSize: 6000, minShareCount: 4, priority: 1 },
    },
  ];
}

class Places {
  private readonly placed = new Map<string, string>();

  constructor(
    root: string,
    private readonly context: Context,
  ) {
    const screens = context.getModuleInfo(path.join(root, screensModule))?.dynamicallyImportedIds ?? [];
    const users = new Map<string, number>();
    for (const screen of screens)
      for (const module of this.reachedFrom(screen)) users.set(module, (users.get(module) ?? 0) + 1);
    const ofMost = [...users].flatMap(([module, count]) =>
      count >= mostScreens * screens.length ? [module] : [],
    );
    for (const [name, entry] of Object.entries(entries))
      this.place(name, this.reachedFrom(path.join(root, entry)));
    this.place("screens", ofMost);
  }

  of(module: string): string | null {
    return this.placed.get(module) ?? null;
  }

  private place(name: string, modules: Iterable<string>): void {
    for (const module of modules) if (!this.placed.has(module)) this.placed.set(module, name);
  }

  /** A module, and all that are loaded with it. */
  private reachedFrom(entry: string): Set<string> {
    const reached = new Set([entry]);
    for (const module of reached) for (const imported of this.importsOf(module)) reached.add(imported);
    return reached;
  }

  private importsOf(module: string): string[] {
    const info = this.context.getModuleInfo(module);
    if (!info || catalogue.test(module)) return [];
    return info.importedIds.flatMap((imported) =>
      catalogue.test(imported) ? [imported, ...this.takenFrom(imported, info.code ?? "")] : [imported],
    );
  }

  /** The modules of a catalogue that `code` takes from it, by the names that it imports. */
  private takenFrom(id: string, code: string): string[] {
    const names = new Set(code.match(/\b\w+\b/g));
    const all = this.context.getModuleInfo(id)?.importedIds ?? [];
    return all.filter((one) => names.has(path.parse(one).name));
  }
}
