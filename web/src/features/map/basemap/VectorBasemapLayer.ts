import L from "leaflet";
import type { Basemap } from "#domain/map/basemap.ts";
import { createMapNames, drawTile } from "#domain/map/drawTile.ts";
import { darkMapColors, lightMapColors } from "#domain/map/mapColors.ts";
import { getNumberLocale } from "#i18n/language.ts";
import { isDark } from "#theme/colorMode.ts";

const tileSizePx = 512;

/** The bundled vector basemap, which needs no network, painted tile by tile in the page's colours. */
export class VectorBasemapLayer extends L.GridLayer {
  readonly #basemap: Basemap;
  readonly #paintedTiles = new Map<HTMLCanvasElement, L.Coords>();
  readonly #names = createMapNames(getNumberLocale());
  #isPrinting = false;

  constructor(basemap: Basemap) {
    super({ tileSize: tileSizePx, updateWhenZooming: false, keepBuffer: 1 });
    this.#basemap = basemap;
    this.on("tileunload", ({ tile }: L.TileEvent) => {
      if (tile instanceof HTMLCanvasElement) this.#paintedTiles.delete(tile);
    });
  }

  override createTile(coords: L.Coords): HTMLElement {
    const tile = document.createElement("canvas");
    this.#paintedTiles.set(tile, coords);
    this.#paint(tile, coords);
    return tile;
  }

  /** Repaints all tiles, after a change of colours or for printing, which always uses light colours. */
  repaint(isPrinting = this.#isPrinting): void {
    this.#isPrinting = isPrinting;
    for (const [tile, coords] of this.#paintedTiles) this.#paint(tile, coords);
  }

  #paint(tile: HTMLCanvasElement, { x, y, z }: L.Coords): void {
    const pixelRatio = Math.min(window.devicePixelRatio || 1, 2);
    tile.width = tile.height = tileSizePx * pixelRatio;
    const painter = tile.getContext("2d");
    if (!painter) return;
    painter.scale(pixelRatio, pixelRatio);
    const colors = isDark() && !this.#isPrinting ? darkMapColors : lightMapColors;
    const view = { zoom: z, left: x * tileSizePx, top: y * tileSizePx, size: tileSizePx };
    drawTile(painter, this.#basemap, view, colors, this.#names);
  }
}
