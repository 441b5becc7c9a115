import { ApiError, codes } from './errors.ts';

/** Whether an error says that there is no such thing, or that nothing can have such a name; not every API has our codes for it. */
export function saysGone(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, status } = error;
  return (
    code === codes.notFound || code === codes.wrongParameter || [400, 404, 410, 414, 422].includes(status)
  );
}
