// The canonical query of V4 signatures, sorted and percent-encoded. If a value is null, only its name is written.
const stringify = (query, { encoder, sort }) => {
  const pair = name => (query[name] === null ? encoder(name) : `${encoder(name)}=${encoder(query[name])}`);
  return Object.keys(query).sort(sort).map(pair).join('&');
};

module.exports = { stringify };
