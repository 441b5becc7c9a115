// Reads XML from OSS. An element contains a text or elements; elements of the same name become a list.
const read = ({ children, textContent }) => {
  if (children.length === 0) return textContent;
  const fields = {};
  for (const child of children) {
    const value = read(child);
    fields[child.nodeName] = child.nodeName in fields ? [fields[child.nodeName], value].flat() : value;
  }
  return fields;
};

// For a body that is not XML, the SDK expects an error.
const parseString = (text, _options, done) => {
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  if (root.querySelector('parsererror') || root.nodeName === 'parsererror') {
    return done(new Error('The response is not XML.'));
  }
  return done(null, read(root));
};

module.exports = { parseString };
