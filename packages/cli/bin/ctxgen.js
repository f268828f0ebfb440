#!/usr/bin/env node
// This file exists before the first build, so npm links the command in a fresh clone. It is CommonJS (see package.json
// beside it), since an up-to-date run is half over before node has started its ESM loader.
'use strict'

const nodeModule = require('node:module')
const { dirname } = require('node:path')
const { compileCacheOf, runRemembered } = require('../dist/remembered.cjs')

const generator = dirname(require.resolve('@ctxgen/codegen'))
const argv = process.argv.slice(2)
runRemembered(argv, generator).then((code) => {
  if (code === undefined) goLongWay()
  else process.exitCode = code
})

function goLongWay() {
  // Keeps compiled code of ctxgen and the compiler between runs (Node >= 22.1). It must be enabled before either loads.
  const folder = compileCacheOf(argv)
  if (folder !== undefined) nodeModule.enableCompileCache?.(folder)
  require('../dist/bin.cjs')
}
