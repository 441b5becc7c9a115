import { GeneratorGaveUp } from './generator.ts';

/** Throws a GeneratorGaveUp after `milliseconds`, or `outer`'s reason as soon as `outer` is aborted. */
export async function withDeadline<Result>(
  outer: AbortSignal,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const deadline = AbortSignal.timeout(milliseconds);
  try {
    return await work(AbortSignal.any([outer, deadline]));
  } catch (error) {
    outer.throwIfAborted();
    if (!deadline.aborted) throw error;
    throw new GeneratorGaveUp(`No result after ${Math.round(milliseconds / 1000)} seconds.`, {
      cause: error,
    });
  }
}
