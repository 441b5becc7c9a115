// Node's old parser, for the two inputs that the SDK passes: an http(s) address and a bare host.
const parse = address => {
  if (!/^https?:\/\//.test(address)) return { protocol: null, host: null, hostname: null };
  const { protocol, host, hostname } = new URL(address);
  return { protocol, host, hostname };
};

const format = ({ protocol, host, pathname, query }) => {
  const search = new URLSearchParams(query).toString();
  return `${protocol}//${host}${pathname}${search && `?${search}`}`;
};

module.exports = { parse, format };
