/** A photo's rotation: the reviewer's quarter turns clockwise, 0 to 3 (2§5). */

/** Normalizes any number of quarter turns, in either direction, to 0 to 3. */
export const normalizeQuarterTurns = (quarterTurns: number): number => ((quarterTurns % 4) + 4) % 4;

/**
 * The quarter turns that the stored thumbnail and rendition still lack. They are regenerated when a photo is rotated; until then
 * this is greater than 0.
 */
export const computePendingTurns = ({
  rotation,
  derivativeRotation,
}: {
  rotation: number;
  derivativeRotation: number;
}): number => normalizeQuarterTurns(rotation - derivativeRotation);

/** The size after quarter turns: an odd number swaps width and height. */
export const rotateSize = <S extends { width: number; height: number }>(size: S, quarterTurns: number): S =>
  normalizeQuarterTurns(quarterTurns) % 2 === 0 ? size : { ...size, width: size.height, height: size.width };
