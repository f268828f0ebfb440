import { tableOf } from './figure.ts'
import { runWatch } from './watch/run-watch.ts'

console.log(tableOf('watch', await runWatch({ switches: Number(process.argv[2]), seed: 5 })))
