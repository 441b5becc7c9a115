// Uploads always say their type themselves.
module.exports = { getType: () => null };
