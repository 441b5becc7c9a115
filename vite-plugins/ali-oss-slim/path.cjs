// The SDK uses only `extname`, to look up a type in `mime`.
module.exports = { extname: name => /\.[^./]*$/.exec(name)?.[0] ?? '' };
