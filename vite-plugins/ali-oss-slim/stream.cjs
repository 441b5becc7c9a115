// Only the base class of a reader that `put` does not use.
module.exports = { Readable: class Readable {} };
