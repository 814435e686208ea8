/** The quarter turns that a reviewer gives a photo, clockwise, 0 to 3 (2§5). */

/** What a rotation comes to, however far it was turned in whichever direction. */
export const wrappedTurns = (quarters: number): number => ((quarters % 4) + 4) % 4;

/**
 * The quarter turns that the stored thumbnail and rendition still lack. Those are turned when the photo is; it is more than 0 only
 * for as long as they have not been made anew.
 */
export const turnsLeft = ({ rotation, turned }: { rotation: number; turned: number }): number =>
  wrappedTurns(rotation - turned);

/** A size once it is turned: odd quarters let width and height change places. */
export const turnedSize = <S extends { width: number; height: number }>(size: S, quarters: number): S =>
  wrappedTurns(quarters) % 2 === 0 ? size : { ...size, width: size.height, height: size.width };
