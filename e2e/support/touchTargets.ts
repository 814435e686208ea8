import type { Page } from "playwright-core";

/** Minimum height and width of a control on a phone, in CSS pixels. */
const minTargetPx = 44;

/**
 * Finds the visible controls of a page whose touch target is smaller than 44 px, each as "name (width x height)". The target is the area
 * in which a touch reaches the control or its label, and may be larger than the control looks. Links within a sentence and elements that
 * only the keyboard shows are exempt, and so are the markers of a map, which cannot move and are repeated in the list below the map.
 */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((min) => {
    const selector =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option]";
    const isVisible = (element: Element) =>
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
      .filter((element) => isVisible(element) && !isInSentence(element))
      .flatMap((element) => {
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const box = element.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const measureReach = (stepX: number, stepY: number) => {
          let distance = 0;
          while (
            distance < min &&
            takesTouchAt(element, x + stepX * (distance + 1), y + stepY * (distance + 1))
          )
            distance += 1;
          return distance;
        };
        const width = Math.max(Math.round(box.width), measureReach(-1, 0) + measureReach(1, 0) + 1);
        const height = Math.max(Math.round(box.height), measureReach(0, -1) + measureReach(0, 1) + 1);
        if (width >= min && height >= min) return [];
        const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
        return [`${element.tagName} ${name.slice(0, 40)} (${width} x ${height})`];
      });
  }, minTargetPx);
