import { tableOf } from './figure.ts'
import { runKill } from './kill/run-kill.ts'

console.log(tableOf('kill', await runKill({ points: Number(process.argv[2]) })))
