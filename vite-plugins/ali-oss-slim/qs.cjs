// As the V4 canonical query wants it: sorted, percent-encoded, a name alone where the value is null.
const stringify = (query, { encoder, sort }) => {
  const pair = name => (query[name] === null ? encoder(name) : `${encoder(name)}=${encoder(query[name])}`);
  return Object.keys(query).sort(sort).map(pair).join('&');
};

module.exports = { stringify };
