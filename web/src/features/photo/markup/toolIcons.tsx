import type { ReactNode } from "react";

/** Creates the icon of a drawing tool. All have the same size and show the shape that the tool draws. */
const createToolIcon = (shape: ReactNode) =>
  function ToolIcon() {
    return (
      <svg
        width={18}
        height={18}
        viewBox="0 0 18 18"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {shape}
      </svg>
    );
  };

export const ArrowIcon = createToolIcon(<path d="M3 15 15 3M8 3h7v7" />);
export const LineIcon = createToolIcon(<path d="M3 15 15 3" />);
export const CircleIcon = createToolIcon(<circle cx={9} cy={9} r={6.5} />);
export const RectangleIcon = createToolIcon(<rect x={2} y={4} width={14} height={10} rx={0.5} />);
export const TextIcon = createToolIcon(<path d="M3.5 5.5v-2h11v2M9 3.5v11M6.5 14.5h5" />);
/** Coarse squares, like a pixelated face. */
export const BlurIcon = createToolIcon(
  <g fill="currentColor" stroke="none">
    {[0, 1, 2].flatMap((row) =>
      [0, 1, 2].map((column) => (
        <rect
          key={`${row}${column}`}
          x={2 + column * 5}
          y={2 + row * 5}
          width={4}
          height={4}
          opacity={(row + column) % 2 === 0 ? 1 : 0.4}
        />
      )),
    )}
  </g>,
);
