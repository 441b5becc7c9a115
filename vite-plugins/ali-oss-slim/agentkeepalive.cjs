// Browsers keep their connections themselves.
module.exports = class Agent {};
