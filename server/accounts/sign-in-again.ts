import { ApiError } from '../http/api-error.ts';

/** The refusal of whoever has no valid token, or whose account has just been deleted. */
export function signInAgain(): ApiError {
  return new ApiError('tokenMissing', { en: 'Please sign in again.', zh: '请重新登录。' });
}
