import { tryMiddleware } from './middleware.ts'

console.log(JSON.stringify(await tryMiddleware()))
