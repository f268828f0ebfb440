// Started with Node, Deno or Bun: runs the cases of a bundle there and prints the outcomes of each area on a line.
import { pathToFileURL } from 'node:url'

const [bundle, ...areas] = process.argv.slice(2)
const { default: worker } = await import(pathToFileURL(bundle).href)
for (const area of areas) {
  const response = await worker.fetch(new Request(`http://localhost/${area}`))
  console.log(JSON.stringify([area, await response.json()]))
}
// Work that a failed case left running must not keep the process alive.
process.exit()
