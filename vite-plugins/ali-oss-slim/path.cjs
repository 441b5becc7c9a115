// The SDK uses only `extname`, to get a type from `mime`.
module.exports = { extname: name => /\.[^./]*$/.exec(name)?.[0] ?? '' };
