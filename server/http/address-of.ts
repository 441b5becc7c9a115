import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * By which a caller without an account is known and counted, in one form whatever a proxy writes around it (a port, brackets,
 * a zone, IPv4 within IPv6): the address, of IPv6 its first 64 bits alone, since each line has all addresses that begin with them.
 * The connection of a caller who has gone has no address any more: the result is empty then.
 */
export function addressOf({ ip = '' }: Partial<Pick<FastifyRequest, 'ip'>>): string {
  const [, withPort, bracketed] = /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$|^\[(.+)\](?::\d+)?$/.exec(ip.trim()) ?? [];
  const bare = (withPort ?? bracketed ?? ip).trim().split('%', 1)[0]!;
  if (isIP(bare) !== 6) return bare;
  // The platform's own parser writes each address in its shortest form.
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
