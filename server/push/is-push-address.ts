import { isIP } from 'node:net';

/** Names that no public network has. */
const ownNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa)$/;

/**
 * Whether a text is the address of a push service, as a browser gives it: https on its usual port, at a host with a public
 * name that is not `ownHost`. What the name resolves to is looked at each time when something is sent.
 */
export function isPushAddress(text: string, ownHost: string | null): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, hash, href } = new URL(text);
  // As it is written it is kept and compared.
  if (href !== text || protocol !== 'https:' || port || username || password || hash) return false;
  const isName = isIP(hostname) === 0 && /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(hostname);
  return isName && !ownNames.test(hostname) && hostname !== ownHost;
}
