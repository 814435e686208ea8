import { phoneModels } from "./phoneModels.ts";

/** Marketing names by the model identifiers that devices report (2§2). */
const namesByModel = new Map(
  phoneModels
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [name = "", models = ""] = line.split("=");
      return models.split(";").map((model): [string, string] => [model, name]);
    }),
);

/** The marketing name of a phone model, or the reported identifier if it is unknown. */
export const getPhoneModelName = (identifier: string): string => namesByModel.get(identifier) ?? identifier;

/** The reported models whose marketing name contains a term, ignoring case. */
export function findPhoneModels(term: string): string[] {
  const lowerCaseTerm = term.toLowerCase();
  return [...namesByModel].flatMap(([model, name]) =>
    name.toLowerCase().includes(lowerCaseTerm) ? [model] : [],
  );
}
