import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Shot, withShot } from "./photoExif.ts";

/*
 * The pictures of the demo: field photos of invented places, free to show and share. A scene with a season has `bare` and `snow`
 * pictures; its first one is stored upright, the others cover the orientations that phones write.
 */

export const sceneKinds = [
  "mast",
  "cabinet",
  "trench",
  "manhole",
  "pole",
  "facade",
  "splice",
  "rooftop",
  "sign",
  "meter",
  "turbine",
  "forestRoad",
] as const;
export type SceneKind = (typeof sceneKinds)[number];

const folder = path.join(import.meta.dirname, "pictures");
const names = readdirSync(folder).sort();

export const readPicture = (name: string): Promise<Buffer> => readFile(path.join(folder, name));

/** Base64, as the database holds logos. */
export const readLogo = async (name: string): Promise<string> =>
  (await readPicture(`logo-${name.toLowerCase()}.png`)).toString("base64");

/** Photos of the scene in the season of the shot. */
function pictureNames(scene: SceneKind, { takenAt, lat }: Shot): string[] {
  const month = takenAt.getUTCMonth() + 1;
  const hasSnow = lat > 58.5 && (month === 12 || month <= 3 || (lat > 62 && (month === 4 || month === 11)));
  const otherSeason = `-${hasSnow ? "bare" : "snow"}-`;
  return names.filter((name) => name.startsWith(`${scene}-`) && !name.includes(otherSeason));
}

/** A photo with its own bytes for every shot. Consecutive variants show different pictures. */
export async function takePhoto(
  scene: SceneKind,
  shot: Shot,
  variant = 0,
): Promise<{ name: string; bytes: Buffer }> {
  const choices = pictureNames(scene, shot);
  const name = choices[variant % choices.length]!;
  return { name, bytes: await withShot(await readPicture(name), shot) };
}
