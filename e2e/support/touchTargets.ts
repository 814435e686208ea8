import type { Page } from "playwright-core";

/** The least height and width of a control on a phone, in CSS pixels. */
const minTargetPx = 44;

/**
 * Visible controls of a page that take a touch on fewer than 44 px, each as "name (width x height)". What counts is where a touch
 * reaches the control or its label, which may be larger than it looks. Links within a sentence, and what appears only for the
 * keyboard, are not counted; nor are the markers of a map, whose places are given, and which are in the list below the map.
 */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((min) => {
    const selector =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option]";
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 1 &&
      !element.matches('[href="#main"]') &&
      element.closest("[aria-hidden=true], [inert], .leaflet-control-attribution, .leaflet-marker-icon") ===
        null;
    const isInSentence = (element: Element) =>
      element.tagName === "A" &&
      getComputedStyle(element).display === "inline" &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    const takesTouchAt = (element: Element, x: number, y: number) => {
      const target = document.elementFromPoint(x, y);
      return target !== null && (element.contains(target) || target.closest("label")?.control === element);
    };
    return [...document.querySelectorAll(selector)]
      .filter((element) => isShown(element) && !isInSentence(element))
      .flatMap((element) => {
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const box = element.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const reach = (stepX: number, stepY: number) => {
          let distance = 0;
          while (
            distance < min &&
            takesTouchAt(element, x + stepX * (distance + 1), y + stepY * (distance + 1))
          )
            distance += 1;
          return distance;
        };
        const width = Math.max(Math.round(box.width), reach(-1, 0) + reach(1, 0) + 1);
        const height = Math.max(Math.round(box.height), reach(0, -1) + reach(0, 1) + 1);
        if (width >= min && height >= min) return [];
        const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
        return [`${element.tagName} ${name.slice(0, 40)} (${width} x ${height})`];
      });
  }, minTargetPx);
