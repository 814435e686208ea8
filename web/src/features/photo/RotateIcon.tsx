import type { SVGProps } from "react";

/** A sheet with an arrow around its corner. The round arrows of undo and redo would suggest undoing. */
function RotateIcon({ isLeft = false, ...props }: SVGProps<SVGSVGElement> & { isLeft?: boolean }) {
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" fill="none" aria-hidden="true" {...props}>
      <g
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...(isLeft && { transform: "matrix(-1 0 0 1 16 0)" })}
      >
        <rect x={1.5} y={7} width={7.5} height={7.5} rx={1} />
        <path d="M5 3h3.25A4.75 4.75 0 0 1 13 7.75V10.5" />
        <path d="m10.75 8.5 2.25 2.25 2.25-2.25" />
      </g>
    </svg>
  );
}

export const RotateRightIcon = () => <RotateIcon />;
export const RotateLeftIcon = () => <RotateIcon isLeft />;
