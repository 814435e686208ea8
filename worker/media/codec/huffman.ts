/**
 * A JPEG Huffman table: the number of codes of each length from 1 to 16, the symbols in that order, and code and length by
 * symbol.
 */
export interface HuffmanTable {
  counts: Uint8Array;
  symbols: Uint8Array;
  codes: Uint16Array;
  lengths: Uint8Array;
}

const symbolCount = 256;
const maxCodeLength = 16;

/**
 * The optimal table for symbol frequencies, of which at least one is positive: ITU T.81, annex K.2. No code consists of ones
 * only.
 */
export function createHuffmanTable(frequencies: Uint32Array): HuffmanTable {
  const unlimitedLengths = computeCodeLengths(frequencies);
  const counts = countCodeLengths(unlimitedLengths);
  const symbols = sortSymbolsByLength(unlimitedLengths);
  const [codes, lengths] = [new Uint16Array(symbolCount), new Uint8Array(symbolCount)];
  let code = 0;
  let symbolIndex = 0;
  for (let length = 1; length <= maxCodeLength; length++, code <<= 1)
    for (let remainingCount = counts[length - 1]!; remainingCount > 0; remainingCount--) {
      const symbol = symbols[symbolIndex++]!;
      codes[symbol] = code++;
      lengths[symbol] = length;
    }
  return { counts, symbols, codes, lengths };
}

/**
 * Code lengths by symbol, unlimited; 0 for symbols that do not occur. The extra symbol after the last reserves the code of all
 * ones.
 */
function computeCodeLengths(symbolFrequencies: Uint32Array): Uint8Array {
  const frequencies = new Float64Array(symbolCount + 1);
  frequencies.set(symbolFrequencies.subarray(0, symbolCount));
  frequencies[symbolCount] = 1;
  const lengths = new Uint8Array(symbolCount + 1);
  const nextSymbols = new Int16Array(symbolCount + 1).fill(-1);
  for (;;) {
    const [leastFrequent, secondLeastFrequent] = findTwoLeastFrequent(frequencies);
    if (secondLeastFrequent < 0) return lengths;
    frequencies[leastFrequent]! += frequencies[secondLeastFrequent]!;
    frequencies[secondLeastFrequent] = 0;
    const lastSymbol = lengthenBranch(leastFrequent, lengths, nextSymbols);
    nextSymbols[lastSymbol] = secondLeastFrequent;
    lengthenBranch(secondLeastFrequent, lengths, nextSymbols);
  }
}

/** The two least frequent symbols, -1 if there is none; the last one wins a tie. */
function findTwoLeastFrequent(frequencies: Float64Array): [number, number] {
  let [leastFrequent, secondLeastFrequent] = [-1, -1];
  for (let index = 0; index < frequencies.length; index++) {
    const frequency = frequencies[index]!;
    if (frequency === 0) continue;
    if (leastFrequent < 0 || frequency <= frequencies[leastFrequent]!) {
      secondLeastFrequent = leastFrequent;
      leastFrequent = index;
    } else if (secondLeastFrequent < 0 || frequency <= frequencies[secondLeastFrequent]!)
      secondLeastFrequent = index;
  }
  return [leastFrequent, secondLeastFrequent];
}

/** Lengthens all codes of a branch by one, and returns its last symbol. */
function lengthenBranch(firstSymbol: number, lengths: Uint8Array, nextSymbols: Int16Array): number {
  let symbol = firstSymbol;
  for (;;) {
    lengths[symbol]!++;
    if (nextSymbols[symbol]! < 0) return symbol;
    symbol = nextSymbols[symbol]!;
  }
}

/** The number of codes of each length from 1 to 16, after limiting longer ones, without the code of all ones. */
function countCodeLengths(lengths: Uint8Array): Uint8Array {
  const counts = new Uint16Array(symbolCount + 1);
  for (const length of lengths) if (length > 0) counts[length]!++;
  for (let length = symbolCount; length > maxCodeLength; length--)
    while (counts[length]! > 0) {
      let shorterLength = length - 2;
      while (counts[shorterLength] === 0) shorterLength--;
      counts[length]! -= 2;
      counts[length - 1]!++;
      counts[shorterLength + 1]! += 2;
      counts[shorterLength]!--;
    }
  let maxUsedLength = maxCodeLength;
  while (counts[maxUsedLength] === 0) maxUsedLength--;
  counts[maxUsedLength]!--;
  return Uint8Array.from(counts.subarray(1, maxCodeLength + 1));
}

/** The symbols that occur, by code length. */
const sortSymbolsByLength = (lengths: Uint8Array): Uint8Array =>
  Uint8Array.from(
    [...lengths.subarray(0, symbolCount).keys()]
      .filter((symbol) => lengths[symbol]! > 0)
      .sort((a, b) => lengths[a]! - lengths[b]!),
  );
