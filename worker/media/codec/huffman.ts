/** A Huffman table of a JPEG: how many codes have each length of 1 to 16, their symbols in that order, and code and length by symbol. */
export interface HuffmanTable {
  counts: Uint8Array;
  symbols: Uint8Array;
  codes: Uint16Array;
  lengths: Uint8Array;
}

const symbolCount = 256;
const maxCodeLength = 16;

/** The table that makes symbols of these frequencies shortest: ITU T.81, annex K.2. No code is of ones alone. At least one occurs. */
export function huffmanTable(frequencies: Uint32Array): HuffmanTable {
  const wanted = codeLengths(frequencies);
  const counts = countsOf(wanted);
  const symbols = symbolsByLength(wanted);
  const [codes, lengths] = [new Uint16Array(symbolCount), new Uint8Array(symbolCount)];
  let code = 0;
  let next = 0;
  for (let length = 1; length <= maxCodeLength; length++, code <<= 1)
    for (let left = counts[length - 1]!; left > 0; left--) {
      const symbol = symbols[next++]!;
      codes[symbol] = code++;
      lengths[symbol] = length;
    }
  return { counts, symbols, codes, lengths };
}

/** Lengths by symbol, however long; 0 for what does not occur. The symbol behind the last takes the code of ones. */
function codeLengths(given: Uint32Array): Uint8Array {
  const frequencies = new Float64Array(symbolCount + 1);
  frequencies.set(given.subarray(0, symbolCount));
  frequencies[symbolCount] = 1;
  const lengths = new Uint8Array(symbolCount + 1);
  const others = new Int16Array(symbolCount + 1).fill(-1);
  for (;;) {
    const [rarest, second] = twoLeastFrequent(frequencies);
    if (second < 0) return lengths;
    frequencies[rarest]! += frequencies[second]!;
    frequencies[second] = 0;
    const last = lengthenBranch(rarest, lengths, others);
    others[last] = second;
    lengthenBranch(second, lengths, others);
  }
}

/** The two that occur least; of equals the last. */
function twoLeastFrequent(frequencies: Float64Array): [number, number] {
  let [rarest, second] = [-1, -1];
  for (let index = 0; index < frequencies.length; index++) {
    const frequency = frequencies[index]!;
    if (frequency === 0) continue;
    if (rarest < 0 || frequency <= frequencies[rarest]!) {
      second = rarest;
      rarest = index;
    } else if (second < 0 || frequency <= frequencies[second]!) second = index;
  }
  return [rarest, second];
}

/** Makes all codes of a branch one longer, and returns its last symbol. */
function lengthenBranch(from: number, lengths: Uint8Array, others: Int16Array): number {
  let at = from;
  for (;;) {
    lengths[at]!++;
    if (others[at]! < 0) return at;
    at = others[at]!;
  }
}

/** How many codes have each length of 1 to 16, longer ones made shorter, without the code of ones. */
function countsOf(lengths: Uint8Array): Uint8Array {
  const counts = new Uint16Array(symbolCount + 1);
  for (const length of lengths) if (length > 0) counts[length]!++;
  for (let length = symbolCount; length > maxCodeLength; length--)
    while (counts[length]! > 0) {
      let shorter = length - 2;
      while (counts[shorter] === 0) shorter--;
      counts[length]! -= 2;
      counts[length - 1]!++;
      counts[shorter + 1]! += 2;
      counts[shorter]!--;
    }
  let longest = maxCodeLength;
  while (counts[longest] === 0) longest--;
  counts[longest]!--;
  return Uint8Array.from(counts.subarray(1, maxCodeLength + 1));
}

/** The symbols that occur, by the lengths of their codes. */
const symbolsByLength = (lengths: Uint8Array): Uint8Array =>
  Uint8Array.from(
    [...lengths.subarray(0, symbolCount).keys()]
      .filter((symbol) => lengths[symbol]! > 0)
      .sort((a, b) => lengths[a]! - lengths[b]!),
  );
