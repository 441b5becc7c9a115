/** A generator's last word: asking it again for the same pics would not help. */
export class GeneratorGaveUp extends Error {
  override readonly name: string = 'GeneratorGaveUp';
}
