import { type Identity, longestName } from '../accounts/login.ts';

const tokenStart = 'sandbox:';

/** The name as it identifies a user, or null when it cannot be one: 1 to 40 characters, none of them a control. */
export function readName(text: string): string | null {
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ');
  const usable = name !== '' && [...name].length <= longestName && !/\p{Cc}/u.test(name);
  return usable ? name : null;
}

/** The token that the sandbox's login dialog gives for a name. */
export function sandboxToken(name: string): string {
  return tokenStart + name;
}

/** Accepts the tokens of the sandbox's dialog: any name is accepted. */
export async function sandboxLogin(token: string): Promise<Identity | null> {
  if (!token.startsWith(tokenStart)) return null;
  const name = readName(token.slice(tokenStart.length));
  return name === null ? null : { name, nickname: name, avatar: '' };
}
