import L from "leaflet";
import type { BaseMap } from "#domain/map/basemap.ts";
import { numberLocale } from "#i18n/language.ts";
import { isDark } from "#theme/colorMode.ts";
import { drawTile } from "./drawTile.ts";
import { darkMapColors, lightMapColors } from "./mapColors.ts";

const size = 512;

/** The ground that needs no network, painted tile by tile in the page's colours. */
export class VectorBaseMapLayer extends L.GridLayer {
  readonly #ground: BaseMap;
  readonly #painted = new Map<HTMLCanvasElement, L.Coords>();
  readonly #names = new Intl.DisplayNames(numberLocale(), { type: "region" });
  #printed = false;

  constructor(ground: BaseMap) {
    super({ tileSize: size, updateWhenZooming: false, keepBuffer: 1 });
    this.#ground = ground;
    this.on("tileunload", ({ tile }: L.TileEvent) => {
      if (tile instanceof HTMLCanvasElement) this.#painted.delete(tile);
    });
  }

  override createTile(coords: L.Coords): HTMLElement {
    const tile = document.createElement("canvas");
    this.#painted.set(tile, coords);
    this.#paint(tile, coords);
    return tile;
  }

  /** Paints what is shown again: other colours, or `printed` on white paper whatever the page's colours are. */
  repaint(printed = this.#printed): void {
    this.#printed = printed;
    for (const [tile, coords] of this.#painted) this.#paint(tile, coords);
  }

  #paint(tile: HTMLCanvasElement, { x, y, z }: L.Coords): void {
    const sharp = Math.min(window.devicePixelRatio || 1, 2);
    tile.width = tile.height = size * sharp;
    const painter = tile.getContext("2d");
    if (!painter) return;
    painter.scale(sharp, sharp);
    const colors = isDark() && !this.#printed ? darkMapColors : lightMapColors;
    const view = { zoom: z, left: x * size, top: y * size, size };
    drawTile(painter, this.#ground, view, colors, (code) => this.#names.of(code) ?? code);
  }
}
