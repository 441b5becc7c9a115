// Uploads say their type themselves; only the list of an upload's parts is looked up.
module.exports = { getType: name => (name === 'xml' ? 'application/xml' : null) };
