// Only extended, by a reader that `put` does not use.
module.exports = { Readable: class Readable {} };
