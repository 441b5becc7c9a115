import { isIP } from 'node:net';

/** Names that do not exist on the public internet. */
const ownNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa)$/;

/**
 * True for the address of a push service as a browser gives it: https, default port, a public host name other than
 * `ownHost`. The host's IP address is checked at each send.
 */
export function isPushAddress(text: string, ownHost: string | null): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, hash, href } = new URL(text);
  // Only normalized addresses: they are stored and compared as strings.
  if (href !== text || protocol !== 'https:' || port || username || password || hash) return false;
  const isName = isIP(hostname) === 0 && /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(hostname);
  return isName && !ownNames.test(hostname) && hostname !== ownHost;
}
