export { DocumentError, documented } from './testing/documented.ts'
