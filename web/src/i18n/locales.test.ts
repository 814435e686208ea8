import i18next from "i18next";
import { describe, expect, test } from "vitest";
import { authorities, products } from "#domain/access/authorities.ts";
import {
  documentationEventTypes,
  documentationStatuses,
  exportDocumentTypes,
  requiredValues,
  taskTypes,
} from "#domain/core/documentationTypes.ts";
import { type FieldError, problemStatus } from "#domain/core/problem.ts";
import {
  deliveredFileKinds,
  deliveryErrorKinds,
  deliveryFileStates,
  deliveryStates,
  isRetryable,
} from "#domain/delivery/states.ts";
import {
  alignments,
  conditionOperators,
  conditionTypes,
  eventConditions,
  fonts,
  groupsTypes,
  headingLevels,
  layoutNodeTypes,
  layoutParams,
  layoutPlaceholders,
  layoutTypes,
  loopItems,
  mapContents,
  photoConditions,
  photoOrders,
  positions,
  taskConditions,
  taskScopes,
  textStyles,
} from "#domain/layout/types.ts";
import { photoSizes } from "#domain/media/photoSize.ts";
import { forcedSettings } from "#domain/resources/license.ts";
import { twoFactorAuthenticationTypes } from "#domain/resources/user.ts";
import { adminPaths } from "#navigation/menus.ts";
import { routeTable } from "#navigation/routes.ts";
import { areas } from "./texts.ts";

type Tree = { [key: string]: string | Tree };
const files = import.meta.glob<{ default: Tree }>("./locales/*/*.ts", { eager: true });
const textsOf = (language: string, name: string): Tree =>
  files[`./locales/${language}/${name}.ts`]?.default ?? {};

