interface LogoProps {
  size?: number;
}

/** The logo: a map pin with a check mark. The same drawing as public/favicon.svg. */
export function Logo({ size = 24 }: LogoProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="var(--bgColor-accent-emphasis)"
        d="M16 1.5C9.6 1.5 4.5 6.6 4.5 13c0 7.6 8.2 15 10.6 17a1.4 1.4 0 0 0 1.8 0c2.4-2 10.6-9.4 10.6-17C27.5 6.6 22.4 1.5 16 1.5Z"
      />
      <circle cx="16" cy="13" r="7.5" fill="var(--fgColor-onEmphasis)" />
      <path
        fill="none"
        stroke="var(--bgColor-accent-emphasis)"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m12.5 13.3 2.4 2.4 4.6-5"
      />
    </svg>
  );
}
