/** A generator's final failure: trying the same pics again would not help. */
export class GeneratorGaveUp extends Error {
  override readonly name: string = 'GeneratorGaveUp';
}
