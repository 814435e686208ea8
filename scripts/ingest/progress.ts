const barWidth = 28;

/** A progress line: redrawn in place on a terminal, otherwise printed for every tenth of the work. */
export class Progress {
  readonly #total: number;
  readonly #bytes: number;
  readonly #terminal: boolean;
  #done = 0;
  #sent = 0;
  readonly #began = performance.now();

  constructor(total: number, bytes: number, terminal = process.stdout.isTTY === true) {
    this.#total = total;
    this.#bytes = bytes;
    this.#terminal = terminal;
  }

  advance(bytes: number): void {
    const previousDone = this.#done;
    this.#done += 1;
    this.#sent += bytes;
    if (this.#terminal) process.stdout.write(`\r${this.#bar()}\u001b[K`);
    else if (Math.floor((this.#done / this.#total) * 10) > Math.floor((previousDone / this.#total) * 10))
      console.log(`${this.#done} of ${this.#total} photos`);
  }

  /** Prints a line above the progress bar. */
  say(line: string): void {
    if (this.#terminal) process.stdout.write("\r\u001b[K");
    console.log(line);
  }

  end(): void {
    if (this.#terminal && this.#done > 0) process.stdout.write("\n");
  }

  #bar(): string {
    const fraction = this.#bytes > 0 ? this.#sent / this.#bytes : this.#done / this.#total;
    const filled = Math.round(Math.min(1, fraction) * barWidth);
    const speed = this.#sent / 1e6 / Math.max(0.001, (performance.now() - this.#began) / 1000);
    return `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} ${this.#done}/${this.#total}  ${speed.toFixed(1)} MB/s`;
  }
}
