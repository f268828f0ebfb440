import { conduit } from './app.js'

const app = conduit()
const { url } = await app.listen(Number(process.env['PORT'] ?? 3000))
process.once('SIGTERM', () => app.shutdown())
console.log(`conduit listens on ${url}/api`)
