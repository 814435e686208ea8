import { xmlFault } from "./readXml.ts";

/** What is wrong with an Office document as a package: parts that are not well formed, undeclared, missing or nowhere referred to. */
export function packageFaults(names: readonly string[], text: (name: string) => string): string[] {
  const faults: string[] = [];
  const referred = new Set<string>();
  for (const name of names.filter((part) => /\.(xml|rels)$/.test(part))) {
    const xml = text(name);
    const fault = xmlFault(xml);
    if (fault) faults.push(`${name}: ${fault}`);
    if (/[\ue000-\ue002]/.test(xml)) faults.push(`${name}: a mark that documents are put together by`);
  }
  const types = text("[Content_Types].xml");
  for (const [, part] of types.matchAll(/PartName="\/([^"]*)"/g))
    if (!names.includes(part!)) faults.push(`${part} is declared and not there`);
  for (const name of names) {
    const ending = name.split(".").at(-1)!;
    if (!types.includes(`"/${name}"`) && !types.includes(`Extension="${ending}"`))
      faults.push(`${name} is not declared`);
  }
  for (const name of names.filter((part) => part.endsWith(".rels"))) {
    const folder = name.replace(/_rels\/[^/]*$/, "");
    const ids = [...text(name).matchAll(/\bId="([^"]*)"/g)].map(([, id]) => id);
    if (new Set(ids).size !== ids.length) faults.push(`${name}: an id twice`);
    for (const [, target] of text(name).matchAll(/Target="([^"]*)"/g)) {
      const path = new URL(target!, `https://part/${folder}`).pathname.slice(1);
      referred.add(path);
      if (!names.includes(path)) faults.push(`${name}: no ${path}`);
    }
  }
  for (const name of names)
    if (!name.endsWith(".rels") && name !== "[Content_Types].xml" && !referred.has(name))
      faults.push(`nothing refers to ${name}`);
  return faults;
}
