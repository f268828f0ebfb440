// One fresh process: checks that the routers agree, and times them. The parent receives the results, see run.mjs.
import { measure } from '../micro/measure.mjs'
import { disagreements, subjectOf } from './subjects.mjs'

const { kind, checkOnly, rounds, batchMs } = JSON.parse(process.argv[2])
const subject = subjectOf(kind)
const failures = disagreements(subject)
const rows = failures.length > 0 || checkOnly ? [] : await measure(subject, { rounds, batchMs })
process.send({ title: subject.title, failures, rows })
process.disconnect()
