/**
 * The fixed palette of the charts (1§9): 50 colours, as distinct as possible, each with a contrast of at least 3:1 in both
 * themes, ordered to keep similar ones apart.
 */
export const palette = [
  ..."#006cd8 #cf5a00 #1b9951 #7e51e1 #fc00b4 #a287ab #c61b2d #127500 #4848fc #fc1bf3".split(" "),
  ..."#1b99c6 #ea2d00 #756324 #9900fc #c60099 #0090fc #fc5a3f #637e12 #756399 #cf00fc".split(" "),
  ..."#7e87fc #fc0051 #759900 #905175 #d800c6 #5a6cfc #00757e #ab9000 #cf515a #ab1bbd".split(" "),
  ..."#5a5abd #007551 #6c9987 #e16c87 #a25109 #ab51fc #ab367e #007eb4 #fc3f90 #cf7e1b".split(" "),
  ..."#c66ce1 #a26363 #3f876c #d8006c #6c7ec6 #a25abd #b4876c #cf48a2 #877e51 #b46390".split(" "),
] as const;

/** The dash pattern of each round: the fifty-first line has the first colour, dashed. */
const dashes = [undefined, "8 4", "2 4", "12 4 2 4", "4 8"] as const;

export interface LineStyle {
  colour: string;
  dash: string | undefined;
}

/** The style of the template at this index. */
export const lineStyle = (index: number): LineStyle => ({
  colour: palette[index % palette.length] ?? palette[0]!,
  dash: dashes[Math.floor(index / palette.length) % dashes.length],
});

/** The total stands out: the text's colour, and twice as wide. */
export const totalStyle: LineStyle & { width: number } = {
  colour: "var(--fgColor-default)",
  dash: undefined,
  width: 3,
};
