// Lets node import the TypeScript of tests: `node --import ./test/loader/register.mjs <file>`. tsx takes a third of a
// second more in each process.
import { register } from 'node:module'

register('./hooks.mjs', import.meta.url)
