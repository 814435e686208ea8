import proj4 from "proj4";
import type { Rt90Converter } from "#domain/lists/suggestionFile.ts";

/** RT90 2.5 gon V, EPSG:3021, with the seven parameters of Lantmäteriet: accurate to about a metre. */
const rt90 =
  "+proj=tmerc +lat_0=0 +lon_0=15.8082777777778 +k=1 +x_0=1500000 +y_0=0 +ellps=bessel +towgs84=414.1,41.3,603.1,-0.855,2.141,-7.023,0 +units=m +no_defs";

let converter: { forward(metres: [number, number]): number[] } | undefined;

/** Converts RT90 to WGS84, rounded to seven decimals, a centimetre, so that the same line always gives the same position. */
export const convertRt90: Rt90Converter = (y, x) => {
  converter ??= proj4(rt90, "WGS84");
  const [lng = 0, lat = 0] = converter.forward([y, x]);
  return { lat: Number(lat.toFixed(7)), lng: Number(lng.toFixed(7)) };
};
