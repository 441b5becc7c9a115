import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Identifies a caller without an account: the IP address, normalized (no port, brackets or zone; IPv4 within IPv6 as
 * IPv4). Of IPv6 only the first 64 bits, because each connection owns all addresses that begin with them. Empty if the
 * caller has disconnected.
 */
export function addressOf({ ip = '' }: Partial<Pick<FastifyRequest, 'ip'>>): string {
  const [, withPort, bracketed] = /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$|^\[(.+)\](?::\d+)?$/.exec(ip.trim()) ?? [];
  const bare = (withPort ?? bracketed ?? ip).trim().split('%', 1)[0]!;
  if (isIP(bare) !== 6) return bare;
  // The URL parser writes each address in its shortest form.
  const [before = '', after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const groups = before === '' ? [] : before.split(':');
  const last = after ? after.split(':') : [];
  const all =
    after === undefined ? groups : [...groups, ...Array(8 - groups.length - last.length).fill('0'), ...last];
  const [high = 0, low = 0] = all.slice(6).map(group => Number.parseInt(group, 16));
  if (all.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${all.slice(0, 4).join(':')}::/64`;
}
