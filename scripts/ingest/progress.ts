const barWidth = 28;

/** A progress line: redrawn in place on a terminal, otherwise printed for every tenth of the work. */
export class Progress {
  readonly #total: number;
  readonly #bytes: number;
  readonly #isTerminal: boolean;
  #doneCount = 0;
  #sentBytes = 0;
  readonly #startedAt = performance.now();

  constructor(total: number, bytes: number, terminal = process.stdout.isTTY === true) {
    this.#total = total;
    this.#bytes = bytes;
    this.#isTerminal = terminal;
  }

  advance(bytes: number): void {
    const previousCount = this.#doneCount;
    this.#doneCount += 1;
    this.#sentBytes += bytes;
    if (this.#isTerminal) process.stdout.write(`\r${this.#bar()}\u001b[K`);
    else if (
      Math.floor((this.#doneCount / this.#total) * 10) > Math.floor((previousCount / this.#total) * 10)
    )
      console.log(`${this.#doneCount} of ${this.#total} photos`);
  }

  /** Prints a line above the progress bar. */
  printAbove(line: string): void {
    if (this.#isTerminal) process.stdout.write("\r\u001b[K");
    console.log(line);
  }

  end(): void {
    if (this.#isTerminal && this.#doneCount > 0) process.stdout.write("\n");
  }

  #bar(): string {
    const fraction = this.#bytes > 0 ? this.#sentBytes / this.#bytes : this.#doneCount / this.#total;
    const filledWidth = Math.round(Math.min(1, fraction) * barWidth);
    const speed = this.#sentBytes / 1e6 / Math.max(0.001, (performance.now() - this.#startedAt) / 1000);
    return `${"█".repeat(filledWidth)}${"░".repeat(barWidth - filledWidth)} ${this.#doneCount}/${this.#total}  ${speed.toFixed(1)} MB/s`;
  }
}
