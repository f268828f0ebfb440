// One fresh process: imports the subjects named on the command line, checks that their contenders agree, and times
// them. The parent receives the results, see run.mjs.
import { disagreements } from './check-agreement.mjs'
import { addEarlier } from './earlier.mjs'
import { measure } from './measure.mjs'

const { names, checkOnly, rounds, batchMs, only, earlier } = JSON.parse(process.argv[2])
const modules = await Promise.all(names.map((name) => import(`./${name}.mjs`)))
const subjects = modules.flatMap((module) => module.subjects)
if (earlier !== undefined) await addEarlier(subjects, names, earlier)
for (const subject of subjects) subject.contenders = subject.contenders.filter(isWanted(subject))

const failures = (await Promise.all(subjects.map(disagreements))).flat()
const results = []
if (failures.length === 0 && !checkOnly) {
  for (const subject of subjects) {
    const { title, limit, contenders, bytes } = subject
    const notes = contenders.map(({ name, parseOnly, keepsUnknown }) => ({ name, parseOnly, keepsUnknown }))
    results.push({ title, limit, bytes, notes, rows: await measure(subject, { rounds, batchMs }) })
  }
}
const checked = subjects.map(({ title, contenders, good, bad }) => ({
  title,
  contenders: contenders.filter(({ parseOnly }) => !parseOnly).length,
  good: good.length,
  bad: bad.length,
}))
process.send({ failures, checked, results })
process.disconnect()

/** `--only` leaves the limit and the contenders with that word in their names. */
function isWanted({ limit }) {
  return ({ name, absent }) => !absent && (only === undefined || name === limit || name.includes(only))
}
