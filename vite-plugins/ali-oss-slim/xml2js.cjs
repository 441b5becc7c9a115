// Reads the error documents of OSS: one root whose children hold text. Throwing is how the SDK learns of other bodies.
const parseString = (text, _options, done) => {
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  if (root.querySelector('parsererror') || root.nodeName === 'parsererror') {
    return done(new Error('The response is not XML.'));
  }
  return done(
    null,
    Object.fromEntries(Array.from(root.children, child => [child.nodeName, child.textContent])),
  );
};

module.exports = { parseString };
