/** The tolerated deviation of a colour: some browsers invisibly change its lowest bits against fingerprinting. */
const maxColorDifference = 8;

/**
 * Whether a canvas returns the pixels that were drawn. Against fingerprinting, some browsers return noise or white instead (Tor, Mullvad
 * and LibreWolf; Firefox with `privacy.resistFingerprinting`) until the user allows the site to read canvases.
 */
export function isCanvasReadable(): boolean {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) return false;
  [canvas.width, canvas.height] = [16, 2];
  const halves = [
    [0, 0, 0],
    [200, 100, 50],
  ] as const;
  for (const [row, color] of halves.entries()) {
    context.fillStyle = `rgb(${color.join(" ")})`;
    context.fillRect(0, row, canvas.width, 1);
  }
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return data.every((value, index) => {
    const color = halves[Math.floor(index / (canvas.width * 4))];
    return Math.abs(value - (color?.[index % 4] ?? 255)) <= maxColorDifference;
  });
}
