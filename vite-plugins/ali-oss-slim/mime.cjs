// Uploads set their own type. The SDK only asks for the type of the XML list of an upload's parts.
module.exports = { getType: name => (name === 'xml' ? 'application/xml' : null) };
