import { xmlFault } from "./readXml.ts";

/** Errors of an Office document's package: parts that are not well-formed, undeclared, missing or unreferenced. */
export function packageFaults(names: readonly string[], text: (name: string) => string): string[] {
  const faults: string[] = [];
  const targets = new Set<string>();
  for (const name of names.filter((part) => /\.(xml|rels)$/.test(part))) {
    const xml = text(name);
    const fault = xmlFault(xml);
    if (fault) faults.push(`${name}: ${fault}`);
    if (/[\ue000-\ue002]/.test(xml)) faults.push(`${name}: an internal template mark`);
  }
  const types = text("[Content_Types].xml");
  for (const [, part] of types.matchAll(/PartName="\/([^"]*)"/g))
    if (!names.includes(part!)) faults.push(`${part} is declared but missing`);
  for (const name of names) {
    const extension = name.split(".").at(-1)!;
    if (!types.includes(`"/${name}"`) && !types.includes(`Extension="${extension}"`))
      faults.push(`${name} is not declared`);
  }
  for (const name of names.filter((part) => part.endsWith(".rels"))) {
    const folder = name.replace(/_rels\/[^/]*$/, "");
    const ids = [...text(name).matchAll(/\bId="([^"]*)"/g)].map(([, id]) => id);
    if (new Set(ids).size !== ids.length) faults.push(`${name}: a duplicate id`);
    for (const [, target] of text(name).matchAll(/Target="([^"]*)"(?! TargetMode="External")/g)) {
      const path = new URL(target!, `https://part/${folder}`).pathname.slice(1);
      targets.add(path);
      if (!names.includes(path)) faults.push(`${name}: no ${path}`);
    }
  }
  for (const name of names)
    if (!name.endsWith(".rels") && name !== "[Content_Types].xml" && !targets.has(name))
      faults.push(`nothing refers to ${name}`);
  return faults;
}
