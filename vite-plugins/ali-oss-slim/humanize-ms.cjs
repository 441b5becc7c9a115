// The app always gives time limits as numbers of milliseconds.
module.exports = Number;
