// For webpack: strips the types from a module.
const { transform } = require('esbuild')

module.exports = function load(source) {
  const done = this.async()
  transform(source, { loader: 'ts' }).then(({ code }) => done(null, code), done)
}
