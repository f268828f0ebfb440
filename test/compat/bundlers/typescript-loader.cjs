// For webpack: takes the types out of a module.
const { transform } = require('esbuild')

module.exports = function load(source) {
  const done = this.async()
  transform(source, { loader: 'ts' }).then(({ code }) => done(null, code), done)
}
