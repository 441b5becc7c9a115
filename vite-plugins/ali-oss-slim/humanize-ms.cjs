// Time-outs are always given as numbers of milliseconds.
module.exports = Number;
