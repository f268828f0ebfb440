#!/usr/bin/env node
// A file that is there before the first build, so that npm links the command on a fresh clone. It is CommonJS (see the
// package.json beside it), as a run that finds nothing to do is half over before node has its loader of ES modules.
'use strict'

const nodeModule = require('node:module')
const { dirname } = require('node:path')
const { runRemembered } = require('../dist/remembered.cjs')

const generator = dirname(require.resolve('@ctxgen/codegen'))
runRemembered(process.argv.slice(2), generator).then((code) => {
  if (code === undefined) goLongWay()
  else process.exitCode = code
})

function goLongWay() {
  // Compiled code of ctxgen and of the compiler is kept between runs (Node >= 22.1). It must be on before either loads.
  nodeModule.enableCompileCache?.()
  require('../dist/bin.cjs')
}
