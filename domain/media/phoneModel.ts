import { phoneModels } from "./phoneModels.ts";

/** Marketing names by the model identifiers that devices report (2§2). */
const names = new Map(
  phoneModels
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [name = "", models = ""] = line.split("=");
      return models.split(";").map((model): [string, string] => [model, name]);
    }),
);

/** The marketing name of a phone model, or what was reported where no other name is known. */
export const phoneModelName = (reported: string): string => names.get(reported) ?? reported;

/** The reported models whose marketing name holds a term, whatever its case. */
export function phoneModelsNamed(term: string): string[] {
  const wanted = term.toLowerCase();
  return [...names].flatMap(([model, name]) => (name.toLowerCase().includes(wanted) ? [model] : []));
}