const flatten = (tree: Tree, prefix = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${prefix}${key}`, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  );
const keysOf = (language: string, name: string) => flatten(textsOf(language, name)).map(([key]) => key);
const placeholdersOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe("1§1 both languages are complete", () => {
  test("every area exists in both languages", () => {
    const areaNamesOf = (language: string) =>
      Object.keys(files).flatMap((file) => file.match(`/${language}/(\\w+)\\.ts$`)?.[1] ?? []);
    expect(areaNamesOf("en").sort()).toEqual([...areas]);
    expect(areaNamesOf("sv").sort()).toEqual([...areas]);
  });

  test.each([...areas])(
    "%s has the same keys and placeholders in both languages, and no empty text",
    (name) => {
      expect(keysOf("sv", name).sort()).toEqual(keysOf("en", name).sort());
      const swedish = new Map(flatten(textsOf("sv", name)));
      for (const [key, text] of flatten(textsOf("en", name))) {
        expect(text.trim(), key).not.toBe("");
        expect(swedish.get(key)?.trim(), key).not.toBe("");
        expect(placeholdersOf(swedish.get(key) ?? ""), key).toEqual(placeholdersOf(text));
      }
    },
  );

  /** A record, so that the compiler requires every new error here. */
  const errors: Record<FieldError, true> = {
    required: true,
    unknown: true,
    readOnly: true,
    tooLong: true,
    tooShort: true,
    tooSmall: true,
    tooLarge: true,
    wrongType: true,
    notNumber: true,
    notWholeNumber: true,
    invalid: true,
    notAllowed: true,
    semicolon: true,
    extraColumns: true,
    duplicate: true,
    notFound: true,
    circle: true,
    unknownPlaceholder: true,
    noMatch: true,
    noCapital: true,
    noSpecial: true,
    containsName: true,
    common: true,
    guessable: true,
    damagedImage: true,
    imageTooLarge: true,
    applePng: true,
    afterEnd: true,
    beforeStart: true,
    inFuture: true,
  };
  test.each([
    ["problem codes", "common", "problem", Object.keys(problemStatus)],
    ["field errors", "common", "field", Object.keys(errors)],
    ["route titles", "common", "routes", [...routeTable.map(({ title }) => title), "notFound"]],
    ["menu groups", "common", "menuGroups", Object.keys(adminPaths)],
    ["authorities", "access", "authority", authorities],
    ["authorities", "access", "authorityHint", authorities],
    ["products", "access", "product", products],
    ["statuses", "documentation", "status", documentationStatuses],
    ["event types", "documentation", "eventType", documentationEventTypes],
    ["task types", "documentation", "taskType", taskTypes],
    ["required values", "documentation", "required", requiredValues],
    ["export document types", "documentation", "exportType", exportDocumentTypes],
    ["states of deliveries", "delivery", "state", deliveryStates],
    ["states of a delivery's files", "delivery", "fileState", deliveryFileStates],
    ["kinds of delivered files", "delivery", "kind", deliveredFileKinds],
    ["kinds of delivery errors", "delivery", "error", deliveryErrorKinds],
    ["final errors", "delivery", "finalError", deliveryErrorKinds.filter(isRetryable)],
    ["forced settings", "license", "forced", forcedSettings],
    ["types of report layouts", "documentation", "layoutType", layoutTypes],
    ["sizes of photos", "documentation", "photoSize", ["label", "about", "DEFAULT", ...photoSizes]],
    ["nodes of report layouts", "layout", "nodes", layoutNodeTypes],
    ["nodes of report layouts", "layout", "hints", layoutNodeTypes],
    ["params of report layouts", "layout", "params", [...layoutParams, "TASK_FILTERS"]],
    ["placeholders of report layouts", "layout", "placeholders", layoutPlaceholders],
    ["kinds of second factor", "user", "twoFactor", twoFactorAuthenticationTypes],
  ] as const)("all %s have a text, and nothing else does", (_, name, branch, codes) => {
    for (const language of ["en", "sv"])
      expect(Object.keys(textsOf(language, name)[branch] ?? {}).sort()).toEqual([...new Set(codes)].sort());
  });
});

test("3§4 all options of report layouts have a text, and nothing else does", () => {
  const options = {
    IN: loopItems,
    SORT_BY: photoOrders,
    SHOW: mapContents,
    GROUPS_TYPE: groupsTypes,
    FILTER: taskScopes,
    FILTERS: [...taskConditions, ...photoConditions, ...eventConditions],
    TYPE: conditionTypes,
    OPERATOR: conditionOperators,
    POSITION: positions,
    LEVEL: headingLevels,
    STYLE: textStyles,
    ALIGNMENT: alignments,
    FONT: fonts,
  };
  for (const language of ["en", "sv"]) {
    const { default: _, choose, ...texts } = textsOf(language, "layout").options as Tree;
    const keys = Object.entries(texts).map(([param, values]) => [param, Object.keys(values).sort()]);
    expect(choose).toBeTruthy();
    expect(Object.fromEntries(keys)).toEqual(
      Object.fromEntries(Object.entries(options).map(([param, values]) => [param, [...values].sort()])),
    );
  }
});

describe("texts quoted from the specification", () => {
  test("1§2, 1§5, 1§8 in English", () => {
    const texts = new Map(flatten(textsOf("en", "common")));
    expect(texts.get("field.required")).toBe("This field is required!");
    expect(texts.get("errors.serverError")).toBe("Server Error: {error}");
    expect(texts.get("errors.unprocessable")).toBe("Error, unprocessable entity: {error}");
    expect(texts.get("errors.noConnection")).toBe("Error, connection not found");
    expect(texts.get("alerts.created")).toBe("Create Successful");
    expect(texts.get("alerts.updated")).toBe("Update Successful");
    expect(texts.get("alerts.deleted")).toBe("Delete Successful");
    expect(texts.get("table.rows")).toBe("Showing rows {from} to {to} of {size}");
    expect(texts.get("table.empty")).toBe("No data found");
  });

  test("1§2 in Swedish", () => {
    const texts = new Map(flatten(textsOf("sv", "common")));
    expect(texts.get("table.rows")).toBe("Visar rader {from} till {to} av {size}");
    expect(texts.get("table.empty")).toBe("Ingen data hittades");
  });

  test("2§4 statuses as displayed", () => {
    expect(textsOf("en", "documentation").status).toMatchObject({
      PAUSED: "Handed over",
      DOWNLOADED: "Fetched",
      COMPLETED: "Upload completed",
    });
  });

  test("placeholders are filled in", () => {
    expect(i18next.t("table.rows", { from: 1, to: 25, size: 60 })).toBe("Showing rows 1 to 25 of 60");
  });
});
