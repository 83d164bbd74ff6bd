/** A cursor over the code points of a pattern. */
export class PatternReader {
  readonly #characters: readonly string[];
  #position = 0;

  constructor(pattern: string) {
    this.#characters = Array.from(pattern);
  }

  get position(): number {
    return this.#position;
  }

  get atEnd(): boolean {
    return this.#position >= this.#characters.length;
  }

  /** The character `ahead` places on; the empty string behind the end. */
  peek(ahead = 0): string {
    return this.#characters[this.#position + ahead] ?? '';
  }

  next(): string {
    const character = this.peek();
    this.#position += 1;
    return character;
  }

  startsWith(text: string): boolean {
    return Array.from(text).every((character, index) => this.peek(index) === character);
  }

  /** Steps over `text` if it is next. */
  skip(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.#position += Array.from(text).length;
    return true;
  }

  /** Reads up to and over `end`; undefined, and nothing read, when it does not come. */
  readUntil(end: string): string | undefined {
    const from = this.#position;
    let text = '';
    while (!this.atEnd) {
      if (this.skip(end)) return text;
      text += this.next();
    }
    this.#position = from;
    return undefined;
  }

  textSince(position: number): string {
    return this.#characters.slice(position, this.#position).join('');
  }

  rewind(position: number): void {
    this.#position = position;
  }
}
