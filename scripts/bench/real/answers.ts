import type { Random } from "#scripts/support/random.ts";
import { crewNames, defects, generateRemark, generateSerial, materials } from "./fieldTexts.ts";
import type { Task } from "./realTemplates.ts";

/** A realistic answer; some tasks stay unanswered. */
export function generateAnswer(
  { key, type }: Task,
  random: Random,
  minutesLater: (minutes: number) => string,
): string | null {
  const day = minutesLater(0).slice(0, 10);
  switch (type) {
    case "PREDEFINED":
      return "Norrfiber AB";
    case "SINGLE_CHOICE":
      return random.pick(materials);
    case "MULTI_CHOICE":
      return random.chance(0.3)
        ? [random.pick(defects), random.pick(defects)].filter(isFirstOccurrence).join(";")
        : null;
    case "INTEGER":
      return String(random.pick([12, 24, 48, 96, 192]));
    case "DECIMAL":
      return (random.integer(20, 120) / 100).toFixed(2);
    case "CHECKBOX":
      return random.chance(0.8) ? "true" : "false";
    case "DATE":
      return day;
    case "DATE_TIME":
      return minutesLater(30).slice(0, 16).replace("T", " ");
    case "TIME":
      return minutesLater(30).slice(11, 16);
    case "DATE_RANGE":
      return `${day};${minutesLater(1440).slice(0, 10)}`;
    case "CONTACT_PERSONS":
      return `${random.pick(crewNames)};07${random.integer(10_000_000, 99_999_999)}`;
    case "SINGLE_CHOICE_SUGGESTION":
      return random.pick(crewNames);
    case "MULTI_CHOICE_SUGGESTION":
      return [random.pick(crewNames), random.pick(crewNames)].filter(isFirstOccurrence).join(";");
    case "ZEBRA_SCANNER":
      return generateSerial(random);
    case "TEXT":
      if (key === "projekt") return `P${random.integer(10_000, 10_999)}`;
      return random.chance(0.7) ? generateRemark(random) : null;
    default:
      return null;
  }
}

const isFirstOccurrence = <T>(value: T, index: number, all: readonly T[]) => all.indexOf(value) === index;
