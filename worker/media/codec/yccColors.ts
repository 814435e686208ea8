/** Writes a pixel from its brightness and its colour differences, which are centred on 0 (JFIF 1.02). */
export function setRgb(data: Uint8Array, index: number, brightness: number, blue: number, red: number): void {
  data[index] = clamp(brightness + 1.402 * red);
  data[index + 1] = clamp(brightness - 0.344136 * blue - 0.714136 * red);
  data[index + 2] = clamp(brightness + 1.772 * blue);
}

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5);
