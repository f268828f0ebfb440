#!/usr/bin/env node
// A file that is there before the first build, so that npm links the command on a fresh clone.
import '../dist/bin.js'
