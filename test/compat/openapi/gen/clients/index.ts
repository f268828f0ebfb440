export { getCarsId } from './getCarsId.ts'
