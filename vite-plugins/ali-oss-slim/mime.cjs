// Uploads set their own type; the SDK looks up only that of an upload's XML list of parts.
module.exports = { getType: name => (name === 'xml' ? 'application/xml' : null) };
