import L from "leaflet";
import type { BaseMap } from "#domain/map/basemap.ts";
import { numberLocale } from "#i18n/language.ts";
import { isDark } from "#theme/colorMode.ts";
import { drawTile } from "./drawTile.ts";
import { darkMapColors, lightMapColors } from "./mapColors.ts";

const tileSizePx = 512;

/** The bundled vector base map, which needs no network, painted tile by tile in the page's colours. */
export class VectorBaseMapLayer extends L.GridLayer {
  readonly #ground: BaseMap;
  readonly #painted = new Map<HTMLCanvasElement, L.Coords>();
  readonly #names = new Intl.DisplayNames(numberLocale(), { type: "region" });
  #printed = false;

  constructor(baseMap: BaseMap) {
    super({ tileSize: tileSizePx, updateWhenZooming: false, keepBuffer: 1 });
    this.#ground = baseMap;
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

  /** Repaints all tiles, after a change of colours or for `printed`, which always uses light colours. */
  repaint(printed = this.#printed): void {
    this.#printed = printed;
    for (const [tile, coords] of this.#painted) this.#paint(tile, coords);
  }

  #paint(tile: HTMLCanvasElement, { x, y, z }: L.Coords): void {
    const pixelRatio = Math.min(window.devicePixelRatio || 1, 2);
    tile.width = tile.height = tileSizePx * pixelRatio;
    const painter = tile.getContext("2d");
    if (!painter) return;
    painter.scale(pixelRatio, pixelRatio);
    const colors = isDark() && !this.#printed ? darkMapColors : lightMapColors;
    const view = { zoom: z, left: x * tileSizePx, top: y * tileSizePx, size: tileSizePx };
    drawTile(painter, this.#ground, view, colors, (code) => this.#names.of(code) ?? code);
  }
}
