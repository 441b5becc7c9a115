import { ApiError, codes } from './errors.ts';

/** True if the error means "does not exist"; APIs use different codes for this. */
export function saysGone(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, status } = error;
  return (
    code === codes.notFound || code === codes.wrongParameter || [400, 404, 410, 414, 422].includes(status)
  );
}
