// In CommonJS, since an import that fails cannot be caught, and `await import()` would keep CommonJS from requiring us.
const { Decoder, Encoder } = load()
module.exports = { Decoder, Encoder }

function load() {
  try {
    // This build neither compiles code at run time nor loads a native addon, which the others do.
    return require('cbor-x/index-no-eval')
  } catch (cause) {
    throw new Error('@ctxgen/runtime/cbor needs cbor-x: npm i cbor-x', { cause })
  }
}
