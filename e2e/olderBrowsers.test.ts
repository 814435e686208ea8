import { polyfilledBuiltIns, requiredBuiltIns } from "#entry/builtIns.ts";
import { lackingScriptBuiltIns } from "#scripts/checks/builtInUses.ts";
import { describe, enter, expect, login, test } from "./support/browser.ts";
import { filled, Person, phone } from "./support/phone.ts";
