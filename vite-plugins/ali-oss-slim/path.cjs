// Only asked for the extension that `mime` would look up.
module.exports = { extname: name => /\.[^./]*$/.exec(name)?.[0] ?? '' };
