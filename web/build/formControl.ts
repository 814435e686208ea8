import type { Plugin } from "vite";

const formControl = /@primer[\\/]react[\\/]dist[\\/]FormControl[\\/]FormControl\.js$/;
const unusedInputs = /\/(Autocomplete|SelectPanel|TextInputWithTokens)\.js$/;
const stubId = "\0siteproof-no-input";

/**
 * Primer's FormControl imports every input it supports, only to recognise it. Three that the console does not use make up a tenth
 * of the code loaded before the first row. A test ensures that they stay unused.
 */
export function leanFormControl(): Plugin {
  return {
    name: "siteproof-lean-form-control",
    apply: "build",
    enforce: "pre",
    resolveId: (source, importer) =>
      importer && formControl.test(importer) && unusedInputs.test(source) ? stubId : null,
    load: (id) =>
      id === stubId
        ? "const Unused = () => null; export { Unused as SelectPanel, Unused as default };"
        : null,
  };
}
