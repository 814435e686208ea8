import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page, Request } from "playwright-core";
import { demoPassword } from "#scripts/demo/accounts.ts";
import { chooseLanguage, describe, expect, test } from "./support/browser.ts";

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/** Violations of WCAG 2.2 AA found by axe. Evaluated through the debugger, because the page's policy blocks other scripts. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    // Rows far below are rendered only in view; axe would measure them half rendered or not at all.
    const untilDrawn = new CSSStyleSheet();
    untilDrawn.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [untilDrawn];
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    return (await axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })).violations;
  });
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(" "))
        .slice(0, 3)
        .join(", ")}`,
  );
}

/** Pixels by which content overflows the page on the right. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Checks that nothing overflows and axe finds nothing, once the screen has settled. */
const looksRight = (page: Page, path: string) =>
  expect.poll(async () => [await overflow(page), await violations(page)], { message: path }).toEqual([0, []]);

/**
 * Each of `screens` is checked twice, with different languages, themes and widths. The two pairs of variants alternate, so that
 * every area is covered in all four.
 */
const looks = [
  { language: "en", colorScheme: "light", viewport: { width: 1360, height: 900 } },
  { language: "sv", colorScheme: "dark", viewport: { width: 390, height: 844 } },
  { language: "sv", colorScheme: "dark", viewport: { width: 1360, height: 900 } },
  { language: "en", colorScheme: "light", viewport: { width: 390, height: 844 } },
] as const;
const pairOf = (variant: (typeof looks)[number]) => (looks.indexOf(variant) < 2 ? 0 : 1);

const doors = ["/forgotpassword", "/resetpassword/token", "/delivered", "/login"];
const screens = [
  "/overview",
  "/documentation",
  "/documentation/details/{ongoing}",
  "/documentation/details/{approved}",
  "/documentation/details/{approved}",
  "/license",
  "/documentationAlias",
  "/photoAlias",
  "/user",
  "/customer",
  "/customerstatistics",
  "/domainChangeLog",
  "/changeLog",
  "/lastAuthenticationSuccessEvent",
  "/profile",
  "/switchuser",
  "/map",
  "/photo",
  "/exportDocumentConfiguration/{layout}",
  "/exportDocumentConfiguration/{layout}",
  "/forbidden",
  "/nothing/here",
];
/** Each of these is checked once, alternating the four variants: they are many and share their components. */
const otherScreens = [
  "/suggestionList",
  "/suggestionImport?tab=events",
  "/demo",
  "/quartz",
  "/storedFiles",
  "/graphic",
  "/copyGraphic",
  "/device",
  "/exportConfiguration/test/{exportConfiguration}",
  "/suggestionList/map/{suggestionList}",
  "/documentationTagConfiguration",
  "/referencePhoto",
  "/suggestionImport",
  "/expectedAnswerImport",
  "/predefinedConfiguration",
  "/exportConfiguration",
  "/expectedAnswerList",
  "/documentationTaskFilter",
  "/device/{device}",
  "/delivery",
  "/documentationGroup",
  "/documentationComparison",
  "/formMonth",
  "/mergeDocumentations",
  "/deleteDocumentations",
  "/changeTemplate",
  "/exportDocument",
  "/tempFile",
  "/changeTemplate/{approved}",
  "/documentationGroup/{name}?customerId={customer}",
  "/documentationComparison/{name}?customerId={customer}",
  "/formMonth/{name}?customerId={customer}",
  "/tempFile?tab=tokens",
  "/template",
  "/copyTemplate",
  "/importCSV",
  "/exportDocumentConfiguration",
  "/exportDocumentConfiguration/create",
  "/exportDocumentConfiguration/details/{layout}",
  "/exportDocumentConfiguration/create",
];

/** The API calls in progress; a screen is checked when there are none. */
function callsOf(page: Page): Set<Request> {
  const pending = new Set<Request>();
  page.on("request", (request) => request.url().includes("/api/") && pending.add(request));
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  return pending;
}

async function untilDrawn(page: Page, calls: Set<Request>): Promise<void> {
  await page.locator("main h1, main h2").first().waitFor();
  // One response may trigger another call, so this waits for a quiet moment.
  for (let quiet = 0; quiet < 3; ) {
    await page.waitForTimeout(50);
    quiet = calls.size === 0 ? quiet + 1 : 0;
  }
}

/** Navigates like a link of the console, without loading the page. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

type Place =
  | "ongoing"
  | "approved"
  | "name"
  | "customer"
  | "suggestionList"
  | "exportConfiguration"
  | "layout"
  | "device";

/** Values for the names in braces in the paths. */
async function idsIn(page: Page): Promise<Record<Place, string>> {
  const list = async <Row extends { id: string }>(path: string) =>
    page.evaluate(async (message) => {
      const { access_token } = JSON.parse(localStorage.getItem("session") ?? "{}");
      const headers = { authorization: `Bearer ${access_token}` };
      return ((await (await fetch(`/api/${message}`, { headers })).json()) as { items: Row[] }).items;
    }, path);
  const documentations = await list<{
    id: string;
    customerId: number;
    name: string;
    status: string;
    uploadedPhotos: number;
  }>("documentations?max=100&showHidden=true");
  const [lists, destinations, layouts, devices] = await Promise.all([
    list<{ id: string; type: string }>("suggestionLists"),
    list("exportConfigurations?max=1"),
    list("exportDocumentConfigurations?max=1"),
    list("devices?max=1"),
  ]);
  const approved = documentations.find(
    ({ status, uploadedPhotos }) => status === "APPROVED" && uploadedPhotos > 3,
  )!;
  return {
    ongoing: documentations.find(({ status }) => status === "ONGOING")!.id,
    approved: approved.id,
    name: encodeURIComponent(approved.name),
    customer: String(approved.customerId),
    suggestionList: lists.find(({ type }) => type === "DOCUMENTATION_NAMES")!.id,
    exportConfiguration: destinations[0]!.id,
    layout: layouts[0]!.id,
    device: devices[0]!.id,
  };
}

describe("every screen", () => {
  test.for(looks)(
    "design§Web $language, $colorScheme, $viewport.width px: nothing overflows and axe finds nothing",
    async (variant, { visit }) => {
      const { page } = await visit({ colorScheme: variant.colorScheme, viewport: variant.viewport });
      await chooseLanguage(page, variant.language);
      for (const path of doors) {
        await page.goto(path);
        await page.locator("form, main h1").first().waitFor();
        await looksRight(page, path);
      }
      await page.locator("input").first().fill("super");
      await page.locator("input[type=password]").fill(demoPassword);
      await page.locator("input[type=password]").press("Enter");
      await page.waitForURL("**/documentation");
      const ids = await idsIn(page);
      const calls = callsOf(page);
      const seen = [
        ...screens.filter((_, index) => index % 2 === pairOf(variant)),
        ...otherScreens.filter((_, index) => index % looks.length === looks.indexOf(variant)),
      ];
      for (const screen of seen) {
        const path = screen.replace(/\{(\w+)\}/g, (_, param: Place) => ids[param]);
        await follow(page, path);
        await untilDrawn(page, calls);
        await looksRight(page, path);
      }
    },
  );
});
