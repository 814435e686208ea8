/** A globe at 16 px; the icon set's own is of another weight. */
export function LanguageIcon() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6.75" />
      <path d="M1.5 8h13M8 1.25c2 2 2.75 4.25 2.75 6.75S10 12.75 8 14.75C6 12.75 5.25 10.5 5.25 8S6 3.25 8 1.25Z" />
    </svg>
  );
}
