import type { Page, Request } from "playwright-core";

/**
 * Paths of the console for tests that look at every screen; `idsIn` gives the values of the names in braces.
 * web/src/navigation/guard.test.ts names routes that are in no list.
 */
export const publicPaths = ["/forgotpassword", "/resetpassword/token", "/delivered", "/login"];
export const screens = [
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
/** Tables whose rows load while the pointer may be on a header. */
export const listScreens = [
  "/suggestionList",
  "/delivery",
  "/device",
  "/demo",
  "/documentationGroup",
  "/documentationComparison",
  "/formMonth",
  "/template",
  "/exportConfiguration",
  "/tempFile",
  "/documentationGroup/{name}?customerId={customer}",
  "/documentationComparison/{name}?customerId={customer}",
];
/**
 * Each of these is checked once, alternating the four variants: they are many and share their components. A new one is appended, so that
 * the others keep their variants.
 */
export const otherScreens = [
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
  "/help",
  "/progress",
  "/activity",
];

/** The API calls in progress; a screen is checked when there are none. */
export function callsOf(page: Page): Set<Request> {
  const pending = new Set<Request>();
  page.on("request", (request) => request.url().includes("/api/") && pending.add(request));
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  return pending;
}

export async function waitUntilDrawn(page: Page, calls: Set<Request>): Promise<void> {
  const headings = page.locator("main h1, main h2");
  // One response may trigger another call, so this waits for a quiet moment. The heading may still be the previous screen's.
  for (let quietPollCount = 0; quietPollCount < 3; ) {
    await page.waitForTimeout(50);
    const isQuiet = calls.size === 0 && (await headings.count()) > 0;
    quietPollCount = isQuiet ? quietPollCount + 1 : 0;
  }
}

/** Navigates like a link of the console, without loading the page. */
export const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

export type ScreenParam =
  | "ongoing"
  | "approved"
  | "name"
  | "customer"
  | "suggestionList"
  | "exportConfiguration"
  | "layout"
  | "device";

/** Values for the names in braces in the paths. */
export async function idsIn(page: Page): Promise<Record<ScreenParam, string>> {
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

/** A path with its names in braces replaced. */
export const fillPath = (path: string, ids: Record<ScreenParam, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, param: ScreenParam) => ids[param]);

/** Pixels by which content overflows the page on the right. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
