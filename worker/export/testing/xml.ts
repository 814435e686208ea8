/** Checks that XML is well formed as far as elements, references and characters go; answers what is wrong, or null. */
export function xmlFault(xml: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.exec(xml);
  if (illegal || !xml.isWellFormed()) return "a character that XML does not allow";
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)/.test(xml)) return "a bare ampersand";
  const open: string[] = [];
  const body = xml.replace(/<\?.*?\?>|<!--.*?-->/gs, "");
  for (const [tag, closing, name, attributes, empty] of body.matchAll(
    /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g,
  )) {
    const names = [...attributes!.matchAll(/([\w:.-]+)\s*=/g)].map(([, attribute]) => attribute);
    if (new Set(names).size !== names.length && !attributes!.includes("=&quot;"))
      return `an attribute twice: ${tag}`;
    if (closing && open.pop() !== name) return `${tag} closes what is not open`;
    if (!closing && !empty) open.push(name!);
  }
  if (body.replace(/<[^<>]*>/g, "").includes("<")) return "a bare <";
  return open.length === 0 ? null : `${open.at(-1)} is never closed`;
}
