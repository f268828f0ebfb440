import { tableOf } from './figure.ts'
import { runServe } from './serve/run-serve.ts'

console.log(
  tableOf('serve', await runServe({ minutes: Number(process.argv[2]), connections: 1000, seed: 5 })),
)
