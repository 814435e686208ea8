import type { Plugin } from "vite";

const form = /@primer[\\/]react[\\/]dist[\\/]FormControl[\\/]FormControl\.js$/;
const unused = /\/(Autocomplete|SelectPanel|TextInputWithTokens)\.js$/;
const instead = "\0siteproof-no-input";

/**
 * Primer's FormControl imports every input that may stand in it, only to recognise it: three that the console never uses are a tenth
 * of what is loaded before the first row. A test keeps them unused.
 */
export function leanFormControl(): Plugin {
  return {
    name: "siteproof-lean-form-control",
    apply: "build",
    enforce: "pre",
    resolveId: (source, importer) =>
      importer && form.test(importer) && unused.test(source) ? instead : null,
    load: (id) =>
      id === instead
        ? "const Unused = () => null; export { Unused as SelectPanel, Unused as default };"
        : null,
  };
}
