import { type Identity, longestName } from '../accounts/login.ts';

const tokenStart = 'sandbox:';

/** Normalizes a name; null unless it has 1 to 40 characters, none of them a control character. */
export function readName(text: string): string | null {
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ');
  const usable = name !== '' && [...name].length <= longestName && !/\p{Cc}/u.test(name);
  return usable ? name : null;
}

export function sandboxToken(name: string): string {
  return tokenStart + name;
}

/** Accepts any name in a token of the sandbox's dialog. */
export async function sandboxLogin(token: string): Promise<Identity | null> {
  if (!token.startsWith(tokenStart)) return null;
  const name = readName(token.slice(tokenStart.length));
  return name === null ? null : { name, nickname: name, avatar: '' };
}
