/** A photo's rotation: the reviewer's quarter turns clockwise, 0 to 3 (2§5). */

/** Any number of quarter turns, in either direction, as 0 to 3. */
export const normalizeQuarterTurns = (quarters: number): number => ((quarters % 4) + 4) % 4;

/**
 * The quarter turns the stored thumbnail and rendition still lack. They are made anew when a photo is rotated; until then this is
 * more than 0.
 */
export const pendingQuarterTurns = ({
  rotation,
  derivativeRotation,
}: {
  rotation: number;
  derivativeRotation: number;
}): number => normalizeQuarterTurns(rotation - derivativeRotation);

/** A size after quarter turns: an odd number swaps width and height. */
export const rotateSize = <S extends { width: number; height: number }>(size: S, quarters: number): S =>
  normalizeQuarterTurns(quarters) % 2 === 0 ? size : { ...size, width: size.height, height: size.width };
