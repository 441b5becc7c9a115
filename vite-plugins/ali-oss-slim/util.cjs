module.exports = {
  inherits: (child, parent) => Object.setPrototypeOf(child.prototype, parent.prototype),
};
